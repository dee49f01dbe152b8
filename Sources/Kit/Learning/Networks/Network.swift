internal import Basics

/// A feed-forward network of fully connected layers.
///
/// Every value that flows through it is a row: a batch of n rows is an array of n·width numbers, row by row. Inputs are
/// normalised by ``normalization``, which is kept in the model, so that a prediction needs nothing but the raw inputs.
public struct Network: Hashable, Codable, Sendable {
  /// One step from a row of nodes to the next.
  public struct Layer: Hashable, Codable, Sendable {
    /// Number of nodes that it reads.
    public let inputs: Int
    /// Number of nodes that it feeds.
    public let outputs: Int
    /// What its nodes do with their sums.
    public let activation: Activation
    /// (inputs + 1) × outputs weights, row by row: the first row is the bias, row 1 + i belongs to input i.
    public internal(set) var weights: [Double]

    /// A layer with these weights.
    ///
    /// - Throws: ``NetworkError/shape(what:expected:found:)`` for weights of another number than (inputs + 1)·outputs, and
    ///   ``NetworkError/notFinite(what:row:)``.
    public init(inputs: Int, outputs: Int, activation: Activation, weights: [Double]) throws(NetworkError) {
      guard inputs > 0, outputs > 0 else { throw .layers([inputs, outputs]) }
      let expected = max(inputs, outputs) > 1 << 30 ? Int.max : (inputs + 1) * outputs
      guard weights.count == expected else {
        throw .shape(
          what: "weights of a layer from \(inputs) to \(outputs) nodes with a bias", expected: expected,
          found: weights.count)
      }
      if let bad = weights.firstIndex(where: { !$0.isFinite }) {
        throw .notFinite(what: "weight matrix", row: bad / outputs)
      }
      (self.inputs, self.outputs, self.activation, self.weights) = (inputs, outputs, activation, weights)
    }
  }

  /// The layers, from the inputs to the outputs; at least one.
  public internal(set) var layers: [Layer]
  /// What is done to the inputs first; `nil` for nothing.
  public internal(set) var normalization: Normalization?

  /// A network of these layers.
  ///
  /// - Throws: ``NetworkError/shape(what:expected:found:)`` when a layer does not read as many nodes as the one before feeds, or
  ///   the normalisation has another number of inputs.
  public init(layers: [Layer], normalization: Normalization? = nil) throws(NetworkError) {
    guard let first = layers.first else { throw .layers([]) }
    for index in layers.indices.dropFirst() where layers[index].inputs != layers[index - 1].outputs {
      throw .shape(
        what: "inputs of layer \(index + 1), after \(layers[index - 1].outputs) nodes",
        expected: layers[index - 1].outputs, found: layers[index].inputs)
    }
    if let normalization, normalization.means.count != first.inputs {
      throw .shape(what: "inputs that are normalised", expected: first.inputs, found: normalization.means.count)
    }
    (self.layers, self.normalization) = (layers, normalization)
  }

  /// A network with random weights, drawn evenly from ±√(6 / (inputs + outputs)) for each layer (Glorot & Bengio 2010,
  /// eq. 16), biases zero.
  ///
  /// - Parameters:
  ///   - sizes: nodes from the inputs to the outputs, for instance [7, 28, 21, 14, 7, 1].
  ///   - hidden: activation of all layers but the last.
  ///   - output: activation of the last.
  ///   - seed: the same seed gives the same weights.
  /// - Throws: ``NetworkError/layers(_:)``.
  public init(
    sizes: [Int], hidden: Activation = .sigmoid, output: Activation = .sigmoid, seed: UInt64 = 1
  ) throws(NetworkError) {
    try Self.check(sizes)
    var random = SeededRandom(seed: seed)
    layers = []
    for index in 1..<sizes.count {
      let (inputs, outputs) = (sizes[index - 1], sizes[index])
      // A sigmoid's slope at 0 is a quarter of tanh's, for which the bound was derived: four times the range.
      let bound = (6 / Double(inputs + outputs)).squareRoot() * (hidden == .sigmoid ? 4 : 1)
      let weights =
        [Double](repeating: 0, count: outputs)
        + (0..<(inputs * outputs)).map { _ in random.uniform(-bound...bound) }
      layers.append(
        try Layer(
          inputs: inputs, outputs: outputs, activation: index == sizes.count - 1 ? output : hidden, weights: weights))
    }
    normalization = nil
  }

  /// - Throws: ``NetworkError/shape(what:expected:found:)`` for more weights between two layers than fit into memory.
  static func check(_ sizes: [Int]) throws(NetworkError) {
    guard sizes.count > 1, sizes.allSatisfy({ $0 > 0 }) else { throw .layers(sizes) }
    for (inputs, outputs) in zip(sizes, sizes.dropFirst()) where (Double(inputs) + 1) * Double(outputs) > 1e8 {
      throw .shape(
        what: "nodes in a layer (at most 10⁸ weights between two)", expected: 10_000, found: max(inputs, outputs))
    }
  }

  /// Nodes from the inputs to the outputs.
  public var sizes: [Int] { [layers[0].inputs] + layers.map(\.outputs) }
  /// Number of inputs.
  public var inputs: Int { layers[0].inputs }
  /// Number of outputs.
  public var outputs: Int { layers[layers.count - 1].outputs }
  /// Number of weights, biases included.
  public var weightCount: Int { layers.reduce(0) { $0 + $1.weights.count } }
}

/// Takes the mean off every input and divides by its standard deviation.
public struct Normalization: Hashable, Codable, Sendable {
  /// Per input, in the input's unit.
  public let means: [Double]
  /// Per input, in the input's unit; 1 for an input that never changes.
  public let deviations: [Double]

  /// From the rows on which a network is trained. O(n).
  ///
  /// - Throws: ``NetworkError`` for no rows, and for values whose squares overflow.
  public init(of rows: Rows) throws(NetworkError) {
    guard rows.count > 0 else { throw .empty(what: "row to normalise by") }
    let columns = (0..<rows.width).map(rows.column)
    means = columns.map { $0.reduce(0, +) / Double(rows.count) }
    deviations = zip(columns, means).map { column, mean in
      let square = column.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let deviation = (square / Double(rows.count)).squareRoot()
      return deviation > 1e-12 * abs(mean) ? deviation : 1
    }
    if let column = deviations.firstIndex(where: { !$0.isFinite }) {
      throw .parameter(
        name: "the deviation of input \(column)", value: deviations[column], expected: "a number: use a larger unit")
    }
  }

  func apply(_ values: UnsafeMutablePointer<Double>, rows: Int) {
    let width = means.count
    for row in 0..<rows {
      for column in 0..<width {
        values[row * width + column] = (values[row * width + column] - means[column]) / deviations[column]
      }
    }
  }
}

/// JSON: the layers, each with its sizes, activation and weights (bias row first), and the normalisation.
extension Network {
  /// Checks what it reads: layers that do not fit together are a decoding error with the reason of ``NetworkError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(
        layers: try container.decode([Layer].self, forKey: .layers),
        normalization: try container.decodeIfPresent(Normalization.self, forKey: .normalization))
    } catch let error as NetworkError {
      throw DecodingError.dataCorruptedError(forKey: .layers, in: container, debugDescription: "\(error)")
    }
  }
}

extension Network.Layer {
  /// Reads a layer, and checks it as ``init(inputs:outputs:activation:weights:)`` does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      inputs: container.decode(Int.self, forKey: .inputs), outputs: container.decode(Int.self, forKey: .outputs),
      activation: container.decode(Activation.self, forKey: .activation),
      weights: container.decode([Double].self, forKey: .weights))
  }
}

extension Normalization {
  /// Reads means and as many deviations, which are above 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    means = try container.decode([Double].self, forKey: .means)
    deviations = try container.decode([Double].self, forKey: .deviations)
    guard deviations.count == means.count else {
      throw NetworkError.shape(what: "deviations", expected: means.count, found: deviations.count)
    }
    if let bad = deviations.first(where: { !($0 > 0) }) {
      throw NetworkError.parameter(name: "a deviation", value: bad, expected: "above 0")
    }
  }
}
