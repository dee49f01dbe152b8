// Operations over arrays are single passes over contiguous memory. Each comes twice: as a value, which allocates its result
// and nothing else, and `into` an array whose memory is used again, which allocates nothing when it has the right size.

extension Quaternion {
  /// The rotated vectors, in order.
  ///
  /// - Complexity: O(n), one allocation.
  public func act(on vectors: [Vector3]) -> [Vector3] {
    var result: [Vector3] = []
    act(on: vectors, into: &result)
    return result
  }

  /// Writes the rotated vectors to `result`, whose memory is used again.
  ///
  /// The nine entries of the matrix are computed once; a vector then costs nine products.
  ///
  /// - Complexity: O(n); no allocation when `result` has as many elements as `vectors`.
  public func act(on vectors: [Vector3], into result: inout [Vector3]) {
    let columns = RotationMatrix(self).columns
    fill(&result, count: vectors.count) { out in
      vectors.withUnsafeBufferPointer { vectors in
        for i in 0..<out.count {
          let v = vectors[i]
          out[i] = columns.x * v.x + columns.y * v.y + columns.z * v.z
        }
      }
    }
  }

  /// The products `left[i] * right[i]`.
  ///
  /// - Throws: `RotationError.countMismatch`.
  /// - Complexity: O(n), one allocation.
  public static func products(
    _ left: [Quaternion], _ right: [Quaternion]
  ) throws(RotationError) -> [Quaternion] {
    var result: [Quaternion] = []
    try products(left, right, into: &result)
    return result
  }

  /// Writes the products `left[i] * right[i]` to `result`, whose memory is used again.
  ///
  /// - Throws: `RotationError.countMismatch`.
  /// - Complexity: O(n); no allocation when `result` has as many elements.
  public static func products(
    _ left: [Quaternion], _ right: [Quaternion], into result: inout [Quaternion]
  ) throws(RotationError) {
    guard left.count == right.count else {
      throw .countMismatch(argument: "right", count: right.count, expected: left.count)
    }
    fill(&result, count: left.count) { out in
      left.withUnsafeBufferPointer { left in
        right.withUnsafeBufferPointer { right in
          for i in 0..<out.count { out[i] = left[i] * right[i] }
        }
      }
    }
  }

  /// Each rotation applied to the vector of the same index.
  ///
  /// - Throws: `RotationError.countMismatch`.
  /// - Complexity: O(n), one allocation.
  public static func act(
    _ rotations: [Quaternion], on vectors: [Vector3]
  ) throws(RotationError) -> [Vector3] {
    var result: [Vector3] = []
    try act(rotations, on: vectors, into: &result)
    return result
  }

  /// Writes each rotation's image of the vector of the same index to `result`, whose memory is used again.
  ///
  /// - Throws: `RotationError.countMismatch`.
  /// - Complexity: O(n); no allocation when `result` has as many elements.
  public static func act(
    _ rotations: [Quaternion], on vectors: [Vector3], into result: inout [Vector3]
  ) throws(RotationError) {
    guard rotations.count == vectors.count else {
      throw .countMismatch(argument: "vectors", count: vectors.count, expected: rotations.count)
    }
    fill(&result, count: rotations.count) { out in
      rotations.withUnsafeBufferPointer { rotations in
        vectors.withUnsafeBufferPointer { vectors in
          for i in 0..<out.count { out[i] = rotations[i].act(on: vectors[i]) }
        }
      }
    }
  }

  /// The inverses, in order.
  ///
  /// - Complexity: O(n), one allocation.
  public static func inverses(_ rotations: [Quaternion]) -> [Quaternion] {
    var result: [Quaternion] = []
    fill(&result, count: rotations.count) { out in
      rotations.withUnsafeBufferPointer { rotations in
        for i in 0..<out.count { out[i] = rotations[i].inverse }
      }
    }
    return result
  }

  /// The attitudes at the fractions `t` of the shortest way from this attitude to `other`.
  ///
  /// The rotation between the two is taken apart once; each fraction then costs one exponential.
  ///
  /// - Complexity: O(n), one allocation.
  public func slerp(to other: Quaternion, _ t: [Double]) -> [Quaternion] {
    let arc = (inverse * other).rotationVector
    var result: [Quaternion] = []
    fill(&result, count: t.count) { out in
      for i in 0..<out.count { out[i] = self * Quaternion(rotationVector: t[i] * arc) }
    }
    return result
  }
}

/// Gives `result` exactly `count` elements, in its own memory where that is large enough, and has `body` write them all.
func fill<T>(_ result: inout [T], count: Int, _ body: (UnsafeMutableBufferPointer<T>) -> Void) {
  if result.count == count {
    result.withUnsafeMutableBufferPointer { body($0) }
  } else {
    result = [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      body(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
      initialized = count
    }
  }
}
