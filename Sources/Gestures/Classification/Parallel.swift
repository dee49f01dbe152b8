#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs `body` for each of 0..<count, spread over the processor's cores, and returns when all of them are done.
///
/// The threads are joined before this returns, where a dispatch queue would keep its own alive: a process that only
/// forks while it has one thread can call this. Complexity: count / cores calls, one after another.
func inParallel(_ count: Int, threads: Int? = nil, _ body: @Sendable @escaping (Int) -> Void) {
  let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  let workers = min(threads ?? cores, count)
  guard workers > 1 else { return (0..<count).forEach(body) }
  let started = (1..<workers).compactMap { worker in
    startThread { for index in stride(from: worker, to: count, by: workers) { body(index) } }.map { ($0, worker) }
  }
  // This thread does the first share, and that of every thread that the system would not start.
  let running = Set(started.map(\.1))
  for worker in 0..<workers where !running.contains(worker) {
    for index in stride(from: worker, to: count, by: workers) { body(index) }
  }
  for (thread, _) in started { pthread_join(thread, nil) }
}

/// A closure on its way to a thread.
private final class Work: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @Sendable @escaping () -> Void) { self.body = body }
}

/// What a thread runs: the closure that its argument holds.
private func perform(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
  return nil
}

/// A thread that runs `body`, or nil where the system would not start one.
private func startThread(_ body: @Sendable @escaping () -> Void) -> pthread_t? {
  let context = Unmanaged.passRetained(Work(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(&thread, nil, { perform($0) }, context.toOpaque())
  #else
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, perform, context.toOpaque())
  #endif
  if status == 0 { return thread }
  context.release()
  return nil
}
