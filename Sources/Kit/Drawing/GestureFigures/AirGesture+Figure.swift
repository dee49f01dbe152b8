import Figures
import Gestures
import Rotations

extension AirGesture {
  /// The path in space, and next to it what the writer saw: its projection in the frame of the mean attitude, in
  /// metres.
  ///
  /// - Throws: `RotationError.notUnique` when the attitudes have no mean.
  public func figure(size: Figure.Size? = nil) throws -> Figure {
    let seen = try projected().samples
    let locations = samples.map(\.location)
    let space = Space(
      x: FigureAxis("x", unit: "m"), y: FigureAxis("y", unit: "m"), z: FigureAxis("z", unit: "m"),
      paths: [
        Space.Path(
          x: locations.map(\.x), y: locations.map(\.y), z: locations.map(\.z), look: Look(color: .blue))
      ])
    let plane = Plane(
      x: FigureAxis("to the right", unit: "m"), y: FigureAxis("up", unit: "m"), aspect: .equal,
      [.path(x: seen.map(\.x), y: seen.map { -$0.y }, look: Look(color: .blue))])
    return Figure(
      panels: [.space(space), .plane(plane)], columns: 2, size: size ?? Figure.Size(width: 16, height: 7.5))
  }
}
