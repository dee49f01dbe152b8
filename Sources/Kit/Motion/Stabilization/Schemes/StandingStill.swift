internal import Basics
import Traces

/// The scheme that does nothing: the device stays where the integration starts, whatever the sensors say.
///
/// It is what every other scheme has to beat. A scheme that is further from the truth than standing still has made the result worse, and
/// one that never moves has a closing error of 0 and no residual speed without any merit.
public struct StandingStill: Scheme, Hashable {
  /// Standing still.
  public init() {}

  /// What tables and legends call it.
  public static let name = NullBaseline.name

  public var name: String { Self.name }

  /// The position stays, the velocity is 0.
  @inline(__always)
  public mutating func advance(_ motion: inout Motion, by step: Step) { motion.velocity = .zero }
}

extension Scheme where Self == StandingStill {
  /// Nothing moves: what every other scheme has to beat.
  public static var still: StandingStill { StandingStill() }
}
