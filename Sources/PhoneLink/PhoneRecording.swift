internal import Basics
import Foundation
import Inertial

/// The events of a recording as they were sent, with what is known about the device. The trace is computed from them, so that
/// nothing is lost by a conversion: the same events give the same trace.
package struct PhoneRecording: Hashable, Sendable {
  package var device: PhoneBatch.Device
  package private(set) var events: [PhoneEvent] = []

  package init(device: PhoneBatch.Device, events: [PhoneEvent] = []) { (self.device, self.events) = (device, events) }

  package mutating func append(_ more: some Sequence<PhoneEvent>) { events.append(contentsOf: more) }

  /// The times of the first and the last motion event, ms; nil without one.
  package var span: ClosedRange<Double>? {
    var span: ClosedRange<Double>?
    for case .motion(let motion) in events {
      span = min(span?.lowerBound ?? motion.time, motion.time)...max(span?.upperBound ?? motion.time, motion.time)
    }
    return span
  }

  /// The events of these seconds from the first motion event on, and the orientation that holds at their beginning.
  package func trimmed(to seconds: ClosedRange<Double>) -> PhoneRecording {
    guard let span else { return self }
    let range = (span.lowerBound + seconds.lowerBound * 1000)...(span.lowerBound + seconds.upperBound * 1000)
    let before = events.last { event in
      if case .orientation = event { event.time < range.lowerBound } else { false }
    }
    return PhoneRecording(
      device: device, events: (before.map { [$0] } ?? []) + events.filter { range.contains($0.time) })
  }

  /// The recording in the project's convention, with what a reader should know in its notes.
  ///
  /// - Throws: `TraceError` when nothing can be integrated.
  package func trace(named name: String) throws(TraceError) -> Trace {
    var motion = converted(device.convention)
    // Gravity may have spoken after the first samples: all of them get the signs that it says.
    let isCorrected = motion.state.isConventionCorrected
    if isCorrected { motion = converted(motion.state.convention) }
    let samples = motion.samples
    guard !samples.isEmpty else { throw .empty(what: "sample with an attitude") }
    let hasRate = samples.allSatisfy { $0.rotationRate != nil }
    var notes = ["recorded by \(device.name)"] + motion.state.remarks
    if isCorrected { notes.append("the page announced the other signs; gravity at rest says these") }
    let quality = SampleQuality(times: samples.map(\.timestamp))
    notes.append(quality.description)
    return try Trace(
      name: name, timestamps: samples.map(\.timestamp), attitude: samples.map(\.attitude),
      userAcceleration: samples.map(\.userAcceleration),
      rotationRate: hasRate ? samples.compactMap(\.rotationRate) : nil,
      gravity: samples.compactMap(\.gravity),
      isTouching: samples.contains { $0.isTouching == true } ? samples.map { $0.isTouching == true } : nil, notes: notes
    )
  }

  private func converted(_ convention: PhoneConvention) -> (samples: [MotionSample], state: PhoneMotion) {
    var state = PhoneMotion(convention: convention)
    let samples = events.flatMap { state.take($0) } + state.finish()
    return (samples, state)
  }
}

extension PhoneRecording {
  /// Lines of JSON: the device, then each event as it was sent. Numbers read back to the same value.
  package var text: String { Self.header(device) + Self.lines(events) }

  /// The first line.
  package static func header(_ device: PhoneBatch.Device) -> String { line(device) }

  /// A line for each event.
  package static func lines(_ events: some Sequence<PhoneEvent>) -> String { events.map(line).joined() }

  private static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self) + "\n"
  }

  /// Reads such lines; a last line that was cut off, as by a power failure, is left out.
  ///
  /// - Throws: `PhoneError` naming the line.
  package init(text: String) throws(PhoneError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    let decoder = JSONDecoder()
    guard let first = lines.first, let device = try? decoder.decode(PhoneBatch.Device.self, from: Data(first.utf8))
    else { throw .malformed("its first line does not describe the device") }
    self.init(device: device)
    events.reserveCapacity(lines.count)
    for (number, line) in lines.enumerated().dropFirst() {
      // In an array of its own, since an event says its place in one.
      guard let event = try? decoder.decode([PhoneEvent].self, from: Data("[\(line)]".utf8)) else {
        if number == lines.count - 1, !text.hasSuffix("\n") { break }
        throw .malformed("line \(number + 1) is no event")
      }
      events += event
    }
  }
}

/// How evenly samples came.
package struct SampleQuality: Hashable, Sendable, CustomStringConvertible {
  /// Samples.
  package let count: Int
  /// Hz, from the median step.
  package let rate: Double
  /// Standard deviation of the steps that are no gaps, ms.
  package let jitter: Double
  /// Samples that are missing: each step is compared with the median step.
  package let dropped: Int

  /// The quality of these times in seconds. O(n log n).
  package init(times: [Double]) {
    count = times.count
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let median = steps.isEmpty ? 0 : Basics.median(of: steps)
    rate = median > 0 ? 1 / median : 0
    let usual = steps.filter { $0 < 1.5 * median }
    let mean = usual.isEmpty ? 0 : usual.reduce(0, +) / Double(usual.count)
    let square = usual.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    jitter = usual.count > 1 ? (square / Double(usual.count - 1)).squareRoot() * 1000 : 0
    dropped = median > 0 ? steps.reduce(0) { $0 + max(0, Int(min($1 / median, 1e9).rounded()) - 1) } : 0
  }

  package var description: String {
    String(format: "%d samples at %.1f Hz, jitter %.1f ms, %d missing", count, rate, jitter, dropped)
  }
}
