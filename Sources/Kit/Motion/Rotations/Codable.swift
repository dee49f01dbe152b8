// Values read from a file are checked like arguments: a quaternion has to be of unit length, a matrix a rotation.
// `RotationError` says what is wrong, `DecodingError` where.

extension Decoder {
  /// What is wrong, with the place.
  func corrupted(_ description: String, _ error: (any Error)? = nil) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: description, underlyingError: error))
  }

  /// A value that is made of what was read; `RotationError` gets the place.
  func checked<Value>(_ make: () throws(RotationError) -> Value) throws -> Value {
    do throws(RotationError) { return try make() } catch { throw corrupted("\(error)", error) }
  }
}

extension Matrix3: Codable {
  /// Reads nine numbers, row by row.
  ///
  /// - Throws: `DecodingError` when there are more or fewer.
  public init(from decoder: any Decoder) throws {
    let entries = try decoder.singleValueContainer().decode([Double].self)
    guard entries.count == 9 else {
      throw decoder.corrupted("a matrix of \(entries.count) numbers, expected 9")
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
    let rows = try Matrix3(from: decoder).transpose.columns
    self = try decoder.checked { () throws(RotationError) in try RotationMatrix(rows: rows.x, rows.y, rows.z) }
  }

  /// Writes nine numbers, row by row.
  public func encode(to encoder: any Encoder) throws { try matrix.encode(to: encoder) }
}
