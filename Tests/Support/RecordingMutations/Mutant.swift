import Foundation
import Recordings
import Rotations
import Simulation
import Traces

/// A specimen with a defect, made from a seed, and the options with which it is read.
public struct Mutant: Sendable {
  public var specimen: Specimen
  public var options: Trace.ReadingOptions
  /// Whether a trace is read, with its attitude estimated where there is none, or the bare readings.
  public var readsTrace: Bool
  /// Whether the file is looked at instead, as `gimbal trace info` does.
  public var looks: Bool

  /// - Parameter format: Only specimens of this format; nil for all.
  public init(seed: UInt64, format: TraceFormat? = nil) {
    var random = SeededRandom(seed: seed)
    let choice = Specimen.all.filter { format == nil || $0.format == format }
    specimen = choice[random.below(choice.count)]
    let other = Specimen.all[random.below(Specimen.all.count)]
    options = Self.options(specimen, &random)
    readsTrace = random.uniform() < 0.3
    looks = random.uniform() < 0.15
    for _ in 0..<(random.uniform() < 0.7 ? 1 : 1 + random.below(5)) {
      let names = specimen.files.keys.sorted()
      let name = names[random.below(names.count)]
      let otherText = Array(other.files.values.first ?? Data())
      let mutation = TextMutation.allCases[random.below(TextMutation.allCases.count)]
      let before = Array(specimen.files[name]!)
      // Mutations that multiply may follow each other.
      guard before.count < 4_000_000 else { continue }
      specimen.files[name] = Data(mutation.apply(to: before, other: otherText, &random))
    }
    if specimen.files.count > 1, random.uniform() < 0.1 {
      specimen.files[specimen.files.keys.sorted()[random.below(specimen.files.count)]] = nil
    }
    if random.uniform() < 0.3 { pack(&random) }
  }

  /// Reads the mutant.
  ///
  /// - Returns: nil when it was refused with an `InertialError`; otherwise what a trace must not be, or "" when all is well.
  public func read() -> String? {
    do {
      if looks {
        let inspection = try TraceInspection(contentsOf: specimen.path, in: specimen.files, options: options)
        return inspection.message(naming: .commandLine).isEmpty ? "an inspection without words" : ""
      }
      if readsTrace {
        let trace = try Trace(contentsOf: specimen.path, in: specimen.files, options: options)
        return Self.defect(of: trace)
      }
      let recording = try RawRecording(contentsOf: specimen.path, in: specimen.files, options: options)
      return Self.defect(of: recording)
    } catch let error as any InertialError {
      // The words are made too.
      return error.description.isEmpty ? "an error without words" : nil
    } catch {
      return "an error of another kind: \(error)"
    }
  }

  /// What the public initialiser would refuse.
  private static func defect(of trace: Trace) -> String {
    do {
      _ = try Trace(
        timestamps: trace.timestamps, attitude: trace.attitude, userAcceleration: trace.userAcceleration,
        rotationRate: trace.rotationRate, gravity: trace.gravity, magneticField: trace.magneticField,
        truePosition: trace.truePosition, trueAttitude: trace.trueAttitude, isTouching: trace.isTouching)
      return ""
    } catch { return "a trace that is none: \(error)" }
  }

  private static func defect(of recording: RawRecording) -> String {
    let count = recording.timestamps.count
    if count == 0 { return "a recording without samples" }
    if zip(recording.timestamps, recording.timestamps.dropFirst()).contains(where: { !($0 < $1) }) {
      return "time that does not rise"
    }
    if !recording.timestamps.allSatisfy(\.isFinite) { return "time that is not finite" }
    let vectors = [recording.specificForce, recording.rotationRate, recording.magneticField].compactMap { $0 }
    if vectors.contains(where: { $0.count != count }) { return "arrays of different lengths" }
    for vector in vectors.joined() where !(vector.x.isFinite && vector.y.isFinite && vector.z.isFinite) {
      return "a reading that is not finite"
    }
    if let attitude = recording.attitude, attitude.count != count { return "attitudes of another length" }
    if let truth = recording.truePosition, truth.count != count { return "truth of another length" }
    return ""
  }

  private static func options(_ specimen: Specimen, _ random: inout SeededRandom) -> Trace.ReadingOptions {
    var options = Trace.ReadingOptions(oxiod: .raw)
    switch random.below(4) {
    case 0: options.format = TraceFormat.allCases[random.below(TraceFormat.allCases.count)]
    case 1: break
    default: options.format = specimen.format
    }
    options.badRows = random.uniform() < 0.4 ? .drop : .refuse
    options.timeDefects = [.refuse, .drop, .respace][random.below(3)]
    options.gaps = [.bridge, .refuse, .keep, .interpolate, .longestPiece][random.below(5)]
    if random.uniform() < 0.1 { options.attitude = .fixed }
    if random.uniform() < 0.05 { options.run = random.below(4) }
    if random.uniform() < 0.1 { options.truth = Specimen.truthPath }
    if random.uniform() < 0.05 {
      options.correction = .init(
        time: [1, 1e-3, 0, .nan, 1e300][random.below(5)], acceleration: [1, 9.8, -1, 1e300][random.below(4)],
        rotationRate: [1, .pi / 180, .infinity][random.below(3)], axes: (try? .init("-y,x,z")) ?? .standard)
    }
    options.threads = 1 + random.below(2)
    options.readsTruth = random.uniform() < 0.8
    // A bomb of a gigabyte takes seconds; that the limit holds is seen as well with less.
    options.largestUnpacked = random.uniform() < 0.1 ? random.below(2000) : 1 << 24
    if random.uniform() < 0.2 {
      options.oxiod = OxIODOptions(
        leadingRows: random.below(4), trailingRows: random.below(4))
    }
    if random.uniform() < 0.05 { options.columns = mapping(&random) }
    return options
  }

  /// A mapping that may make no sense.
  private static func mapping(_ random: inout SeededRandom) -> ColumnMapping {
    func names(_ usual: Int) -> [String] {
      (0..<(random.uniform() < 0.8 ? usual : random.below(6))).map { _ in "\(1 + random.below(16))" }
    }
    func columns() -> ColumnMapping.Columns {
      .init(names(3), scale: random.uniform() < 0.2 ? [.nan, .infinity, 0, 1e300, -1][random.below(5)] : 1)
    }
    return ColumnMapping(
      time: random.uniform() < 0.5
        ? .column("1", scale: [1, 1e-9, 0, -1, .nan][random.below(5)])
        : .rate([100, 0, -1, .nan, .leastNonzeroMagnitude][random.below(5)]),
      attitude: random.uniform() < 0.5 ? .quaternion(names(4)) : .rollPitchYaw(names(3)),
      userAcceleration: random.uniform() < 0.7 ? columns() : nil,
      specificForce: random.uniform() < 0.3 ? columns() : nil,
      rotationRate: random.uniform() < 0.3 ? columns() : nil,
      trueAttitude: random.uniform() < 0.2 ? names(4) : nil)
  }
}
