import EmbeddedFiles
import Foundation
import LocalServer

/// All that a phone can ask for: the page, to be let in, and that its events are taken. No request reads a file or starts
/// anything.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /TOKEN` | the phone's page |
/// | `POST /join`, body TOKEN | a key, once |
/// | `POST /events`, `Authorization: Bearer KEY`, body a `PhoneBatch` | the number of the next event, and what the studio does |
///
/// The number of the next event acknowledges those before it: the parts of a recording are on the disk then. 507 says
/// why none of a batch can be kept at present, 429 that it came too fast: the phone keeps its events and sends them
/// again.
///
/// Samples go by `fetch` and not through a WebSocket: Safari on iOS refuses WebSockets over a certificate that a person had to
/// accept (WebKit bug 145819), while it lets pages use such a connection.
package struct PhoneService: Sendable {
  /// What the studio says to a batch.
  package struct Answer: Codable, Hashable, Sendable {
    /// The number of the event that is expected next.
    package var next: Int
    package var isRecording: Bool
    /// What the person with the phone should know.
    package var words: String?

    package init(next: Int, isRecording: Bool, words: String? = nil) {
      (self.next, self.isRecording, self.words) = (next, isRecording, words)
    }
  }

  /// Limits for phones, which nobody on the network has to be.
  package static let limits: Listener.Limits = {
    var limits = Listener.Limits()
    (limits.connections, limits.perAddress) = (24, 8)
    (limits.requestTime, limits.idleTime) = (10, 60)
    (limits.answerTime, limits.unreadTime, limits.drainTime) = (10, 10, 10)
    (limits.head, limits.body) = (StrictRequest.largestHead, PhoneBatch.largestSize)
    return limits
  }()

  private let door: PhoneDoor
  private let take: @Sendable (PhoneBatch) throws(PhoneError) -> Answer

  /// A service for phones that come through the door; `take` takes events in, or throws `PhoneError.notKept`.
  package init(door: PhoneDoor, take: @escaping @Sendable (PhoneBatch) throws(PhoneError) -> Answer) {
    (self.door, self.take) = (door, take)
  }

  /// The answer to a request that the listener's guard allows.
  package func answer(_ request: StrictRequest, _ resource: String) -> StrictReply {
    switch (request.method, resource) {
    case ("POST", "join"): return join(String(decoding: request.body.prefix(100), as: UTF8.self))
    case ("POST", "events"): return events(request)
    case ("GET", let token):
      guard !token.contains("/"), door.knows(token: token) else {
        return StrictReply(
          403, Self.page(refusal: PhoneDoor.Refusal.unknownToken.description), type: "text/html; charset=utf-8",
          headers: ["Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"])
      }
      return StrictReply(
        200, PhonePage.text(nonce: token), type: "text/html; charset=utf-8",
        headers: ["Content-Security-Policy": PhonePage.policy(nonce: token)])
    default: return StrictReply(404, "There is nothing here.")
    }
  }

  private func join(_ token: String) -> StrictReply {
    do throws(PhoneDoor.Refusal) {
      return StrictReply(200, try door.join(token: token))
    } catch {
      return StrictReply(403, error.description)
    }
  }

  private func events(_ request: StrictRequest) -> StrictReply {
    let authorization = request.headers["authorization"] ?? ""
    guard authorization.hasPrefix("Bearer ") else { return StrictReply(403, PhoneDoor.Refusal.unknownKey.description) }
    do {
      try door.admit(key: String(authorization.dropFirst(7)), size: request.body.count)
      let batch = try PhoneBatch(json: request.body)
      try door.admit(events: batch.events.count)
      return .json(try take(batch))
    } catch let refusal as PhoneDoor.Refusal {
      return StrictReply(refusal == .tooFast ? 429 : 403, refusal.description)
    } catch {
      return StrictReply((error as? PhoneError)?.status ?? 400, "\(error)")
    }
  }

  private static func page(refusal: String) -> String {
    "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
      + "<meta name=\"color-scheme\" content=\"light dark\"><title>Gimbal</title>"
      + "<body style=\"font: 1.1rem/1.5 sans-serif; margin: 2rem\"><main><h1>Gimbal</h1><p>\(refusal)</p></main></html>"
  }
}

/// The page that the phone shows.
package enum PhonePage {
  /// What the page may do: its own script and style, and requests to where it came from.
  static func policy(nonce: String) -> String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
  }

  /// The page, in one piece, so that it goes on working when the network is gone.
  static func text(nonce: String) -> String {
    EmbeddedFile.text("PhoneLink/phone.html")
      .replacing("NONCE", with: nonce)
      .replacing("/* STYLE */", with: EmbeddedFile.text("PhoneLink/phone.css"))
      .replacing("/* SCRIPT */", with: script)
  }

  /// The script that reads sensors, with the queue that keeps what has not arrived: what the studio's virtual phone uses too.
  package static var queueScript: String { EmbeddedFile.text("PhoneLink/queue.js") }

  private static var script: String { queueScript + EmbeddedFile.text("PhoneLink/phone.js") }
}
