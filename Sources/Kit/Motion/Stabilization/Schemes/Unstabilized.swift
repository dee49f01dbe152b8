import Traces

/// Strapdown integration as it is, twice: nothing keeps the result from flying off.
public struct Unstabilized: Scheme, Hashable {
  /// How one step is integrated.
  public enum Rule: Hashable, Sendable {
    /// Exact for an acceleration that is constant over the step.
    case splitStep
    /// The lab's first form, which moves twice too far in one step.
    case euler
  }

  /// How one step is integrated.
  public var rule: Rule

  /// Double integration by this rule.
  @inlinable
  public init(rule: Rule = .splitStep) { self.rule = rule }

  public var name: String { rule == .splitStep ? "none" : "Euler" }

  @inlinable @inline(__always)
  public mutating func advance(_ motion: inout Motion, by step: Step) {
    switch rule {
    case .splitStep: motion.splitStep(step)
    case .euler: motion.eulerStep(step)
    }
  }
}

extension Scheme where Self == Unstabilized {
  /// The split step alone.
  public static var none: Unstabilized { Unstabilized() }
  /// The lab's first form of the integration, kept for teaching.
  public static var euler: Unstabilized { Unstabilized(rule: .euler) }
}
