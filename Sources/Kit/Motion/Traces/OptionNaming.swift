internal import enum Basics.ShellWord

/// How options are called where a message is shown: `gaps: .interpolate` in a cell, `--gaps interpolate` on the command
/// line. If a recording is read without options, as `gimbal recognise` does, they are those of the command that writes
/// it again.
public enum OptionNaming: Hashable, Sendable {
  case swift, commandLine, converting

  /// What a message can tell a reader to choose.
  package enum Choice: CaseIterable {
    case interpolateGaps, keepGaps, longestPiece, dropTimes, respaceTimes, dropBadRows, withoutTruth, truth, format
    case longestFilled, proposed, over
    case largestUnpacked, run, fixedAttitude, mapping, writeMapping, scaleTime, scaleAcceleration, scaleRotation, axes
    case foundTruthClock
  }

  /// The option with its value, as one writes it.
  package func callAsFunction(_ choice: Choice, _ value: String? = nil) -> String {
    let (swift, command) = Self.names(choice, value ?? "…")
    return switch self {
    case .swift: "`\(swift)`"
    case .converting where command.hasPrefix("--"): "`gimbal trace convert RECORDING NEW.csv \(command)`"
    case .commandLine, .converting: "`\(command)`"
    }
  }

  private static func names(_ choice: Choice, _ value: String) -> (String, String) {
    switch choice {
    case .interpolateGaps: ("gaps: .interpolate", "--gaps interpolate")
    case .keepGaps: ("gaps: .keep", "--gaps keep")
    case .longestPiece: ("gaps: .longestPiece", "--gaps longest")
    case .longestFilled: ("gaps: .interpolate, longestFilled: \(value)", "--gaps interpolate --longest-filled \(value)")
    case .proposed: ("takesProposal: true", "--as-proposed")
    case .over: ("gimbal run NOTEBOOK --over \(value)", "gimbal run NOTEBOOK --over \(value)")
    case .dropTimes: ("timeDefects: .drop", "--time-defects drop")
    case .respaceTimes: ("timeDefects: .respace", "--time-defects respace")
    case .dropBadRows: ("badRows: .drop", "--drop-bad-rows")
    case .withoutTruth: ("readsTruth: false", "--no-truth")
    case .truth: ("truth: \"\(value)\"", "--truth \(ShellWord.quoted(value))")
    case .format: ("format: .\(value)", "--format \(value)")
    case .largestUnpacked: ("largestUnpacked", "largestUnpacked")
    case .run: ("run: \(value)", "--run \(value)")
    case .fixedAttitude: ("attitude: .fixed", "--fixed-attitude")
    case .mapping: ("columns: ColumnMapping(…)", "--write-mapping")
    case .writeMapping:
      (
        "gimbal trace info \(ShellWord.quoted(value)) --write-mapping",
        "gimbal trace info \(ShellWord.quoted(value)) --write-mapping"
      )
    case .scaleTime: ("correction: .init(time: \(value))", "--scale-time \(value)")
    case .scaleAcceleration: ("correction: .init(acceleration: \(value))", "--scale-acceleration \(value)")
    case .scaleRotation: ("correction: .init(rotationRate: \(value))", "--scale-rotation \(value)")
    case .foundTruthClock: ("truthClock: .found", "--find-truth-clock")
    case .axes: ("correction: .init(axes: try .init(\"\(value)\"))", "--axes=\(value)")
    }
  }
}
