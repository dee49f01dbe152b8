internal import Basics
import Foundation
import Fusion
import Traces

/// The events of a recording as they were sent, with what is known about the device. The trace is computed from them, so that
/// nothing is lost by a conversion: the same events give the same trace.
package struct PhoneRecording: Hashable, Sendable {
  /// What one page of the phone sent: its times count from when it was opened.
  package struct Page: Hashable, Sendable {
    package var device: PhoneBatch.Device
    package var events: [PhoneEvent]
  }

  /// At least one; more where the phone's page was loaded again while it recorded.
  package private(set) var pages: [Page]
  /// The lines of the file, from 1, that could not be read.
  package private(set) var damagedLines: [Int] = []

  package init(device: PhoneBatch.Device, events: [PhoneEvent] = []) {
    pages = [Page(device: device, events: events)]
  }

  package mutating func append(_ more: some Sequence<PhoneEvent>) {
    pages[pages.count - 1].events.append(contentsOf: more)
  }

  /// Appends events of one of the phone's pages, which may be new.
  package mutating func append(_ more: some Sequence<PhoneEvent>, from device: PhoneBatch.Device) {
    let page = pages.firstIndex { $0.device == device } ?? pages.count
    if page == pages.count { pages.append(Page(device: device, events: [])) }
    pages[page].events.append(contentsOf: more)
  }

  /// The page that was opened first.
  package var device: PhoneBatch.Device {
    pages.lazy.map(\.device).min { $0.origin < $1.origin } ?? pages[0].device
  }

  /// All events: where there are several pages, on the clock of the one that was opened first and in the order of their
  /// times. O(1) for one page, O(n log n) for more.
  package var events: [PhoneEvent] {
    guard pages.count > 1 else { return pages[0].events }
    let origin = device.origin
    let all = pages.flatMap { page in
      page.events.map { $0.onClock(earlierBy: page.device.origin - origin) }
    }
    return all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

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
    let events = self.events
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
    if pages.count > 1 {
      notes.append("the phone's page was loaded again: its clocks are joined by the times at which it was opened")
    }
    if !damagedLines.isEmpty {
      let lines =
        damagedLines.prefix(5).map(String.init).joined(separator: ", ") + (damagedLines.count > 5 ? ", …" : "")
      notes.append(
        "\(Counting.words(damagedLines.count, "line")) could not be read and its contents are left out: \(lines)")
    }
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

  /// The readings of the sensors themselves, with the signs that gravity says, for a calibration; and whether the rotation rates are
  /// among them. A reading of the magnetic field is that of the next sample.
  package var readings: (samples: [RawSample], hasGyroscope: Bool) {
    let sign = -converted(device.convention).state.convention.sign
    var (samples, hasGyroscope) = ([RawSample](), true)
    var field: PhoneEvent.Triple?
    for event in events {
      if case .field(_, let new) = event { field = new }
      guard case .motion(let motion) = event else { continue }
      let time = motion.time / 1000
      if let last = samples.last, time < last.time + SampleQuality.shortestStep {
        // One wrong clock reading costs itself alone, as in `PhoneMotion`.
        let before = samples.dropLast().last?.time ?? -.infinity
        guard last.time - time > PhoneMotion.leap / 1000, time >= before + SampleQuality.shortestStep else { continue }
        samples.removeLast()
      }
      hasGyroscope = hasGyroscope && motion.rotationRate != nil
      samples.append(
        RawSample(
          time: time, rotationRate: (motion.rotationRate?.vector ?? .zero) * (.pi / 180),
          specificForce: motion.accelerationIncludingGravity.vector * sign, magneticField: field?.vector))
      field = nil
    }
    return (samples, hasGyroscope && !samples.isEmpty)
  }

  private func converted(_ convention: PhoneConvention) -> (samples: [MotionSample], state: PhoneMotion) {
    var state = PhoneMotion(convention: convention)
    var samples = events.flatMap { state.take($0) } + state.finish()
    // Samples that were sent on before later ones showed that their time is ahead.
    var earliest = Double.infinity
    for index in samples.indices.reversed() where state.losses.timeAhead > 0 {
      if samples[index].timestamp < earliest { earliest = samples[index].timestamp } else { samples.remove(at: index) }
    }
    return (samples, state)
  }
}

extension PhoneRecording {
  /// Lines of JSON: for each page the device, then each event as it was sent. Numbers read back to the same value.
  package var text: String { pages.map { Self.header($0.device) + Self.lines($0.events) }.joined() }

  /// The line before the events of a page.
  package static func header(_ device: PhoneBatch.Device) -> String { line(device) }

  /// A line for each event.
  package static func lines(_ events: some Sequence<PhoneEvent>) -> String { events.map(line).joined() }

  private static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: (try? encoder.encode(value)) ?? Data(), as: UTF8.self) + "\n"
  }

  /// Reads such lines. One that was torn, as by a power failure or a full disk, costs itself and is noted; an event that was
  /// written behind a torn one on the same line is read. O(bytes).
  ///
  /// - Throws: `PhoneError` when the first line does not describe the device.
  package init(lines: Data) throws(PhoneError) {
    let decoder = JSONDecoder()
    func device(_ line: Data) -> PhoneBatch.Device? {
      line.first == UInt8(ascii: "{") ? try? decoder.decode(PhoneBatch.Device.self, from: line) : nil
    }
    func event(_ line: Data) -> PhoneEvent? {
      // In its own array, since an event says its place in one.
      try? decoder.decode([PhoneEvent].self, from: Data("[".utf8) + line + Data("]".utf8)).first
    }
    let all = lines.split(separator: 10, omittingEmptySubsequences: false)
    guard let first = all.first.flatMap(device) else {
      throw .malformed("its first line does not describe the device")
    }
    self.init(device: first)
    var page = first
    for (index, line) in all.enumerated().dropFirst() where !line.isEmpty {
      if let event = event(line) {
        append(CollectionOfOne(event), from: page)
      } else if let device = device(line) {
        page = device
      } else {
        damagedLines.append(index + 1)
        guard let start = line.range(of: Data("[\"".utf8), options: .backwards), start.lowerBound > line.startIndex
        else { continue }
        if let event = event(line[start.lowerBound...]) { append(CollectionOfOne(event), from: page) }
      }
    }
  }
}

/// How evenly samples came.
package struct SampleQuality: Hashable, Sendable, CustomStringConvertible {
  /// Samples.
  package let count: Int
  /// Hz, from the median step.
  package let rate: Double
  /// Standard deviation of the steps that are not gaps, ms.
  package let jitter: Double
  /// Samples that are missing: each step is compared with the median step.
  package let dropped: Int

  /// Seconds. No browser tells shorter times apart, so two samples that are closer, or in the wrong order, do not count as a step.
  package static let shortestStep = 1e-6

  /// The quality of these times in seconds, whatever they are. O(n log n).
  package init(times: [Double]) {
    count = times.count
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 >= Self.shortestStep }
    let median = steps.isEmpty ? 0 : Basics.median(of: steps)
    rate = median > 0 ? 1 / median : 0
    let usual = steps.filter { $0 < 1.5 * median }
    let mean = usual.isEmpty ? 0 : usual.reduce(0, +) / Double(usual.count)
    let square = usual.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    jitter = usual.count > 1 ? (square / Double(usual.count - 1)).squareRoot() * 1000 : 0
    dropped = steps.reduce(0) { $0 + Self.missing(in: $1, usual: median) }
  }

  /// Seconds without a sample that are no rest: the page was hidden, or the phone away. Readers bridge no more.
  package static let longestBridged = 0.2

  /// The pauses between these times, s: where each begins, from the first time on, and how long it is. O(n).
  package static func pauses(in times: [Double]) -> [(start: Double, length: Double)] {
    zip(times, times.dropFirst()).filter { $1 - $0 > longestBridged }.map { ($0 - times[0], $1 - $0) }
  }

  /// Samples that are missing in a step where a usual step is so long: none where the usual step is not positive, and a
  /// million at most, whatever the numbers are.
  package static func missing(in step: Double, usual: Double) -> Int {
    guard usual > 0, step > usual else { return 0 }
    return Int(min(step / usual, 1e6).rounded()) - 1
  }

  package var description: String {
    String(format: "%d samples at %.1f Hz, jitter %.1f ms, %d missing", count, rate, jitter, dropped)
  }
}
