import Foundation

extension StrokeRecognizer: Codable {
  private struct Form: Codable {
    var features: ZoneFeatures
    var blur: ZoneBlur?
    var linear: LinearClassifier?
    var kernel: KernelClassifier?
  }

  /// Reads what `encode` writes, and checks that the parts fit.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    guard let classifier: any Classifier = form.linear ?? form.kernel else {
      throw GestureError.weightsShape(reason: "there is neither “linear” nor “kernel”")
    }
    try self.init(features: form.features, blur: form.blur, classifier: classifier)
  }

  /// Writes the board, the blur if there is one, and the classifier as `linear` or `kernel`; others cannot be saved.
  public func encode(to encoder: any Encoder) throws {
    let (linear, kernel) = (classifier as? LinearClassifier, classifier as? KernelClassifier)
    guard linear != nil || kernel != nil else {
      throw GestureError.weightsShape(reason: "a \(type(of: classifier)) cannot be saved")
    }
    try Form(features: features, blur: blur, linear: linear, kernel: kernel).encode(to: encoder)
  }

  /// Reads a recogniser as JSON.
  /// - Throws: ``GestureError/unreadable(file:reason:)``, and as ``init(features:blur:classifier:)`` does.
  public init(json: Data, file: String = "recognizer") throws(GestureError) {
    self = try decode(StrokeRecognizer.self, from: json, file: file)
  }

  /// The recogniser as JSON, keys sorted.
  public func json() throws(GestureError) -> Data { try encoded(self, file: "recognizer") }
}
