extension Network {
  /// In which order a layer's matrix is unrolled into its line.
  public enum WeightOrder: String, CaseIterable, Hashable, Codable, Sendable {
    /// Row by row, the bias row first: all biases, then the weights of input 1 to every node, and so on.
    case byInput
    /// Column by column: node 1's bias and weights, then node 2's. The order in which R unrolls the matrices of neuralnet.
    case byNode
  }

  /// The weights as text: one layer a line, numbers separated by spaces, every number exactly as it is stored.
  ///
  /// The normalisation is not in it; JSON holds the whole model.
  public func weightsText(order: WeightOrder = .byInput) -> String {
    layers.map { layer in
      let matrix = order == .byInput ? layer.weights : transposed(layer.weights, columns: layer.outputs)
      return matrix.map { "\($0)" }.joined(separator: " ") + "\n"
    }.joined()
  }

  /// A network from the text of ``weightsText(order:)`` and the sizes of its layers.
  ///
  /// Empty lines are skipped. The activations and the normalisation are not in the text and have to be given.
  ///
  /// - Throws: ``NetworkError/weights(line:problem:)`` for a line with the wrong number of weights or with something that is not a
  ///   number, ``NetworkError/lines(expected:found:)``, and ``NetworkError/layers(_:)``.
  public init(
    sizes: [Int], weights text: String, order: WeightOrder = .byInput, hidden: Activation = .sigmoid,
    output: Activation = .sigmoid, normalization: Normalization? = nil
  ) throws(NetworkError) {
    try Self.check(sizes)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .filter { !$0.element.allSatisfy(\.isWhitespace) }
    guard lines.count == sizes.count - 1 else { throw .lines(expected: sizes.count - 1, found: lines.count) }
    var layers = [Layer]()
    for (index, line) in lines.enumerated() {
      let (inputs, outputs) = (sizes[index], sizes[index + 1])
      var numbers = [Double]()
      for word in line.element.split(whereSeparator: \.isWhitespace) {
        guard let number = Double(word), number.isFinite else {
          throw .weights(
            line: line.offset + 1, problem: "number \(numbers.count + 1) is “\(word)”, not a finite number.")
        }
        numbers.append(number)
      }
      let expected = (inputs + 1) * outputs
      guard numbers.count == expected else {
        throw .weights(
          line: line.offset + 1,
          problem: """
            expected \(expected) weights for a layer from \(inputs) nodes and a bias to \(outputs), found \(numbers.count).
            """)
      }
      layers.append(
        try Layer(
          inputs: inputs, outputs: outputs, activation: index == lines.count - 1 ? output : hidden,
          weights: order == .byInput ? numbers : transposed(numbers, columns: inputs + 1)))
    }
    try self.init(layers: layers, normalization: normalization)
  }
}

/// The transpose of a matrix that is stored row by row.
private func transposed(_ values: [Double], columns: Int) -> [Double] {
  let rows = values.count / columns
  return (0..<columns).flatMap { column in (0..<rows).map { values[$0 * columns + column] } }
}
