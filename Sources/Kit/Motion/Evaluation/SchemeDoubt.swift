internal import Basics
import Rotations
import Stabilization
import Traces

/// A scheme whose result is not a number, or infinite, from some sample on.
public struct SchemeDoubt: Hashable, Sendable, CustomStringConvertible {
  /// The scheme's name with its parameters.
  public let label: String
  /// The first sample whose position or velocity is not finite, from 0.
  public let sample: Int
  /// Its time from the start of the recording, s.
  public let time: Double
  /// Whether it is not a number; otherwise it is infinite.
  public let isNaN: Bool

  public var description: String {
    let what = isNaN ? "is not a number" : "is infinite"
    let remedy =
      isNaN && sample == 0
      ? "the first step lasts 0 s, so the scheme must not divide by its duration: leave the motion unchanged in a step without duration"
      : isNaN
        ? "look for a division by zero or a square root of a negative number in the scheme, or a gap in the recording"
        : "the scheme grows without bound; make its rates smaller"
    let after = (time * 1000).rounded() / 1000
    return "the result of “\(label)” \(what) from sample \(sample) on, \(after) s after the start; \(remedy)"
  }
}

extension Comparison {
  /// The schemes whose results are not finite, each with the first sample at which it is not. O(samples · schemes).
  public var doubts: [SchemeDoubt] {
    runs.compactMap { run in
      let (positions, velocities) = (run.trajectory.positions, run.trajectory.velocities)
      // x − x is 0 for a finite number and for no other.
      let doubtful = positions.indices.first {
        (positions[$0] - positions[$0]) + (velocities[$0] - velocities[$0]) != .zero
      }
      return doubtful.map { index in
        SchemeDoubt(
          label: run.label, sample: index, time: trace.timestamps[index] - trace.timestamps[0],
          isNaN: [positions[index], velocities[index]].contains { $0.x.isNaN || $0.y.isNaN || $0.z.isNaN })
      }
    }
  }
}

extension Comparison {
  /// What speaks against the results, in words: of schemes that follow no movement a sentence each, and one of all that are further from the
  /// truth than standing still. Plain integration, which every scheme is meant to improve, is never named.
  var nullWarnings: [String] {
    let asked = runs.filter { $0.scheme != StandingStill.name }
    var words = asked.compactMap { run -> String? in
      switch run.nullResult {
      case .neverMoves, .shrinks: "“\(run.label)” \(run.nullResult!)"
      case .noBetter, nil: nil
      }
    }
    let worse = asked.compactMap { run -> (run: Run, share: Double)? in
      guard case .noBetter(let share) = run.nullResult else { return nil }
      return (run, share)
    }
    let named = worse.filter { !Self.plain.contains($0.run.scheme) }
    if !named.isEmpty {
      words.append(
        Self.noBetter("RMS drift", than: named.map { "“\($0.run.label)” (\(NullBaseline.words($0.share)))" }))
    }
    if let isTruthKnown, truth != nil {
      let share = (1000 * trace.truthShare).rounded() / 10
      words.append(
        "the truth of \(trace.name) is known for \(share) % of \(isTruthKnown.count) samples; scores skip the others")
    }
    return words
  }

  private static let plain = [
    Unstabilized().name, Unstabilized(rule: .euler).name, TrapezoidalIntegration().name,
  ]

  /// Whether a scheme is named where it is no better than standing still: neither that itself nor plain integration is.
  static func isToBeat(_ scheme: any Scheme) -> Bool { !(plain + [StandingStill.name]).contains(scheme.name) }

  /// The messages about schemes that are no better than standing still.
  static func noBetter(_ measure: String, than schemes: [String]) -> String {
    "\(NullBaseline.noBetter) by \(measure): \(schemes.joined(separator: ", ")). "
      + "\(schemes.count == 1 ? "It has" : "They have") not helped on this recording"
  }
}
