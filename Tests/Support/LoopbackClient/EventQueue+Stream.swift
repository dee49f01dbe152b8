import Foundation
import LocalServer

extension EventQueue {
  /// The events for a test that awaits them: each is waited for on its own thread, and the queue ends with the task.
  package var stream: AsyncStream<[UInt8]> {
    AsyncStream(
      unfolding: { [self] in
        await withCheckedContinuation { continuation in
          Thread.detachNewThread { [self] in continuation.resume(returning: next()) }
        }
      }, onCancel: { [self] in close() })
  }

  /// A queue that always has this to say again, with a pause between.
  package static func repeating(_ bytes: [UInt8], pause: Double) -> EventQueue {
    let queue = EventQueue()
    Thread.detachNewThread {
      while !queue.isEnded {
        _ = queue.add(bytes, whereFewerThan: 4)
        Thread.sleep(forTimeInterval: pause)
      }
    }
    return queue
  }
}
