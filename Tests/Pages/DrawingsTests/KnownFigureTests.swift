import Display
import Drawings
import Figures
import Foundation
import NotebookBench
import TestPrograms
import Testing

@testable import NotebookDocument
@testable import Processes
@testable import Reports

@Suite("Figures that were drawn before")
struct KnownFigureTests {
  private let folder = "\(NSTemporaryDirectory())gimbal-known-\(UUID().uuidString)"
  private var cache: String { "\(folder)/cache" }

  /// A gnuplot that counts how often it is called.
  private func gnuplot(_ remark: String = "") throws -> FigureRenderer {
    try FileManager.default.createDirectory(atPath: "\(folder)/calls", withIntermediateDirectories: true)
    // On a busy machine numbers of processes come again.
    let script =
      "#!/bin/sh\n# \(remark)\nmktemp '\(folder)/calls/'$$-XXXXXXXX > /dev/null\nDRAWN_IN='\(folder)' exec gnuplot \"$@\"\n"
    if FileManager.default.contents(atPath: "\(folder)/gnuplot") != Data(script.utf8) {
      try TestProgram.write(script, to: "\(folder)/gnuplot")
    }
    return FigureRenderer(command: "\(folder)/gnuplot")
  }

  private var called: [String] { (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/calls")) ?? [] }
  private var calls: Int { called.count }

  /// Those of the gnuplots that have not ended.
  private var living: [String] {
    called.compactMap { $0.split(separator: "-").first.map(String.init) }.filter { process in
      FileManager.default.contents(atPath: "/proc/\(process)/environ")?.range(of: Data("DRAWN_IN=\(folder)".utf8))
        != nil
    }
  }

  private func draw(
    _ name: String = "a", label: String = "fig-a", caption: String = "", width: Double? = nil,
    with renderer: FigureRenderer? = nil
  ) throws -> FigureDrawing {
    let figure = Figure(
      x: FigureAxis("time", unit: "s"), y: FigureAxis(name, unit: "m"), [.line("a", x: [0, 1], y: [0, 1])])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var options = CellOptions()
    options.figureCaptions = [caption]
    options.figures.width = width
    let drawer = FigureDrawer(cacheFolder: cache, renderer: try renderer ?? gnuplot())
    return try drawer.draw(
      MIMEBundle([MediaType.figure: String(decoding: try encoder.encode(figure), as: UTF8.self)]), label: label,
      index: 0, options: options, formats: ["svg", "pdf"])
  }

  @Test("The same figure is the same drawing; another name, caption, width or axis is another")
  func keys() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try draw()
    let again = try draw()
    #expect(again.files == first.files && again.svg == first.svg && again.scriptHash == first.scriptHash)
    #expect(calls == 1)
    _ = try draw("b")
    _ = try draw(label: "fig-b")
    _ = try draw(caption: "Words")
    _ = try draw(width: 8)
    #expect(calls == 5)
  }

  @Test("Damaged or missing entries are made again")
  func damage() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try draw()
    let drawings = "\(cache)/drawings"
    let entry = "\(drawings)/\(try FileManager.default.contentsOfDirectory(atPath: drawings)[0])"
    let names = try FileManager.default.contentsOfDirectory(atPath: entry)
    #expect(names.count == 5)
    for (index, name) in names.enumerated() {
      try Data("<svg></svg>".utf8).write(to: URL(fileURLWithPath: "\(entry)/\(name)"))
      let again = try draw()
      #expect(again.svg == first.svg && calls == index + 2, "\(name)")
      #expect(Self.comparable(again.files) == Self.comparable(first.files), "\(name)")
    }
  }

  /// The files, without a PDF whose date cannot be taken out: from cairo 1.18 on it lies in a compressed object.
  private static func comparable(_ files: [String: Data]) -> [String: Data] {
    files.mapValues { data in
      let isDated = data.starts(with: Data("%PDF".utf8)) && data.range(of: Data("/CreationDate (D:1970".utf8)) == nil
      return isDated ? Data("%PDF".utf8) : data
    }
  }

  @Test("Another gnuplot, and a font that comes or goes, draws again")
  func tools() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try draw()
    let before = DrawingTools.identity(try gnuplot())
    // The answer of a second ago does not hold.
    usleep(1_100_000)
    #expect(DrawingTools.identity(try gnuplot()) == before)
    usleep(1_100_000)
    #expect(DrawingTools.identity(try gnuplot("newer")) != before)
    _ = try draw()
    #expect(calls == 2)
    let fonts = "\(folder)/fonts"
    try FileManager.default.createDirectory(atPath: "\(fonts)/truetype/dejavu", withIntermediateDirectories: true)
    let without = DrawingTools.folders(in: [fonts])
    #expect(without.count == 3 && DrawingTools.folders(in: [fonts]) == without)
    usleep(20_000)
    try Data().write(to: URL(fileURLWithPath: "\(fonts)/truetype/dejavu/a.ttf"))
    #expect(DrawingTools.folders(in: [fonts]) != without)
  }

  @Test(
    "While the first cell waits for the compiler, gnuplots are started for figures; none is left",
    .timeLimit(.minutes(60)))
  func startedAhead() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bench = try Workbench()
    var runner = bench.runner
    runner.drawer.renderer = try gnuplot()
    func notebook(_ label: String) throws -> String {
      let code = """
        import Gimbal
        print(\(UInt32.random(in: 1...(.max))))
        Figure(x: .init("x"), y: .init("y"), [.line("a", x: [0, 1], y: [0, 1])])
        """
      return try bench.write("---\nnotebook: {}\n---\n```swift\n//| label: \(label)\n\(code)\n```\n")
    }
    for (label, count) in [("fig-a", 1), ("tbl-a", 0)] {
      // On a busy machine the compiler may be done before anybody waits for it.
      var hasWaited = false
      for _ in 0..<20 where !hasWaited {
        let path = try notebook(label)
        let before = calls
        let result = try runner.run(.init(path: path, output: "\(bench.folder)/plots")) { event in
          if case .compiling = event { hasWaited = true }
          // The figure is not there yet.
          guard case .running = event else { return }
          let isExpected = hasWaited && count == 1
          let deadline = ContinuousClock.now + .seconds(isExpected ? 300 : 0.3)
          while calls == before || !isExpected, ContinuousClock.now < deadline { usleep(1000) }
          #expect(calls == before + (isExpected ? 1 : 0))
          while isExpected, living.isEmpty, ContinuousClock.now < deadline { usleep(1000) }
          #expect(living.count == (isExpected ? 1 : 0))
        }
        #expect(result.isSuccess, "\(result.messages)")
        #expect(calls == before + 1)
        #expect(living == [])
      }
      #expect(hasWaited)
    }
  }

  @Test("A stop ends gnuplot at once, and differs from a figure that fails")
  func stopped() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let hanging = "\(folder)/hanging"
    try TestProgram.write("sleep 1000 & wait", to: hanging)
    let interrupt = Interrupt()
    let start = ContinuousClock.now
    var renderer = FigureRenderer(command: hanging)
    renderer.stop = interrupt.descriptor
    Thread.detachNewThread {
      usleep(200_000)
      interrupt.request()
    }
    do {
      _ = try draw(with: renderer)
      Issue.record("no error")
    } catch let failure as FigureFailure {
      #expect(failure.wasStopped && failure.message.contains("fig-a"))
    }
    // The program would go on for a quarter of an hour; how soon a stop acts, the tests of programs that are stopped measure.
    #expect(ContinuousClock.now - start < .seconds(500))
    renderer.stop = nil
    renderer.timeout = 0.2
    do {
      _ = try draw(with: renderer)
      Issue.record("no error")
    } catch let failure as FigureFailure {
      #expect(!failure.wasStopped && failure.message.contains("0.2 s"))
    }
  }
}
