import Foundation
import Testing

extension Tag {
  /// Tests that `make prove` runs longer than `make test`, or alone.
  @Tag public static var prove: Tag
}

/// `make test` proves each behaviour once, `make prove` again and again: thousands of random sequences, floods, attacks that run
/// into their limits. A test that knows the difference has the tag `.prove`.
public enum Tier {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether this is `make prove`.
  public static let proves = environment["GIMBAL_PROVE"] != nil

  /// How often something is repeated.
  ///
  /// - Parameters:
  ///   - once: in `make test`.
  ///   - proof: in `make prove`.
  ///   - variable: a variable of the environment that says another number.
  public static func count(_ once: Int, proof: Int, or variable: String? = nil) -> Int {
    variable.flatMap { environment[$0] }.flatMap(Int.init) ?? (proves ? proof : once)
  }
}

extension Trait where Self == ConditionTrait {
  /// Tests that only `make prove` runs. They have the tag as well.
  public static var onlyProve: Self { .enabled(if: Tier.proves, "“make prove” runs it") }
}
