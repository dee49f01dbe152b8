import Foundation

/// An event of a phone's browser as it was sent: units, signs and axis order are the browser's. `PhoneConvention` says what
/// they mean.
package enum PhoneEvent: Hashable, Sendable {
  /// A `DeviceMotionEvent`.
  case motion(Motion)
  /// A `DeviceOrientationEvent`.
  case orientation(Orientation)
  /// A reading of the Generic Sensor API's `Magnetometer`, µT, where a browser has one.
  case field(time: Double, Triple)
  /// A finger has come down on the page's large button, or has left it.
  case touch(time: Double, isDown: Bool)
  /// The person has pressed the phone's own record button; what follows belongs to a recording, or no longer does.
  case record(time: Double, isOn: Bool)

  /// Three numbers of an event, in the browser's order: x, y, z or alpha, beta, gamma.
  package struct Triple: Hashable, Sendable {
    package var first, second, third: Double

    package init(_ first: Double, _ second: Double, _ third: Double) {
      (self.first, self.second, self.third) = (first, second, third)
    }

    package var components: [Double] { [first, second, third] }
  }

  package struct Motion: Hashable, Sendable {
    /// `timeStamp`, ms since the page was opened.
    package var time: Double
    /// `accelerationIncludingGravity`, m/s².
    package var accelerationIncludingGravity: Triple
    /// `acceleration`, m/s², if the device can separate it from gravity.
    package var acceleration: Triple?
    /// `rotationRate`, °/s, where the device has a gyroscope.
    package var rotationRate: Triple?
    /// `interval`, ms.
    package var interval: Double

    package init(
      time: Double, accelerationIncludingGravity: Triple, acceleration: Triple?, rotationRate: Triple?, interval: Double
    ) {
      (self.time, self.accelerationIncludingGravity) = (time, accelerationIncludingGravity)
      (self.acceleration, self.rotationRate, self.interval) = (acceleration, rotationRate, interval)
    }
  }

  package struct Orientation: Hashable, Sendable {
    /// `timeStamp`, ms since the page was opened.
    package var time: Double
    /// `alpha`, `beta`, `gamma`, degrees.
    package var angles: Triple
    /// Whether alpha is meant from north.
    package var isAbsolute: Bool

    package init(time: Double, angles: Triple, isAbsolute: Bool) {
      (self.time, self.angles, self.isAbsolute) = (time, angles, isAbsolute)
    }
  }

  /// ms since the page was opened.
  package var time: Double {
    switch self {
    case .motion(let motion): motion.time
    case .orientation(let orientation): orientation.time
    case .field(let time, _), .touch(let time, _), .record(let time, _): time
    }
  }

  /// The event on the clock of a page that was opened so many ms earlier.
  func onClock(earlierBy offset: Double) -> PhoneEvent {
    let time = min(time + offset, Limit.time)
    switch self {
    case .motion(var motion):
      motion.time = time
      return .motion(motion)
    case .orientation(var orientation):
      orientation.time = time
      return .orientation(orientation)
    case .field(_, let field): return .field(time: time, field)
    case .touch(_, let isDown): return .touch(time: time, isDown: isDown)
    case .record(_, let isOn): return .record(time: time, isOn: isOn)
    }
  }
}

/// Why events of a phone are not taken.
package enum PhoneError: Error, Hashable, CustomStringConvertible {
  /// The message is not a batch of events.
  case malformed(String)
  /// A number of an event lies outside what any device can report.
  case outOfRange(quantity: String, value: Double, limit: Double, event: Int)
  /// More events in one message than `PhoneBatch.largestCount`.
  case tooMany(Int, limit: Int)
  /// The events are what they should be, and cannot be kept at present: the phone keeps them and sends them again.
  case notKept(String)

  /// The HTTP status of the answer.
  package var status: Int {
    if case .notKept = self { 507 } else { 400 }
  }

  package var description: String {
    switch self {
    case .malformed(let reason): "This is not a batch of events: \(reason)."
    case .outOfRange(let quantity, let value, let limit, let event):
      "Event \(event) says \(value) for \(quantity); no device can be beyond \(limit)."
    case .tooMany(let count, let limit):
      "\(count) events in one message; send at most \(limit), and the rest after them."
    case .notKept(let reason): "The studio cannot keep more at present: \(reason)"
    }
  }
}

extension PhoneEvent: Codable {
  /// Beyond these no phone's sensor reads; the accelerometers of phones end at 16 g, their gyroscopes at 2000 °/s.
  private enum Limit {
    static let acceleration = 1000.0
    static let rotationRate = 20_000.0
    static let angle = 720.0
    /// µT; magnets of a case saturate a phone's magnetometer below.
    static let field = 10_000.0
    /// Four months in ms.
    static let time = 1e10
  }

  /// Reads `["m", time, x, y, z, x, y, z, alpha, beta, gamma, interval]`, `["o", time, alpha, beta, gamma, absolute]`,
  /// `["f", time, x, y, z]`, `["t", time, down]` or `["r", time, on]`. What a browser does not know is null, all three at once.
  ///
  /// - Throws: `PhoneError`, and `DecodingError` for anything but such an array.
  package init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    let event = decoder.codingPath.last?.intValue ?? 0
    func check(_ quantity: String, _ value: Double, _ limit: Double) throws -> Double {
      guard abs(value) <= limit else {
        throw PhoneError.outOfRange(quantity: quantity, value: value, limit: limit, event: event)
      }
      return value
    }
    func triple(_ quantity: String, _ limit: Double) throws -> Triple? {
      let values = try (0..<3).map { _ in try fields.decodeIfPresent(Double.self) }
      guard let first = values[0], let second = values[1], let third = values[2] else {
        guard values.allSatisfy({ $0 == nil }) else {
          throw PhoneError.malformed("event \(event) knows \(quantity) for some axes only")
        }
        return nil
      }
      return Triple(
        try check(quantity, first, limit), try check(quantity, second, limit), try check(quantity, third, limit))
    }
    let kind = try fields.decode(String.self)
    let time = try fields.decode(Double.self)
    guard time >= 0 else { throw PhoneError.malformed("the time of event \(event) is negative") }
    _ = try check("its time in ms", time, Limit.time)
    switch kind {
    case "m":
      guard let gravity = try triple("the acceleration with gravity", Limit.acceleration) else {
        throw PhoneError.malformed("event \(event) has no acceleration with gravity")
      }
      self = .motion(
        Motion(
          time: time, accelerationIncludingGravity: gravity,
          acceleration: try triple("the acceleration", Limit.acceleration),
          rotationRate: try triple("the rotation rate", Limit.rotationRate),
          interval: try check("the interval in ms", fields.decodeIfPresent(Double.self) ?? 0, 60_000)))
    case "o":
      guard let angles = try triple("an angle", Limit.angle) else {
        throw PhoneError.malformed("event \(event) has no angles")
      }
      self = .orientation(Orientation(time: time, angles: angles, isAbsolute: try fields.decode(Int.self) == 1))
    case "f":
      guard let field = try triple("the magnetic field", Limit.field) else {
        throw PhoneError.malformed("event \(event) has no magnetic field")
      }
      self = .field(time: time, field)
    case "t": self = .touch(time: time, isDown: try fields.decode(Int.self) == 1)
    case "r": self = .record(time: time, isOn: try fields.decode(Int.self) == 1)
    default: throw PhoneError.malformed("event \(event) is of the unknown kind “\(kind.prefix(20))”")
    }
    guard fields.isAtEnd else { throw PhoneError.malformed("event \(event) has more fields than its kind") }
  }

  package func encode(to encoder: any Encoder) throws {
    func numbers(_ triple: Triple?) -> [Double?] { triple?.components ?? [nil, nil, nil] }
    let (kind, values): (String, [Double?]) =
      switch self {
      case .motion(let motion):
        (
          "m",
          [motion.accelerationIncludingGravity, motion.acceleration, motion.rotationRate].flatMap(numbers)
            + [motion.interval]
        )
      case .orientation(let orientation): ("o", numbers(orientation.angles) + [orientation.isAbsolute ? 1 : 0])
      case .field(_, let field): ("f", numbers(field))
      case .touch(_, let isDown): ("t", [isDown ? 1 : 0])
      case .record(_, let isOn): ("r", [isOn ? 1 : 0])
      }
    var fields = encoder.unkeyedContainer()
    try fields.encode(kind)
    for value in [time] + values { try fields.encode(value) }
  }
}
