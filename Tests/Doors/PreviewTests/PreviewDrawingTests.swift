import CellKernel
import Display
import Drawings
import Foundation
import LocalServer
import LoopbackClient
import NotebookBench
import NotebookDocument
import TestCaches
import Testing

@testable import Preview
@testable import Reports

@Suite("What the preview knows of drawn figures")
struct PreviewDrawingTests {
  private let picture = MIMEBundle([MediaType.svg: "<svg></svg>", MediaType.plain: "a picture"])

  private func parse(_ body: String) throws -> Notebook {
    try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
  }

  private var outcome: CellOutcome {
    var outcome = CellOutcome(.done)
    outcome.outputs = [.bundle(picture)]
    return outcome
  }

  private func drawing(_ label: String) -> Result<FigureDrawing, FigureFailure> {
    .success(FigureDrawing(label: label, index: 0, files: ["svg": Data()], svg: "<svg></svg>", scriptHash: ""))
  }

  private func drawn(_ notebook: Notebook) -> PreviewDocument {
    var document = PreviewDocument(notebook, parameters: [])
    for cell in notebook.cells { document.finish(cell, outcome, drawings: [drawing(cell.anchor)]) }
    return document
  }

  private func page(_ document: PreviewDocument) -> String {
    document.report(formulas: Formulas(cacheFolder: TestCaches.formulas)).main()
  }

  private let figure = cell("figure()")

  @Test("An unchanged cell in an unchanged place is not drawn again")
  func kept() throws {
    let notebook = try parse(figure)
    #expect(drawn(notebook).hasDrawn(outcome, of: notebook.cells[0]))
    let edited = try parse("More prose.\n\n" + figure)
    #expect(drawn(notebook).edited(to: edited, parameters: []).hasDrawn(outcome, of: edited.cells[0]))
  }

  @Test("A cell that gets another number gets figures of that name, and none is shown under the old one")
  func inserted() throws {
    let before = try parse(figure + cell("other()"))
    let after = try parse(cell("above()") + figure + cell("other()"))
    let document = drawn(before).edited(to: after, parameters: [])
    #expect(!document.hasDrawn(outcome, of: after.cells[1]))
    #expect(page(document).contains("id=\"figure-cell-2\"") && !page(document).contains("id=\"figure-cell-1\""))
  }

  @Test(
    "What decides a drawing makes a new one",
    arguments: [
      ["fig-width: 3", ""], ["", "fig-height: 2"], ["fig-alt: a", "fig-alt: b"], ["fig-cap: a", ""],
      ["label: fig-a", "label: fig-b"],
    ])
  func options(texts: [String]) throws {
    let notebooks = try texts.map { try parse(cell(($0.isEmpty ? "" : "//| \($0)\n") + "figure()")) }
    let document = drawn(notebooks[0]).edited(to: notebooks[1], parameters: [])
    #expect(!document.hasDrawn(outcome, of: notebooks[1].cells[0]))
  }

  @Test("Two cells with the same code have their own figures names")
  func doubled() throws {
    let before = try parse(figure)
    let after = try parse(figure + figure)
    var document = drawn(before).edited(to: after, parameters: [])
    #expect(document.hasDrawn(outcome, of: after.cells[0]) && !document.hasDrawn(outcome, of: after.cells[1]))
    document.finish(after.cells[1], outcome, drawings: [drawing("cell-2")])
    #expect(page(document).contains("id=\"figure-cell-1\"") && page(document).contains("id=\"figure-cell-2\""))
  }
}

@Suite("Messages to pages")
struct EventHubTests {
  private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "" }

  @Test("A page that does not read gets the final state, within the bound", .timeLimit(.minutes(60)))
  func bounded() async throws {
    let hub = EventHub()
    let stream = hub.listen()
    hub.send(.page(title: "a", html: String(repeating: "p", count: 1000), cells: []))
    let section = String(repeating: "s", count: 100_000)
    for step in 0..<500 {
      hub.send(
        .cell(.init(anchor: "cell-\(step % 3)", state: .done, seconds: Double(step)), html: "\(section)<i>\(step)</i>"))
    }
    hub.send(.run(.done, problem: nil))
    var size = 0
    var received = ""
    var iterator = stream.stream.makeAsyncIterator()
    while !received.contains("\"kind\":\"run\""), let next = await iterator.next() {
      size += next.count
      received += text(next)
    }
    #expect(size < EventQueue.limit + 500_000)
    #expect((497...499).allSatisfy { received.contains("<i>\($0)</i>") } && received.contains("\"kind\":\"page\""))
  }

  @Test("What a cell prints is remembered up to a bound")
  func outputs() async throws {
    let hub = EventHub()
    hub.send(.cell(.init(anchor: "cell-1", state: .running, seconds: 0), html: nil))
    for _ in 0..<200 { hub.send(.output(anchor: "cell-1", text: String(repeating: "x", count: 10_000))) }
    hub.send(.run(.running, problem: nil))
    var iterator = hub.listen().stream.makeAsyncIterator()
    var size = 0
    while let next = await iterator.next(), !text(next).contains("\"kind\":\"run\"") { size += next.count }
    #expect(size < OutputThrottle.limit + 20_000)
  }

  @Test("A page that is gone is forgotten")
  func gone() {
    let hub = EventHub()
    var streams = [hub.listen(), hub.listen()]
    #expect(hub.count == 2)
    streams.removeLast()
    #expect(hub.count == 1 && streams.count == 1)
  }
}

@Suite("Runs that ask for the next one")
struct InputLoopTests {
  @Test("Three runs in a row come at once, each further one after twice the time, until something comes from outside")
  func delays() {
    var loop = InputLoop()
    var now = ContinuousClock.now
    func next() -> Int {
      now += .milliseconds(300)
      loop.runEnded(at: now)
      now += .milliseconds(50)
      return Int(loop.delay(at: now)?.components.seconds ?? 0)
    }
    let first = [next(), next(), next(), next(), next(), next()]
    #expect(first == [0, 0, 0, 2, 4, 8])
    now += .seconds(60)
    #expect(loop.delay(at: now) == nil)
    let later = [next(), next()]
    #expect(later == [0, 2])
    loop.begin()
    let many = (0..<14).map { _ in next() }
    #expect(many.suffix(2) == [1024, 1024])
  }
}
