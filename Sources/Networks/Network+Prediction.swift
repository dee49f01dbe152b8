extension Network {
  /// The outputs for a batch of inputs.
  ///
  /// - Parameter inputs: n rows of ``inputs`` numbers, not normalised.
  /// - Returns: n rows of ``outputs`` numbers.
  /// - Throws: ``NetworkError/shape(what:expected:found:)`` for rows of another width.
  /// - Complexity: O(n · weights); 128 rows at a time, so that all layers of a block stay in the cache.
  public func outputs(for inputs: Rows) throws(NetworkError) -> Rows {
    guard inputs.width == self.inputs else {
      throw .shape(what: "inputs in a row", expected: self.inputs, found: inputs.width)
    }
    let block = 128
    let widest = sizes.max() ?? 1
    let width = outputs
    let count = inputs.count
    let result = [Double](unsafeUninitializedCapacity: count * width) { result, initialized in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * block * widest) { scratch in
        inputs.values.withUnsafeBufferPointer { source in
          guard let target = result.baseAddress, let from = source.baseAddress, var current = scratch.baseAddress else {
            return
          }
          var next = current + block * widest
          for start in stride(from: 0, to: count, by: block) {
            let rows = min(block, count - start)
            current.update(from: from + start * self.inputs, count: rows * self.inputs)
            normalization?.apply(current, rows: rows)
            for layer in layers {
              layer.forward(current, rows: rows, into: next)
              swap(&current, &next)
            }
            (target + start * width).update(from: current, count: rows * width)
          }
        }
      }
      initialized = count * width
    }
    return Rows(unchecked: result, width: width)
  }

  /// The outputs for one row of inputs.
  ///
  /// - Throws: ``NetworkError`` for another number of inputs, or one that is not finite.
  public func output(for row: [Double]) throws(NetworkError) -> [Double] {
    guard !row.isEmpty else { throw .shape(what: "inputs in a row", expected: inputs, found: 0) }
    return try outputs(for: Rows(width: row.count, values: row)).values
  }
}

extension Network.Layer {
  /// next ← activation(1·bias + rows·weights). All pointers row by row.
  func forward(_ current: UnsafePointer<Double>, rows: Int, into next: UnsafeMutablePointer<Double>) {
    weights.withUnsafeBufferPointer { weights in
      guard let bias = weights.baseAddress else { return }
      for row in 0..<rows { (next + row * outputs).update(from: bias, count: outputs) }
      multiply(current, bias + outputs, into: next, rows: rows, inner: inputs, columns: outputs, beta: 1)
    }
    activation.apply(next, rows * outputs)
  }
}
