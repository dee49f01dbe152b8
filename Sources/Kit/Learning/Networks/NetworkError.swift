/// What can be wrong with a network, its data, its weights file or its training. ``description`` puts it into words.
public enum NetworkError: Error, Hashable, Sendable {
  /// Fewer than two layers of nodes, or a layer without nodes.
  case layers([Int])
  /// Rows, labels or values that do not fit together or do not fit the network.
  case shape(what: String, expected: Int, found: Int)
  /// A value is NaN or infinite.
  case notFinite(what: String, row: Int)
  /// A label is neither 0 nor 1.
  case label(row: Int, value: Double)
  /// Something that must not be empty is.
  case empty(what: String)
  /// A parameter of the training is outside its range.
  case parameter(name: String, value: Double, expected: String)
  /// The loss grew without bound or became NaN.
  case diverged(epoch: Int, loss: Double)
  /// A line of a weights file is not what it should be.
  case weights(line: Int, problem: String)
  /// A weights file has the wrong number of lines.
  case lines(expected: Int, found: Int)
}

extension NetworkError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .layers(let sizes):
      "A network needs at least an input and an output layer, each with at least one node; got \(sizes)."
    case .shape(let what, let expected, let found):
      "\(what): expected \(expected), found \(found)."
    case .notFinite(let what, let row):
      "The \(what) of row \(row) holds a value that is not a finite number."
    case .label(let row, let value):
      "The label of row \(row) is \(value); expected 0 or 1."
    case .empty(let what):
      "There is no \(what)."
    case .parameter(let name, let value, let expected):
      "\(name) is \(value); expected \(expected)."
    case .diverged(let epoch, let loss):
      """
      The training diverged: after epoch \(epoch) the loss is \(loss). Use a smaller learning rate, or normalise the \
      inputs.
      """
    case .weights(let line, let problem):
      "Line \(line) of the weights: \(problem)"
    case .lines(let expected, let found):
      "The weights have \(found) lines; the network has \(expected) layers, and each has one line."
    }
  }
}
