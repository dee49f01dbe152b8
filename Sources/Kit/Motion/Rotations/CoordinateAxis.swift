/// One of the three coordinate axes.
public enum CoordinateAxis: Int, CaseIterable, Hashable, Sendable, Codable {
  case x, y, z

  /// The vector of length 1 along the axis.
  public var vector: Vector3 {
    switch self {
    case .x: Vector3(1, 0, 0)
    case .y: Vector3(0, 1, 0)
    case .z: Vector3(0, 0, 1)
    }
  }
}
