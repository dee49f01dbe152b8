/// Recognises strokes: features, then a classifier (tasks 1A to 1E of the course in one call).
public struct StrokeRecognizer: Sendable {
  /// What is computed from a stroke.
  public let features: ZoneFeatures
  /// Whether zones see their neighbours; nil for classifiers that are linear.
  public let blur: ZoneBlur?
  /// What compares with the labels.
  public let classifier: any Classifier

  /// A recogniser of these parts.
  /// - Throws: ``GestureError/featureCount(found:expected:)`` when they do not fit each other.
  public init(features: ZoneFeatures, blur: ZoneBlur? = nil, classifier: any Classifier) throws(GestureError) {
    guard features.count == classifier.featureCount else {
      throw .featureCount(found: features.count, expected: classifier.featureCount)
    }
    if let blur, blur.columns != features.columns || blur.rows != features.rows {
      throw .featureCount(found: 3 * blur.columns * blur.rows + 1, expected: features.count)
    }
    self.init(unchecked: features, blur, classifier)
  }

  private init(unchecked features: ZoneFeatures, _ blur: ZoneBlur?, _ classifier: any Classifier) {
    (self.features, self.blur, self.classifier) = (features, blur, classifier)
  }

  /// The course's: 3 × 3 zones, 26 weight vectors.
  public static let course = StrokeRecognizer(unchecked: .course, nil, ShippedWeights.linear)
  /// The same for strokes in metres.
  public static let courseInAir = StrokeRecognizer(unchecked: .courseInAir, nil, ShippedWeights.linear)
  /// The recommended one: 3 × 3 zones that see their neighbours, in a kernel machine.
  public static let recommended = StrokeRecognizer(unchecked: .course, .course, ShippedWeights.kernel)
  /// The same for strokes in metres.
  public static let recommendedInAir = StrokeRecognizer(unchecked: .courseInAir, .course, ShippedWeights.kernel)

  /// Trains the recommended classifier on labelled strokes.
  ///
  /// Complexity: that of ``KernelMachine/train(_:)``.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)`` for fewer than two labels; strokes without a label
  ///   are left out. ``GestureError/strokeTooSmall(size:minSize:unit:)`` where no stroke is large enough to be told from others.
  public static func train(
    on strokes: [LabelledStroke], features: ZoneFeatures = .course, machine: KernelMachine = KernelMachine()
  ) throws(GestureError) -> StrokeRecognizer {
    let blur = try ZoneBlur(columns: features.columns, rows: features.rows)
    let doubts = strokes.map { features.doubt(about: $0.stroke) }
    if let first = doubts.first, let first, doubts.allSatisfy({ $0 != nil }) { throw first }
    let examples = strokes.compactMap { stroke in
      stroke.label.map { Example(label: $0, features: features.features(of: stroke.stroke)) }
    }
    let classifier = try machine.train(blur(examples)).classifier
    return try StrokeRecognizer(features: features, blur: blur, classifier: classifier)
  }

  /// The best label and its rivals.
  /// - Parameter threshold: below this score the answer is “none”. For ``course`` clear letters score 4 to 8; for
  ///   kernel machines around 1, and what is not a letter around 0 or below.
  /// - Parameter stroke: The stroke to be read.
  /// - Throws: ``GestureError/strokeTooSmall(size:minSize:unit:)`` for a stroke whose features are meaningless;
  ///   ``GestureError/notFinite(quantity:index:value:)`` when the classifier's weights overflow.
  public func recognize(_ stroke: Stroke, threshold: Double = -.infinity) throws(GestureError) -> Match {
    if let doubt = features.doubt(about: stroke) { throw doubt }
    let numbers = features.features(of: stroke)
    return try classifier.match(
      blur.map { blur throws(GestureError) in try blur(numbers) } ?? numbers, threshold: threshold)
  }
}
