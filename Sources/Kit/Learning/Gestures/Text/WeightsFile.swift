import Foundation

extension LinearClassifier {
  /// Reads weights as CSV: a header `label,name,…`, and one line for each label.
  /// - Parameter expected: the names of the features, such as ``ZoneFeatures/names``; nil takes them as they come.
  /// - Parameter csv: The text of the file.
  /// - Parameter file: What the messages call the text.
  /// - Throws: as ``TrainingLog/init(csv:file:expecting:)`` and ``init(labels:weights:)`` do; a broken row is an
  ///   error here, for a letter would be missing.
  public init(csv: some StringProtocol, file: String = "weights", expecting expected: [String]? = nil)
    throws(GestureError)
  {
    let table = try TrainingLog(csv: csv, file: file, expecting: expected)
    if let problem = table.problems.first { throw problem }
    try self.init(labels: table.examples.map(\.label), weights: table.examples.map(\.features))
  }

  /// The weights as CSV, with the given names of the features.
  /// - Throws: ``GestureError/countMismatch(quantity:found:expected:)`` when there is not one name for each feature.
  public func csv(names: [String]) throws(GestureError) -> String {
    guard names.count == featureCount else {
      throw .countMismatch(quantity: "names of features", found: names.count, expected: featureCount)
    }
    let rows = zip(labels, weights).map { Example(label: $0, features: $1) }
    return TrainingLog(names: names, examples: rows).csv
  }

  /// Reads weights as JSON: `{"labels": […], "weights": [[…], …]}`.
  /// - Throws: ``GestureError/unreadable(file:reason:)``, and as ``init(labels:weights:)`` does.
  public init(json: Data, file: String = "weights") throws(GestureError) {
    self = try decode(LinearClassifier.self, from: json, file: file)
  }

  /// The weights as JSON, keys sorted.
  public func json() throws(GestureError) -> Data { try encoded(self, file: "weights") }
}

extension KernelClassifier {
  /// Reads a kernel machine as JSON.
  /// - Throws: ``GestureError/unreadable(file:reason:)``, ``GestureError/weightsShape(reason:)``,
  ///   ``GestureError/badLabels(reason:)``.
  public init(json: Data, file: String = "kernel machine") throws(GestureError) {
    self = try decode(KernelClassifier.self, from: json, file: file)
  }

  /// The kernel machine as JSON, keys sorted.
  public func json() throws(GestureError) -> Data { try encoded(self, file: "kernel machine") }
}
