import Evaluation
import Figures
import Rotations
import Simulation
import Stabilization
import Traces

/// Onto which plane of the reference frame a trajectory is projected.
public enum TrajectoryPlane: Hashable, Sendable {
  /// From above: x to the right, y up.
  case plan
  /// From the front: x to the right, z up.
  case front
  /// From the side: y to the right, z up.
  case side
  /// Whichever of the three shows most of the truth, or of the scheme that stays nearest where there is none.
  case widest
}

extension Comparison {
  /// The path of each scheme, projected onto a plane, with the truth if it is known.
  ///
  /// A scheme that says how uncertain it is has ellipses at eight places: with 95 % probability the device is in them.
  ///
  /// Both axes have one scale. A ring marks the start, a filled marker each end; a grey cross is where standing still stays. A scheme that reaches eight times
  /// further than the median of the others is cut off at the frame, and its name says how far it goes.
  ///
  /// - Parameter without: the schemes that are not drawn, by their names, with or without parameters.
  /// - Complexity: O(samples · schemes), apart from the reduction of long paths.
  public func trajectoryFigure(
    without hidden: String..., plane: TrajectoryPlane = .widest, size: Figure.Size? = nil
  ) -> Figure {
    without(hidden).trajectoryFigure(plane, size, unknown(hidden))
  }

  private func trajectoryFigure(_ plane: TrajectoryPlane, _ size: Figure.Size?, _ unknown: [Mark]) -> Figure {
    let paths = namedPaths
    let (across, up) = axes(of: plane, paths.map(\.positions))
    let limits = FigureAxis.Limits.focused(factor: 8, within: usualReach(paths.map(\.positions)))
    return Figure(
      x: FigureAxis(across.name, unit: "m", limits: limits),
      y: FigureAxis(up.name, unit: "m", limits: limits), aspect: .equal, size: size,
      paths.map { path in
        let points = path.positions.filter(\.isFinite)
        return .path(path.name, x: points.map { $0[across.rawValue] }, y: points.map { $0[up.rawValue] })
      } + ellipses(across, up) + standingStillMark(across, up) + unknown)
  }

  /// The path of each scheme in space, with the truth if it is known.
  ///
  /// All three axes have one scale; thin shadows on the floor tell height from depth. A scheme that reaches eight times
  /// further than the median of the others leaves the box.
  public func trajectory3DFigure(view: Space.View = .standard, size: Figure.Size? = nil) -> Figure {
    let limits = FigureAxis.Limits.focused(factor: 8, within: usualReach(namedPaths.map(\.positions)))
    func axis(_ name: String) -> FigureAxis { FigureAxis(name, unit: "m", limits: limits) }
    return Figure(
      Space(
        x: axis("x"), y: axis("y"), z: axis("z"),
        paths: namedPaths.map { path in
          Space.Path(
            path.name, x: drawable(path.positions.map(\.x)), y: drawable(path.positions.map(\.y)),
            z: drawable(path.positions.map(\.z)))
        }, view: view), size: size)
  }

  /// The start, where the truth says that the device left it.
  private func standingStillMark(_ across: CoordinateAxis, _ up: CoordinateAxis) -> [Mark] {
    guard let start = truth?.first, truth?.contains(where: { $0 != start }) == true,
      !runs.contains(where: { $0.scheme == StandingStill.name })
    else { return [] }
    return [.points(StandingStill.name, x: [start[across.rawValue]], y: [start[up.rawValue]])]
  }

  private var namedPaths: [(name: String, positions: [Vector3])] {
    let known = truth.map { [(name: "truth", positions: $0)] } ?? []
    return known + zip(names, runs).map { (name: $0, positions: $1.trajectory.positions) }
  }

  /// How far the movement itself goes: along an axis in which the device hardly moves, an error of that size is shown,
  /// and does not count as a runaway.
  private func usualReach(_ paths: [[Vector3]]) -> Double {
    paths.map(usualLength).filter { $0 > 0 }.min() ?? 0
  }

  private func axes(of plane: TrajectoryPlane, _ paths: [[Vector3]]) -> (CoordinateAxis, CoordinateAxis) {
    switch plane {
    case .plan: return (.x, .y)
    case .front: return (.x, .z)
    case .side: return (.y, .z)
    case .widest:
      func reach(_ path: [Vector3]) -> Double { path.reduce(0) { $1.isFinite ? max($0, $1.length) : $0 } }
      // A device that did not move has no extent to go by.
      let moving = truth.flatMap { reach($0) > 0 ? $0 : nil }
      guard let path = moving ?? paths.filter({ reach($0) > 0 }).min(by: { reach($0) < reach($1) }) else {
        return (.x, .y)
      }
      let extents = CoordinateAxis.allCases.map { axis -> Double in
        let values = path.map { $0[axis.rawValue] }.filter(\.isFinite)
        return (values.max() ?? 0) - (values.min() ?? 0)
      }
      let thinnest = CoordinateAxis.allCases.min { extents[$0.rawValue] < extents[$1.rawValue] }
      let seen = CoordinateAxis.allCases.filter { $0 != thinnest }
      return (seen[0], seen[1])
    }
  }
}

extension Vector3 {
  /// Whether all three components can be drawn.
  var isFinite: Bool { x.magnitude <= 1e100 && y.magnitude <= 1e100 && z.magnitude <= 1e100 }
}
