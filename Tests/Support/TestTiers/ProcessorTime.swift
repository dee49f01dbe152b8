import Foundation

/// Seconds that this thread computes in a piece of work: other work of the machine is not in it, so that two of them can be compared
/// on a busy one.
public func processorTime<Failure: Error>(_ work: () throws(Failure) -> Void) throws(Failure) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  try work()
  return now() - start
}
