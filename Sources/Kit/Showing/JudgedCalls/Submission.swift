import Display
import Foundation

/// The submission that a judge looks at, from the judge's process: functions and values that somebody else wrote and that live in
/// another process, to which only arguments go and from which only results come.
///
/// Gimbal writes the calls of this; a notebook has no need to.
@_documentation(visibility: internal)
public enum Submission {
  /// The address at which calls are taken, and the seed of random inputs; parameters of the run.
  private static let address = GimbalParameter<String>("gimbal_submission")
  private static let seedText = GimbalParameter<String>("gimbal_seed")

  /// Why the last calls gave nothing, until it is asked for.
  nonisolated(unsafe) private static var failure: String?
  /// Mixed into the seeds of checks; nil outside of a judge's process.
  nonisolated(unsafe) private static var salt: UInt64?

  /// Whether there is a submission to ask.
  nonisolated(unsafe) private static var isThere = false

  /// How many inputs a check of a function tries at least: more than it asks for where its own solution is tried.
  nonisolated(unsafe) public static var leastInputs = 0

  /// The processor time that the submission has taken, as the kernel counts it; zero outside of a judge's process, and nil where the kernel
  /// does not say.
  public static var processorTime: Duration? {
    guard isThere else { return .zero }
    var bytes = PassedBytes(exchange(CallMessage.time, []) ?? [])
    guard let count = try? bytes.word(), count > 0 else { return nil }
    return .nanoseconds(Int64(clamping: count))
  }

  /// Takes the inputs of this grading, without a submission: for the solutions.
  public static func prepare() { salt = UInt64(seedText.value) ?? 0 }

  /// Begins a check: a fresh fork of the submission's state answers from now on.
  public static func begin(_ check: String) {
    failure = nil
    isThere = true
    salt = UInt64(seedText.value) ?? 0
    var message = PassedBytes()
    message.put(check)
    _ = exchange(CallMessage.begin, message.bytes)
  }

  /// Calls a function of the submission. If nothing comes, the result stands for what is missing, and ``takeFailure()``
  /// says why.
  public static func call<each Argument: PassedValue, each Result: PassedValue>(
    _ name: String, _ arguments: repeat each Argument
  ) -> (repeat each Result) {
    do {
      return try callThrowing(name, repeat each arguments)
    } catch {
      if failure == nil { failure = "\(error)" }
      return (repeat (each Result).missing)
    }
  }

  /// Calls a function of the submission that may throw.
  ///
  /// - Throws: `ThrownThere` where the submission's function throws.
  public static func callThrowing<each Argument: PassedValue, each Result: PassedValue>(
    _ name: String, _ arguments: repeat each Argument
  ) throws -> (repeat each Result) {
    var message = PassedBytes()
    message.put(name)
    repeat (each arguments).pass(to: &message)
    guard message.bytes.count < PassedBytes.limit else {
      failure = "“\(name)” was not called: its arguments are too large"
      return (repeat (each Result).missing)
    }
    let answer = exchange(CallMessage.call, message.bytes)
    var rest = PassedBytes(Array((answer ?? []).dropFirst()))
    switch answer?.first.flatMap(CallStatus.init) {
    case .answered?:
      do {
        let result = (repeat try (each Result)(passed: &rest))
        guard rest.isAtEnd else { throw PassError.goesOn }
        return result
      } catch {
        failure = "“\(name)” gave something else than a value of its type: \(error)"
      }
    case .threw?: throw ThrownThere(function: name, words: (try? rest.text()) ?? "")
    case .refused?: failure = "“\(name)” cannot be called: \((try? rest.text()) ?? "")"
    case .ended?, .late?: failure = "“\(name)” gave no result: \((try? rest.text()) ?? "")"
    case .forbidden?: failure = "“\(name)” uses “\((try? rest.text()) ?? "")”, which this task does not allow"
    case nil: failure = "“\(name)” gave no result: the submission does not run any more"
    }
    return (repeat (each Result).missing)
  }

  /// A constant of the submission, of the type that the right one has.
  public static func value<Value: PassedValue>(_ name: String, like right: Value) -> Value { call(name) }

  /// Why what was computed since the last time rests on something that did not come; nil where all came.
  public static func takeFailure() -> String? {
    defer { failure = nil }
    return failure
  }

  /// The seed that takes this one's place: in a judge's process another one in each grading, so that no result can be prepared.
  public static func seed(_ seed: UInt64) -> UInt64 { salt.map { (seed &+ $0) &* 0x9E37_79B9_7F4A_7C15 } ?? seed }

  /// An answer; nil where none comes.
  private static func exchange(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8]? {
    let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { return nil }
    defer { close(connection) }
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let path = Array(address.value.utf8.prefix(MemoryLayout.size(ofValue: place.sun_path) - 1))
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path) }
    let connected = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0, MessageStream.write([kind] + bytes, connection) else { return nil }
    return MessageStream.read(connection)
  }
}

/// The submission's function has thrown this.
@_documentation(visibility: internal)
public struct ThrownThere: Error, Hashable, Sendable, CustomStringConvertible {
  var function: String
  var words: String

  /// What it has thrown.
  public var description: String { "“\(function)” throws: \(words)" }
}
