import Foundation

/// What a phone's page sends at a time: events in a row, with the number of the first, so that what was lost on the way can
/// be sent again and what came twice is taken once.
package struct PhoneBatch: Hashable, Sendable, Codable {
  /// The page: another one each time it is opened.
  package var page: String
  /// The phone, whose pages follow one another: the same after the page was reloaded. By default each page
  /// counts as its own phone.
  package var phone: String?
  /// The number of the first event, from 0.
  package var first: Int
  /// Whether the page no longer has the events before these: it set them aside because they were refused, or had to forget them.
  package var skips: Bool?
  /// The phone's own recording that runs when the first event comes, by the name that `recordingName` gives it.
  package var recording: String?
  /// What the page found out about itself.
  package var device: Device
  package var events: [PhoneEvent]

  package struct Device: Hashable, Sendable, Codable {
    /// Which signs the browser reports with, as far as the page can tell.
    package var convention: PhoneConvention
    /// "Safari 17 on iPhone", for the recording's notes.
    package var name: String
    /// `performance.timeOrigin`: when the page was opened, ms since 1970.
    package var origin: Double
    /// The phone's own name, at random and kept by its browser: two of a model differ in it. nil where the browser keeps nothing.
    package var phone: String?

    package init(convention: PhoneConvention, name: String, origin: Double, phone: String? = nil) {
      (self.convention, self.name, self.origin, self.phone) = (convention, name, origin, phone)
    }

    /// Whether it may be the same phone: by its own name, and by its model where one of them has none.
    package func isSamePhone(as other: Device) -> Bool {
      if let phone, let name = other.phone { return phone == name }
      return name == other.name
    }
  }

  package init(
    page: String, phone: String? = nil, first: Int, skips: Bool? = nil, recording: String? = nil, device: Device,
    events: [PhoneEvent]
  ) {
    (self.page, self.phone, self.first, self.skips, self.recording) = (page, phone, first, skips, recording)
    (self.device, self.events) = (device, events)
  }

  /// How the recording is called that begins with a page's event of this number.
  package static func recordingName(page: String, number: Int) -> String { "\(page)r\(number)" }

  /// Events in one message: ten seconds of motion and orientation at 100 Hz.
  package static let largestCount = 2000
  /// Bytes of one message.
  package static let largestSize = 512 << 10

  /// Reads a message.
  ///
  /// - Throws: `PhoneError`, whatever the bytes are.
  package init(json: Data) throws(PhoneError) {
    do {
      guard json.count <= Self.largestSize else {
        throw PhoneError.malformed("\(json.count) bytes, where \(Self.largestSize) are the most")
      }
      self = try JSONDecoder().decode(PhoneBatch.self, from: json)
      try check()
    } catch let error as PhoneError {
      throw error
    } catch let error as DecodingError {
      throw .malformed(Self.words(error))
    } catch {
      throw .malformed("it cannot be read")
    }
  }

  private func check() throws(PhoneError) {
    guard events.count <= Self.largestCount else { throw .tooMany(events.count, limit: Self.largestCount) }
    guard first >= 0, first <= 1 << 40 else { throw .malformed("the number \(first) of its first event") }
    for (name, what) in [(page, "page"), (phone, "phone"), (device.phone, "phone"), (recording, "recording")] {
      guard let name else { continue }
      guard (1...80).contains(name.utf8.count), name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
        throw .malformed("the name of the \(what) is 1 to 80 letters and digits")
      }
    }
    guard device.name.utf8.count <= 200 else { throw .malformed("the device's name is longer than 200 bytes") }
    guard device.origin.isFinite, (0...1e14).contains(device.origin) else {
      throw .malformed("the time at which the page was opened is \(device.origin)")
    }
  }

  private static func words(_ error: DecodingError) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
      return path.isEmpty ? "" : " at \(path)"
    }
    return switch error {
    case .dataCorrupted(let context): "it is not JSON, or a value is not of the expected kind\(place(context))"
    case .keyNotFound(let key, _): "“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context): "something else is expected\(place(context))"
    case .valueNotFound(_, let context): "a value is missing\(place(context))"
    @unknown default: "it cannot be read"
    }
  }
}
