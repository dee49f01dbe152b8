extension Network {
  /// The outputs for a batch of inputs.
  ///
  /// - Parameter inputs: n rows of ``inputs`` numbers, not normalised.
  /// - Returns: n rows of ``outputs`` numbers.
  /// - Throws: ``NetworkError/shape(what:expected:found:)`` for rows of another width.
  /// - Complexity: O(n · weights); eight rows at a time, so that all of their nodes stay in the cache.
  public func outputs(for inputs: Rows) throws(NetworkError) -> Rows {
    guard inputs.width == self.inputs else {
      throw .shape(what: "inputs in a row", expected: self.inputs, found: inputs.width)
    }
    let (count, width) = (inputs.count, outputs)
    let result = [Double](unsafeUninitializedCapacity: count * width) { result, initialized in
      normalized(inputs).values.withUnsafeBufferPointer { source in
        guard let target = result.baseAddress, let from = source.baseAddress else { return }
        forEachEight(from, rows: count) { start, rows, layer, nodes in
          if layer == layers.count - 1 { nodes.scatter(rows, of: width, to: target + start * width) }
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

extension Network {
  /// Sends rows through all layers, eight at a time: one row in each lane of a vector, whatever the widths of the layers.
  ///
  /// - Parameters:
  ///   - inputs: normalised, row by row.
  ///   - body: is given the first row, how many there are from it on, a layer, and what its nodes put out for them.
  @inline(__always)
  func forEachEight(
    _ inputs: UnsafePointer<Double>, rows count: Int,
    _ body: (_ start: Int, _ rows: Int, _ layer: Int, _ nodes: UnsafeMutablePointer<SIMD8<Double>>) -> Void
  ) {
    let widest = sizes.max() ?? 1
    withUnsafeTemporaryAllocation(of: SIMD8<Double>.self, capacity: 2 * widest) { scratch in
      guard var current = scratch.baseAddress else { return }
      var next = current + widest
      for start in stride(from: 0, to: count, by: 8) {
        let rows = min(8, count - start)
        current.gather(rows, of: self.inputs, from: inputs + start * self.inputs)
        for index in layers.indices {
          layers[index].forward(current, into: next)
          swap(&current, &next)
          body(start, rows, index, current)
        }
      }
    }
  }
}

extension Network.Layer {
  /// next ← activation(bias + weights·nodes) for eight rows. The sums go from the first input to the last, as BLAS has them; written
  /// out because most layers are too small for its preparations.
  func forward(_ nodes: UnsafePointer<SIMD8<Double>>, into next: UnsafeMutablePointer<SIMD8<Double>>) {
    weights.withUnsafeBufferPointer { weights in
      guard let bias = weights.baseAddress else { return }
      var column = 0
      while column + 1 < outputs {
        var (left, right) = (SIMD8(repeating: bias[column]), SIMD8(repeating: bias[column + 1]))
        var weight = bias + column
        for input in 0..<inputs {
          weight += outputs
          left += nodes[input] * weight[0]
          right += nodes[input] * weight[1]
        }
        next[column] = activation.apply(left)
        next[column + 1] = activation.apply(right)
        column += 2
      }
      guard column < outputs else { return }
      var sum = SIMD8(repeating: bias[column])
      for input in 0..<inputs { sum += nodes[input] * bias[(input + 1) * outputs + column] }
      next[column] = activation.apply(sum)
    }
  }
}

extension UnsafeMutablePointer<SIMD8<Double>> {
  /// Up to eight rows of this width, one in each lane; the other lanes are 0.
  @inline(__always)
  fileprivate func gather(_ rows: Int, of width: Int, from source: UnsafePointer<Double>) {
    for column in 0..<width {
      var lanes = SIMD8<Double>.zero
      for row in 0..<rows { lanes[row] = source[row * width + column] }
      self[column] = lanes
    }
  }

  /// The first lanes as rows of this width.
  @inline(__always)
  func scatter(_ rows: Int, of width: Int, to target: UnsafeMutablePointer<Double>) {
    for column in 0..<width {
      for row in 0..<rows { target[row * width + column] = self[column][row] }
    }
  }
}
