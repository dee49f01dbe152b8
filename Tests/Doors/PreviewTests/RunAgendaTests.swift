import Dispatch
import Foundation
import NotebookDocument
import Synchronization
import Testing

@testable import Preview

@Suite("What is to run and what runs")
struct RunAgendaTests {
  private let work: RunAgenda.Work

  init() throws {
    work = .init(
      notebook: try NotebookParser.parse("---\ntitle: a\nnotebook: {}\n---\n\n```swift\nprint(1)\n```\n", path: "a.md"),
      parameters: [])
  }

  @Test("From the wait for the first run to its end somebody who looks finds it busy, also while it begins")
  func busy() {
    for _ in 0..<300 {
      let (agenda, end, hasBegun) = (RunAgenda(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let idle = Atomic(0)
      let isOver = Atomic(false)
      agenda.serve { _ in
        hasBegun.signal()
        end.wait()
        _ = agenda.endRun()
      }
      let looks = DispatchGroup()
      for _ in 0..<2 {
        looks.enter()
        Thread.detachNewThread {
          while !isOver.load(ordering: .relaxed) {
            if !agenda.isBusy(awaitsFirst: true) { idle.add(1, ordering: .relaxed) }
          }
          looks.leave()
        }
      }
      agenda.ask(for: work)
      hasBegun.wait()
      isOver.store(true, ordering: .relaxed)
      looks.wait()
      #expect(idle.load(ordering: .relaxed) == 0)
      end.signal()
      agenda.close()
      #expect(agenda.waitUntilEnded(seconds: 600))
      #expect(!agenda.isBusy(awaitsFirst: true))
    }
  }

  @Test("A notebook that is broken from the start awaits no run; one that is to run again does")
  func waiting() {
    let agenda = RunAgenda()
    #expect(agenda.isBusy(awaitsFirst: true) && !agenda.isBusy(awaitsFirst: false))
    agenda.ask(for: work)
    #expect(agenda.isBusy(awaitsFirst: false))
    let (ended, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    agenda.serve { _ in
      _ = agenda.endRun()
      ended.signal()
      goOn.wait()
    }
    ended.wait()
    #expect(!agenda.isBusy(awaitsFirst: true))
    agenda.runAgain()
    #expect(agenda.isBusy(awaitsFirst: true))
    agenda.close()
    goOn.signal()
    #expect(agenda.waitUntilEnded(seconds: 600))
  }
}
