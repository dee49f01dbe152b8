// What is read from a file is checked like what a caller hands in: a quaternion has to be of unit length, a matrix a
// rotation. `RotationError` says what is wrong, `DecodingError` where.

extension Quaternion: Codable {
  private enum Key: String, CodingKey { case w, x, y, z }

  /// Reads `w`, `x`, `y`, `z`, of unit length to within 1e-6, and takes out the rest of the error.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for any other length, which is more likely a mistake than a rotation.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let (w, x) = (try values.decode(Double.self, forKey: .w), try values.decode(Double.self, forKey: .x))
    let (y, z) = (try values.decode(Double.self, forKey: .y), try values.decode(Double.self, forKey: .z))
    let length = (w * w + x * x + y * y + z * z).squareRoot()
    guard abs(length - 1) <= 1e-6 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a quaternion of length \(length), expected 1 to within 1e-6"))
    }
    // One that is unit to rounding comes back bit for bit.
    self.init(w: w, x: x, y: y, z: z)
    if abs(length - 1) > 1e-15 { self = try Quaternion(normalizing: w, x: x, y: y, z: z) }
  }

  /// Writes `w`, `x`, `y`, `z`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(w, forKey: .w)
    try values.encode(x, forKey: .x)
    try values.encode(y, forKey: .y)
    try values.encode(z, forKey: .z)
  }
}

extension Matrix3: Codable {
  /// Reads nine numbers, row by row.
  ///
  /// - Throws: `DecodingError` when there are more or fewer.
  public init(from decoder: any Decoder) throws {
    let entries = try decoder.singleValueContainer().decode([Double].self)
    guard entries.count == 9 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a matrix of \(entries.count) numbers, expected 9"))
    }
    func row(_ i: Int) -> Vector3 { Vector3(entries[3 * i], entries[3 * i + 1], entries[3 * i + 2]) }
    self.init(rows: row(0), row(1), row(2))
  }

  /// Writes nine numbers, row by row.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode((0..<9).map { self[$0 / 3, $0 % 3] })
  }
}

extension RotationMatrix: Codable {
  /// Reads nine numbers, row by row, that are a rotation.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the `RotationError` underneath.
  public init(from decoder: any Decoder) throws {
    let m = try Matrix3(from: decoder)
    do {
      try self.init(
        rows: Vector3(m[0, 0], m[0, 1], m[0, 2]), Vector3(m[1, 0], m[1, 1], m[1, 2]), Vector3(m[2, 0], m[2, 1], m[2, 2])
      )
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }

  /// Writes nine numbers, row by row.
  public func encode(to encoder: any Encoder) throws { try matrix.encode(to: encoder) }
}

extension AxisAngle: Codable {
  private enum Key: String, CodingKey { case axis, angle }

  /// Reads `axis`, three numbers of any length but 0, and `angle` in rad.
  ///
  /// - Throws: `DecodingError`, or `DecodingError.dataCorrupted` with the `RotationError` underneath.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let (axis, angle) = (try values.decode(Vector3.self, forKey: .axis), try values.decode(Double.self, forKey: .angle))
    // A unit axis comes back bit for bit.
    if angle.isFinite && abs(axis.length - 1) <= 1e-15 {
      self.init(uncheckedAxis: axis, angle: angle)
      return
    }
    do {
      try self.init(axis: axis, angle: angle)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }

  /// Writes `axis` and `angle`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(axis, forKey: .axis)
    try values.encode(angle, forKey: .angle)
  }
}
