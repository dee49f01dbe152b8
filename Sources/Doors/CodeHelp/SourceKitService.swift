import CHostLink
import Foundation
import Processes

#if canImport(Glibc)
  import Glibc
#endif

/// The toolchain's SourceKit, served over standard input and output by its own process, so that a crash of it costs one
/// answer and its memory goes with it.
///
/// Each message is its length, four bytes with the highest first, and that many bytes: a request in SourceKit's YAML,
/// an answer in JSON, or nothing where there is none.
package enum SourceKitService {
  private typealias Yaml =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> OpaquePointer?
  private typealias Send = @convention(c) (OpaquePointer) -> OpaquePointer?
  private typealias Test = @convention(c) (OpaquePointer) -> Bool
  private typealias Release = @convention(c) (OpaquePointer) -> Void

  /// Serves until the input is over.
  ///
  /// - Returns: the exit status: 2 when the library cannot be loaded.
  package static func serve(library path: String) -> Int32 {
    // Nothing that the library prints may come between the answers.
    let output = dup(1)
    let nothing = open("/dev/null", O_WRONLY)
    dup2(nothing, 1)
    dup2(nothing, 2)
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { return 2 }
    func function<Function>(_ name: String) -> Function? {
      dlsym(library, "sourcekitd_\(name)").map { unsafeBitCast($0, to: Function.self) }
    }
    typealias Start = @convention(c) () -> Void
    guard let start: Start = function("initialize"), let parse: Yaml = function("request_create_from_yaml"),
      let send: Send = function("send_request_sync"), let isError: Test = function("response_is_error"),
      let value = dlsym(library, "sourcekitd_response_get_value"),
      let describe = dlsym(library, "sourcekitd_variant_json_description_copy"),
      let release: Release = function("request_release"), let dispose: Release = function("response_dispose")
    else { return 2 }
    start()
    while let request = Frames.read(0) {
      var answer: [UInt8] = []
      if let parsed = String(decoding: request, as: UTF8.self).withCString({ parse($0, nil) }) {
        if let response = send(parsed) {
          if !isError(response), let text = gimbal_source_kit_json(UnsafeRawPointer(response), value, describe) {
            answer = Array(UnsafeBufferPointer(start: text, count: strlen(text))).map { UInt8(bitPattern: $0) }
            free(text)
          }
          dispose(response)
        }
        release(parsed)
      }
      guard Frames.write(answer, to: output) else { break }
    }
    return 0
  }
}

/// Messages with their length before them, over a pipe.
enum Frames {
  /// Bytes of a message at most: more is not a message.
  static let longest = 64 << 20

  /// The next message; nil at the end of the input, or when it does not come whole in time.
  static func read(_ descriptor: Int32, until end: ContinuousClock.Instant? = nil) -> [UInt8]? {
    guard let head = bytes(4, descriptor, end) else { return nil }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    return length <= longest ? bytes(length, descriptor, end) : nil
  }

  private static func bytes(_ count: Int, _ descriptor: Int32, _ end: ContinuousClock.Instant?) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      guard Readiness.wait(descriptor, for: POLLIN, until: end) else { return nil }
      let part = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + done, count - done) }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return nil }
      done += part
    }
    return bytes
  }

  /// Whether the whole message was written, and in time.
  static func write(_ message: [UInt8], to descriptor: Int32, until end: ContinuousClock.Instant? = nil) -> Bool {
    let length = UInt32(message.count)
    let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
    let all = head + message
    var done = 0
    while done < all.count {
      guard Readiness.wait(descriptor, for: POLLOUT, until: end) else { return false }
      let part = all.withUnsafeBytes { gimbal_write_quietly(descriptor, $0.baseAddress! + done, all.count - done) }
      if part < 0, errno == EINTR || errno == EAGAIN { continue }
      guard part > 0 else { return false }
      done += part
    }
    return true
  }
}
