import Rotations
import Traces

/// Velocity and position become 0 when the stroke ends: when the finger leaves the screen ([course](https://6808.github.io/labs/lab3.html), section 2C).
///
/// It is useful where every stroke counts for itself; between strokes the base scheme integrates on.
public struct ResetOnRelease<Base: Scheme>: Scheme {
  /// What integrates.
  public var base: Base
  /// Seconds on the recording's clock at which strokes end; nil for the lifts that the recording knows of. Given times replace the lifts:
  /// without any time it never resets. A time at the first sample or before it has no effect, since the integration starts there.
  public let releases: [Double]?

  private var wasTouching = false
  /// The first release that is still to come; nil before the first sample.
  private var next: Int?

  /// `base`, set to 0 at these times in s, or at each lift where none are given.
  public init(over base: Base, releases: [Double]? = nil) {
    self.base = base
    self.releases = releases?.sorted()
  }

  public var name: String { "reset on release" }
  public var parameters: [SchemeParameter] {
    [releases.map { SchemeParameter("releases", $0, unit: "s") } ?? SchemeParameter("releases", "lifts")]
  }
  public var underlying: (any Scheme)? { base }

  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self { ResetOnRelease(over: base.fresh, releases: releases) }

  @inline(__always)
  public mutating func advance(_ motion: inout Motion, by step: Step) {
    base.advance(&motion, by: step)
    guard let releases else {
      if wasTouching, step.isTouching == false { motion = .zero }
      wasTouching = step.isTouching ?? false
      return
    }
    var coming = next ?? releases.firstIndex { $0 > step.time } ?? releases.count
    let first = coming
    while coming < releases.count, releases[coming] <= step.time { coming += 1 }
    next = coming
    if coming > first { motion = .zero }
  }

  public mutating func beginWholePass(of count: Int) { base.beginWholePass(of: count) }
  public var passesRevisionsOn: Bool { true }
  public var rewritesPast: Bool { base.rewritesPast }
  public var hasRevision: Bool { base.hasRevision }
  public mutating func revise(_ past: inout Trajectory) { base.revise(&past) }
  public mutating func finish(_ past: inout Trajectory) { base.finish(&past) }

  public func check() throws(TraceError) {
    for release in releases ?? [] where !release.isFinite {
      throw .invalidParameter("release", value: release, expected: "a time in s")
    }
  }

  /// - Throws: `TraceError.missingQuantity` also when neither the trace nor the scheme says when strokes end.
  public func check(_ trace: Trace) throws(TraceError) {
    try check()
    if trace.isTouching == nil, releases == nil {
      throw .missingQuantity(
        "isTouching", neededBy: name, remedy: "give the times at which strokes end: `.resetOnRelease(at: [1.5, 3])`")
    }
  }
}

extension Scheme where Self == ResetOnRelease<Unstabilized> {
  /// The split step, set to 0 whenever the finger leaves the screen.
  public static var resetOnRelease: ResetOnRelease<Unstabilized> { ResetOnRelease(over: Unstabilized()) }

  /// The split step, set to 0 at these times and no others, in seconds on the recording's clock.
  public static func resetOnRelease(at releases: [Double]) -> ResetOnRelease<Unstabilized> {
    ResetOnRelease(over: Unstabilized(), releases: releases)
  }
}

extension Scheme {
  /// This scheme, set to 0 at the given times in seconds, or whenever the finger leaves the screen where none are given.
  public func resettingOnRelease(at releases: [Double]? = nil) -> ResetOnRelease<Self> {
    ResetOnRelease(over: self, releases: releases)
  }
}
