/// Loss and gradient over a batch by back-propagation (Rumelhart, Hinton, Williams 1986), with the memory that it needs kept
/// from one call to the next.
final class Gradient {
  private let sizes: [Int]
  private let capacity: Int
  /// Per layer of nodes, `capacity` × width: what it puts out.
  private var nodes: [UnsafeMutablePointer<Double>]
  /// Two buffers for ∂loss/∂z.
  private var errors: (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
  /// Per layer, as its weights: ∂loss/∂w.
  private(set) var slopes: [[Double]]
  /// The largest slope, by its magnitude.
  var steepest: Double { slopes.reduce(0) { $1.reduce($0) { max($0, abs($1)) } } }

  init(_ network: Network, rows: Int) {
    sizes = network.sizes
    capacity = max(1, rows)
    let widest = sizes.max() ?? 1
    nodes = sizes.map { [capacity] in .allocate(capacity: capacity * $0) }
    errors = (.allocate(capacity: capacity * widest), .allocate(capacity: capacity * widest))
    slopes = network.layers.map { [Double](repeating: 0, count: $0.weights.count) }
  }

  deinit {
    for pointer in nodes { pointer.deallocate() }
    errors.0.deallocate()
    errors.1.deallocate()
  }

  /// The mean loss over the rows, and its gradient in ``slopes``. `inputs` are normalised already.
  func evaluate(_ network: Network, inputs: Rows, targets: Rows, loss: Loss, decay: Double) -> Double {
    let rows = inputs.count
    precondition(rows <= capacity && targets.count == rows, "a batch must fit the memory that was set aside")
    inputs.values.withUnsafeBufferPointer {
      if let base = $0.baseAddress { nodes[0].update(from: base, count: $0.count) }
    }
    network.forEachEight(nodes[0], rows: rows) { start, count, layer, values in
      values.scatter(count, of: sizes[layer + 1], to: nodes[layer + 1] + start * sizes[layer + 1])
    }
    let last = network.layers.count - 1
    let scale = 1 / Double(rows)
    var value =
      targets.values.withUnsafeBufferPointer { targets in
        targets.baseAddress.map {
          loss.evaluate(
            outputs: nodes[last + 1], targets: $0, activation: network.layers[last].activation, errors: errors.0,
            count: rows * sizes[last + 1])
        } ?? 0
      } * scale
    for index in network.layers.indices.reversed() {
      let layer = network.layers[index]
      slopes[index].withUnsafeMutableBufferPointer { slopes in
        layer.weights.withUnsafeBufferPointer { weights in
          guard let slope = slopes.baseAddress, let weight = weights.baseAddress else { return }
          // Biases: the errors summed over the rows; weights: inputsᵀ·errors.
          for column in 0..<layer.outputs { slope[column] = 0 }
          for row in 0..<rows {
            for column in 0..<layer.outputs { slope[column] += errors.0[row * layer.outputs + column] * scale }
          }
          multiply(
            nodes[index], transposeA: true, errors.0, into: slope + layer.outputs, rows: layer.inputs, inner: rows,
            columns: layer.outputs, alpha: scale)
          if decay > 0 {
            for at in layer.outputs..<slopes.count {
              slope[at] += decay * weight[at]
              value += 0.5 * decay * weight[at] * weight[at]
            }
          }
          if index > 0 {
            multiply(
              errors.0, weight + layer.outputs, transposeB: true, into: errors.1, rows: rows, inner: layer.outputs,
              columns: layer.inputs)
            network.layers[index - 1].activation.applyDerivative(
              at: nodes[index], to: errors.1, rows * layer.inputs)
          }
        }
      }
      errors = (errors.1, errors.0)
    }
    return value
  }
}

extension Network {
  /// The mean loss over the rows, L2 penalty included, and its gradient, per layer and with the shape of its weights.
  ///
  /// - Parameters:
  ///   - inputs: n rows of ``inputs`` numbers, not normalised.
  ///   - targets: n rows of ``outputs`` numbers.
  ///   - loss: what is measured.
  ///   - decay: λ of the penalty.
  /// - Throws: ``NetworkError`` for rows that do not fit.
  /// - Complexity: O(n · weights).
  public func gradient(
    inputs: Rows, targets: Rows, loss: Loss = .squares, decay: Double = 0
  ) throws(NetworkError) -> (loss: Double, slopes: [[Double]]) {
    try check(inputs: inputs, targets: targets)
    let gradient = Gradient(self, rows: inputs.count)
    let value = gradient.evaluate(
      self, inputs: normalized(inputs), targets: targets, loss: loss, decay: decay)
    return (value, gradient.slopes)
  }

  func check(inputs: Rows, targets: Rows) throws(NetworkError) {
    guard inputs.count > 0 else { throw .empty(what: "row") }
    guard inputs.width == self.inputs else {
      throw .shape(what: "inputs in a row", expected: self.inputs, found: inputs.width)
    }
    guard targets.width == outputs else {
      throw .shape(what: "targets in a row", expected: outputs, found: targets.width)
    }
    guard targets.count == inputs.count else {
      throw .shape(what: "rows of targets", expected: inputs.count, found: targets.count)
    }
  }

  func normalized(_ rows: Rows) -> Rows {
    guard let normalization else { return rows }
    var values = rows.values
    values.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { normalization.apply(base, rows: rows.count) }
    }
    return Rows(unchecked: values, width: rows.width)
  }
}
