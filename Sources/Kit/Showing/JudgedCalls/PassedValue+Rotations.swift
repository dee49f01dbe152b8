import Rotations

extension SIMD3: PassedValue where Scalar == Double {
  public static var missing: Vector3 { Vector3(.nan, .nan, .nan) }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.vector)
    for component in [x, y, z] { bytes.put(component) }
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.vector)
    self = Vector3(try bytes.number(), try bytes.number(), try bytes.number())
  }
}

extension Quaternion: PassedValue {
  public static var missing: Quaternion { Quaternion(w: .nan, x: .nan, y: .nan, z: .nan) }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.quaternion)
    for component in [w, x, y, z] { bytes.put(component) }
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.quaternion)
    self.init(w: try bytes.number(), x: try bytes.number(), y: try bytes.number(), z: try bytes.number())
  }
}

extension Matrix3: PassedValue {
  public static var missing: Matrix3 { .nan * Matrix3.identity }
  public func pass(to bytes: inout PassedBytes) {
    bytes.put(.matrix)
    for index in 0..<9 { bytes.put(self[index / 3, index % 3]) }
  }
  public init(passed bytes: inout PassedBytes) throws {
    try bytes.expect(.matrix)
    var rows: [Vector3] = []
    for _ in 0..<3 { rows.append(Vector3(try bytes.number(), try bytes.number(), try bytes.number())) }
    self.init(rows: rows[0], rows[1], rows[2])
  }
}

extension RotationMatrix: PassedValue {
  public static var missing: RotationMatrix { .identity }
  public func pass(to bytes: inout PassedBytes) { matrix.pass(to: &bytes) }
  public init(passed bytes: inout PassedBytes) throws {
    let matrix = try Matrix3(passed: &bytes)
    let rows = (0..<3).map { Vector3(matrix[$0, 0], matrix[$0, 1], matrix[$0, 2]) }
    try self.init(rows: rows[0], rows[1], rows[2])
  }
}
