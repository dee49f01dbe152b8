import Basics
import Foundation
import Synchronization
import Testing

@Suite("State that threads share and wait for")
struct MonitorTests {
  @Test("What is changed at once is changed once, and all that wait see it")
  func changes() {
    let monitor = Monitor((count: 0, isOpen: false))
    let ended = Monitor(0)
    for _ in 0..<8 {
      let isStarted = OwnThread.start {
        monitor.wait { !$0.isOpen }
        for _ in 0..<1000 { monitor.withLock { $0.count += 1 } }
        ended.withLock { $0 += 1 }
      }
      #expect(isStarted)
    }
    #expect(monitor.withLock(\.count) == 0)
    monitor.withLock { $0.isOpen = true }
    ended.wait { $0 < 8 }
    #expect(monitor.withLock(\.count) == 8000)
  }

  @Test("A wait ends with what it looks for, which it may take, or with its time")
  func waits() {
    let monitor = Monitor([1, 2])
    #expect(monitor.wait { $0.popLast() } == 2)
    #expect(monitor.wait(until: .now) { $0.count > 1 ? $0 : nil } == nil)
    #expect(!monitor.wait(until: Date(timeIntervalSinceNow: 0.01)) { !$0.isEmpty })
    #expect(monitor.wait(until: .distantPast) { $0.isEmpty })
    struct Failure: Error, Equatable {}
    #expect(throws: Failure()) { try monitor.withLock { _ throws(Failure) in throw Failure() } }
    // An error leaves it usable.
    #expect(monitor.withLock { $0 } == [1])
  }

  @Test("Messages come in their order, each once, however many threads put and take them")
  func messages() {
    let box = Mailbox<Int>()
    let (writers, count) = (4, 2000)
    for writer in 0..<writers {
      #expect(OwnThread.start { for number in 0..<count { box.put(writer * count + number) } })
    }
    let taken = Mutex([[Int]](repeating: [], count: 3))
    let ended = Monitor(0)
    for reader in 0..<3 {
      let isStarted = OwnThread.start {
        while let message = box.take() { taken.withLock { $0[reader].append(message) } }
        ended.withLock { $0 += 1 }
      }
      #expect(isStarted)
    }
    while taken.withLock({ $0.map(\.count).reduce(0, +) }) < writers * count { sched_yield() }
    box.close()
    ended.wait { $0 < 3 }
    let all = taken.withLock { $0 }
    #expect(all.joined().sorted() == Array(0..<writers * count))
    for reader in all {
      for writer in 0..<writers {
        let own = reader.filter { $0 / count == writer }
        #expect(own == own.sorted())
      }
    }
  }

  @Test("A box that is closed takes nothing more and gives what waits")
  func closing() {
    let box = Mailbox<String>()
    #expect(box.put("a") == 1 && box.put("b") == 2)
    #expect(box.take() == "a")
    box.close()
    #expect(box.put("c") == nil)
    #expect(box.take() == "b" && box.take() == nil)
    let other = Mailbox<String>()
    #expect(other.take(until: Date(timeIntervalSinceNow: 0.01)) == nil)
    other.put("d")
    other.put("e")
    #expect(other.takeAll() == ["d", "e"] && other.takeAll() == [])
  }

  @Test("With a limit of one, tasks follow each other in their order")
  func serial() {
    let workers = Workers(limit: 1)
    let done = Monitor([Int]())
    for number in 0..<500 { workers.add { done.withLock { $0.append(number) } } }
    done.wait { $0.count < 500 }
    #expect(done.withLock { $0 } == Array(0..<500))
  }
}
