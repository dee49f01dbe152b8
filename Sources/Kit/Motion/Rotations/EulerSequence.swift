/// The axes that three successive turns are about, in order.
///
/// Intrinsic turns are about the axes of the turning body, extrinsic ones about axes that stay. `intrinsicZYX` first
/// turns about z, then about the y axis where it is now, then about the x axis where that is now:
/// R = Rz(first)·Ry(second)·Rx(third). `extrinsicXYZ` with the angles in reverse order is the same rotation.
/// The raw value is scipy's name: capitals for intrinsic, small letters for extrinsic.
public enum EulerSequence: String, CaseIterable, Hashable, Sendable, Codable {
  case intrinsicXYZ = "XYZ"
  case intrinsicXZY = "XZY"
  case intrinsicYXZ = "YXZ"
  case intrinsicYZX = "YZX"
  case intrinsicZXY = "ZXY"
  case intrinsicZYX = "ZYX"
  case intrinsicXYX = "XYX"
  case intrinsicXZX = "XZX"
  case intrinsicYXY = "YXY"
  case intrinsicYZY = "YZY"
  case intrinsicZXZ = "ZXZ"
  case intrinsicZYZ = "ZYZ"
  case extrinsicXYZ = "xyz"
  case extrinsicXZY = "xzy"
  case extrinsicYXZ = "yxz"
  case extrinsicYZX = "yzx"
  case extrinsicZXY = "zxy"
  case extrinsicZYX = "zyx"
  case extrinsicXYX = "xyx"
  case extrinsicXZX = "xzx"
  case extrinsicYXY = "yxy"
  case extrinsicYZY = "yzy"
  case extrinsicZXZ = "zxz"
  case extrinsicZYZ = "zyz"

  /// The sequence with this name: `"ZYX"` intrinsic, `"zyx"` extrinsic.
  ///
  /// - Throws: `RotationError.unknownEulerSequence`, with the nearest name that exists.
  public init(_ name: String) throws(RotationError) {
    guard let sequence = EulerSequence(rawValue: name) else {
      throw .unknownEulerSequence(name: name, suggestion: Self.nearest(to: name)?.rawValue)
    }
    self = sequence
  }

  /// The axes of the first, second and third turn.
  public var axes: (CoordinateAxis, CoordinateAxis, CoordinateAxis) {
    let axes = rawValue.lowercased().map { letter -> CoordinateAxis in letter == "x" ? .x : letter == "y" ? .y : .z }
    return (axes[0], axes[1], axes[2])
  }

  /// Whether the turns are about the axes of the body.
  public var isIntrinsic: Bool { rawValue.first?.isUppercase ?? false }

  /// Whether the first and third axis are the same: proper Euler angles. Else they are Tait–Bryan angles.
  public var isProper: Bool { axes.0 == axes.2 }

  /// The name of three letters that differs from `name` in the fewest places, if in at most two.
  private static func nearest(to name: String) -> EulerSequence? {
    let letters = Array(name.filter { !$0.isWhitespace && $0 != "-" })
    guard letters.count == 3 else { return nil }
    let capitals = letters.filter(\.isUppercase).count
    let cased = Array(String(letters).lowercased())
    let candidates = allCases.filter { $0.isIntrinsic == (capitals >= 2) }
    // Fewest letters to change first; among equals, the one that changes them latest.
    func changes(_ sequence: EulerSequence) -> (count: Int, first: Int) {
      let changed = zip(sequence.rawValue.lowercased(), cased).map { $0 != $1 }
      return (changed.filter { $0 }.count, -(changed.firstIndex(of: true) ?? 3))
    }
    return candidates.min { changes($0) < changes($1) }.flatMap { changes($0).count <= 2 ? $0 : nil }
  }
}
