import Foundation

extension StrokeRecognizer: Codable {
  private enum Key: String, CodingKey { case features, blur, linear, kernel }

  /// Reads what `encode` writes, and checks that the parts fit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let linear = try container.decodeIfPresent(LinearClassifier.self, forKey: .linear)
    let kernel = try container.decodeIfPresent(KernelClassifier.self, forKey: .kernel)
    guard let classifier: any Classifier = linear ?? kernel else {
      throw GestureError.weightsShape(reason: "there is neither “linear” nor “kernel”")
    }
    try self.init(
      features: container.decode(ZoneFeatures.self, forKey: .features),
      blur: container.decodeIfPresent(ZoneBlur.self, forKey: .blur), classifier: classifier)
  }

  /// Writes the board, the blur if there is one, and the classifier as `linear` or `kernel`; others cannot be saved.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(features, forKey: .features)
    try container.encodeIfPresent(blur, forKey: .blur)
    switch classifier {
    case let linear as LinearClassifier: try container.encode(linear, forKey: .linear)
    case let kernel as KernelClassifier: try container.encode(kernel, forKey: .kernel)
    default: throw GestureError.weightsShape(reason: "a \(type(of: classifier)) cannot be saved")
    }
  }

  /// Reads a recogniser as JSON.
  /// - Throws: ``GestureError/unreadable(file:reason:)``, and as ``init(features:blur:classifier:)`` does.
  public init(json: Data, file: String = "recognizer") throws(GestureError) {
    self = try decode(StrokeRecognizer.self, from: json, file: file)
  }

  /// The recogniser as JSON, keys sorted.
  public func json() throws(GestureError) -> Data { try encoded(self, file: "recognizer") }
}
