import Traces

/// A recorded stream played to a consumer, as Core Motion would: pushed, every sample in its turn; or pulled, the latest one
/// whenever the consumer asks.
///
/// Push misses nothing and makes the consumer keep up. Pull costs the consumer only what it asks for, and it
/// can tell from the timestamps how much it missed. Time is the recording's own and is passed in, so that a replay is
/// the same each time it runs.
public struct Replay<Sample: Sendable>: Sendable {
  private let samples: [Sample]
  private let times: [Double]
  private var next = 0

  /// How many samples were handed out.
  public private(set) var delivered = 0
  /// How many samples went by between two pulls and were never seen.
  public private(set) var missed = 0

  /// A replay from the first sample on.
  ///
  /// - Parameters:
  ///   - samples: in time order.
  ///   - time: reads a sample's timestamp, s.
  /// - Throws: `TraceError.backwardTime`.
  public init(_ samples: [Sample], time: (Sample) -> Double) throws(TraceError) {
    self.samples = samples
    times = samples.map(time)
    for index in times.indices.dropFirst() where !(times[index] > times[index - 1]) {
      throw .unorderedTime(times[index], after: times[index - 1], row: index)
    }
  }

  /// Pull: the latest sample at time `now`, s, or `nil` when none has come since the last pull. The ones that came before it
  /// count as ``missed``. O(samples passed).
  public mutating func pull(at now: Double) -> Sample? {
    let first = next
    while next < samples.count, times[next] <= now { next += 1 }
    guard next > first else { return nil }
    missed += next - first - 1
    delivered += 1
    return samples[next - 1]
  }

  /// Push: hands every sample up to time `now`, s, to the consumer, in order. O(samples handed out).
  public mutating func push(until now: Double, to consumer: (Sample) throws -> Void) rethrows {
    while next < samples.count, times[next] <= now {
      try consumer(samples[next])
      next += 1
      delivered += 1
    }
  }
}

extension Replay where Sample == RawSample {
  /// A replay of raw samples.
  public init(_ samples: [RawSample]) throws(TraceError) { try self.init(samples, time: \.time) }
}

extension Replay where Sample == DeviceMotion {
  /// A replay of device motion.
  public init(_ samples: [DeviceMotion]) throws(TraceError) { try self.init(samples, time: \.time) }
}

extension SampleCheck {
  /// How many samples a consumer of a stream missed between the timestamps that it saw, s, given the stream's interval, s: what
  /// Core Motion's documentation tells a pulling consumer to work out. O(n).
  ///
  /// - Throws: `TraceError` for an interval that is not positive, and for timestamps that do not increase.
  public static func missedSamples(between times: [Double], interval: Double) throws(TraceError) -> Int {
    try requirePositive("interval", interval, unit: "s")
    var missed = 0
    for index in times.indices.dropFirst() {
      let step = times[index] - times[index - 1]
      guard step > 0 else { throw .unorderedTime(times[index], after: times[index - 1], row: index) }
      let steps = (step / interval).rounded()
      guard steps < 1e15 else { throw .stepTooLong(step, limit: 1e15 * interval, row: index) }
      missed += max(0, Int(steps) - 1)
    }
    return missed
  }
}
