import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread for one task. If the system has no thread left, Foundation's `Thread` does not report it, and a caller
/// that waits for the thread waits for ever.
package enum OwnThread {
  /// Starts a thread that ends with the task.
  ///
  /// - Parameter stackSize: Bytes of its stack.
  /// - Returns: False where none can be started: the task is not begun then.
  package static func start(stackSize: Int = 4 << 20, _ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = joinable(stackSize: stackSize, body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// The same where somebody waits for the end by `pthread_join`; nil where no thread can be started.
  static func joinable(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let context = Unmanaged.passRetained(OwnTask(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = pthread_create(&thread, &attributes, { runOwnTask($0) }, context)
    #else
      var thread = pthread_t()
      let status = pthread_create(&thread, &attributes, { runOwnTask($0!) }, context)
    #endif
    if status == 0 { return thread }
    Unmanaged<OwnTask>.fromOpaque(context).release()
    return nil
  }
}

private final class OwnTask: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The thread's start: takes over the reference that `start` retained.
private func runOwnTask(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<OwnTask>.fromOpaque(context).takeRetainedValue().body()
  return nil
}
