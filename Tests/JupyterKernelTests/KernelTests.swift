import Foundation
import Testing

@testable import JupyterKernel

@Suite("The kernel over its sockets", .serialized)
struct KernelTests {
  @Test("It says what it is, its heart beats, it runs a cell and ends")
  func thinnestPath() throws {
    let client = try Client()
    let information = client.ask("kernel_info_request")
    #expect(information?["protocol_version"] == "5.4")
    #expect(information?["language_info"]?["name"] == "swift")
    #expect(information?["language_info"]?["version"] == "6.3.1")
    #expect(client.beat(Array("ping".utf8)) == Array("ping".utf8))
    let request = client.send("execute_request", ["code": "1 + 1"])
    let reply = client.reply(request)?.content
    #expect(reply?["status"] == "ok" && reply?["execution_count"] == 1)
    #expect(
      client.published(request).map(\.type) == ["status", "execute_input", "execute_result", "status"])
    #expect(client.end())
  }

  @Test("A failure costs one cell, and says which and where")
  func failures() throws {
    let client = try Client()
    defer { _ = client.end() }
    _ = client.run("var kept = 42")
    for (code, name) in [
      ("kept = 0\nstruct Fault: Error {}\nthrow Fault()", "Fault"), ("kept = 0\nfatalError()", "Crash"),
      ("import Foundation\nkept = 0\nexit(1)", "Exit"),
      ("//| timeout: 0.2\nkept = 0\nwhile true { kept += 1 }", "Timeout"),
      ("kept = nothing", "CompileError"), ("//| lable: a\nkept = 0", "OptionError"),
    ] {
      let (reply, shown) = client.run(code)
      #expect(reply["status"] == "error" && reply["ename"]?.string == name)
      let number = reply["execution_count"]?.int ?? 0
      #expect(reply["traceback"]?.elements?.contains { $0.string!.contains("Cell In[\(number)]") } == true)
      #expect(shown.last?.type == "error")
    }
    #expect(client.value("kept") == "42")
  }

  @Test("A cell whose code says that it must fail is a success when it does")
  func wantedFailure() throws {
    let client = try Client()
    defer { _ = client.end() }
    let (reply, shown) = client.run("//| error: true\nfatalError(\"as it should\")")
    #expect(reply["status"] == "ok" && shown.map(\.type) == ["error"])
    #expect(client.run("//| error: true\n1").reply["ename"] == "DidNotFail")
    #expect(client.run("//| eval: false\nnonsense").reply["status"] == "ok")
    #expect(client.run("//| output: false\nprint(1)\n2").shown.isEmpty)
  }

  @Test("An interrupt stops the running cell, and only that")
  func interrupt() throws {
    let client = try Client()
    defer { _ = client.end() }
    _ = client.run("var kept = 1")
    let request = client.send("execute_request", ["code": "kept = 2\nprint(\"there\")\nwhile true {}"])
    while let message = client.receive(.iopub), message.type != "stream" {}
    #expect(client.ask("interrupt_request", on: .control)?["status"] == "ok")
    #expect(client.reply(request)?.content["ename"] == "Interrupted")
    #expect(client.value("kept") == "1")
  }

  @Test("readLine() asks the person, who may answer in any language, or gives nil where nobody answers")
  func input() throws {
    let client = try Client()
    defer { _ = client.end() }
    let request = client.send("execute_request", ["code": "let name = readLine()\nname!", "allow_stdin": true])
    #expect(client.receive(.stdin)?.type == "input_request")
    _ = client.send("input_reply", ["value": "Jürgen 🎲"], on: .stdin)
    #expect(client.reply(request)?.content["status"] == "ok")
    #expect(client.value("name!") == "Jürgen 🎲")
    #expect(client.value("readLine() == nil") == "true")
  }

  @Test("A long answer reaches the cell whole; one that nobody reads holds nothing up; one that is too long is refused")
  func longInput() throws {
    let client = try Client()
    defer { _ = client.end() }
    func ask(_ code: String, _ answer: String) throws -> String {
      let request = client.send("execute_request", ["code": .text(code), "allow_stdin": true])
      #expect(client.receive(.stdin)?.type == "input_request")
      _ = client.send("input_reply", ["value": .text(answer)], on: .stdin)
      return request
    }
    let long = String(repeating: "x", count: 1_000_000)
    var request = try ask("let long = readLine()!", long)
    #expect(client.reply(request)?.content["status"] == "ok")
    #expect(client.value("long.utf8.count") == "1000000")
    request = try ask("import Glibc\n_ = getchar()\nwhile true {}", long)
    #expect(client.ask("kernel_info_request", on: .control)?["status"] == "ok")
    #expect(client.ask("interrupt_request", on: .control)?["status"] == "ok")
    #expect(client.reply(request)?.content["ename"] == "Interrupted")
    request = try ask("readLine() == nil", String(repeating: "x", count: 17 << 20))
    let shown = client.published(request)
    #expect(shown.contains { $0.type == "execute_result" && $0.content["data"]?["text/plain"] == "true" })
    #expect(shown.contains { $0.content["text"]?.string?.contains("at most 16 MB") == true })
    // Cells that come again because the processes are gone read the whole of what was answered.
    _ = client.run("import Glibc\nkill(getppid(), SIGKILL)\nkill(getpid(), SIGKILL)")
    #expect(client.value("long.utf8.count") == "1000000")
  }

  private static let figures =
    "import Gimbal\nfunc figure(_ k: Int) -> Figure { Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, Double(k)])]) }\n"

  @Test(
    "Of frames that come faster than they are drawn the latest is shown, the last one in any case; the others are counted"
  )
  func frames() throws {
    let client = try Client()
    defer { _ = client.end() }
    let (reply, shown) = client.run(
      Self.figures
        + "display(figure(1), id: \"a\")\nfor k in 2...400 { updateDisplay(figure(k), id: \"a\") }")
    #expect(reply["status"] == "ok")
    let pictures = shown.filter { $0.type.hasSuffix("display_data") }
    #expect(pictures.first?.type == "display_data" && pictures.count < 200)
    #expect(pictures.last?.content["data"]?["image/svg+xml"]?.string?.contains(">400<") == true)
    let words = shown.compactMap { $0.content["text"]?.string }.joined()
    let omitted = words.firstMatch(of: /… (\d+) frames are left out …/).flatMap { Int($0.output.1) }
    #expect(omitted == 400 - pictures.count, "\(words)")
    // Also where nothing is drawn, and where it is cleared each time.
    for change in ["updateDisplay(k, id: \"a\")", "clearOutput(wait: true); display(k)"] {
      let (_, shown) = client.run("display(0, id: \"a\")\nfor k in 1...3000 { \(change) }")
      #expect(shown.count < 1000, "\(change)")
      let last = shown.last { $0.type.hasSuffix("display_data") }
      #expect(last?.content["data"]?["text/plain"] == "3000", "\(change)")
    }
  }

  @Test("An interrupt is heeded while figures are drawn, and says how many are left out")
  func interruptedDrawing() throws {
    let client = try Client()
    defer { _ = client.end() }
    let shown = "\(NSTemporaryDirectory())gimbal-shown-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: shown) }
    let code =
      "for k in 1...300 { display(figure(k)) }\ntry \"\".write(toFile: \"\(shown)\", atomically: false, encoding: .utf8)"
    let request = client.send("execute_request", ["code": .text(Self.figures + code)])
    while !FileManager.default.fileExists(atPath: shown) { usleep(1000) }
    let start = ContinuousClock.now
    #expect(client.ask("interrupt_request", on: .control)?["status"] == "ok")
    #expect(client.reply(request)?.type == "execute_reply")
    #expect(ContinuousClock.now - start < .seconds(5))
    let words = client.published(request).compactMap { $0.content["text"]?.string }.joined()
    #expect(words.contains("displays are left out"), "\(words)")
    #expect(client.value("1 + 1") == "2")
  }

  @Test("Cells behind a failed one are refused, unless nobody wants that")
  func refusal() throws {
    let client = try Client()
    defer { _ = client.end() }
    let requests = ["fatalError()", "1"].map { client.send("execute_request", ["code": .text($0)]) }
    #expect(requests.map { client.reply($0)?.content["status"]?.string } == ["error", "aborted"])
    let others = ["fatalError()", "1"].map {
      client.send("execute_request", ["code": .text($0), "stop_on_error": false])
    }
    #expect(others.map { client.reply($0)?.content["status"]?.string } == ["error", "ok"])
  }

  @Test("What is shown under a name is shown anew under it; output is cleared; streams keep their order")
  func outputs() throws {
    let client = try Client()
    defer { _ = client.end() }
    let (_, shown) = client.run(
      "print(1)\ndisplay(2, id: \"a\")\nupdateDisplay(3, id: \"a\")\nclearOutput(wait: true)\nprint(4)\n5")
    #expect(
      shown.map(\.type) == [
        "stream", "display_data", "update_display_data", "clear_output", "stream", "execute_result",
      ])
    #expect(shown[1].content["transient"]?["display_id"] == "a" && shown[2].content["transient"]?["display_id"] == "a")
    #expect(shown[3].content["wait"] == true)
  }

  @Test("Bytes that are no message change nothing, whatever they are")
  func garbage() throws {
    let client = try Client()
    defer { _ = client.end() }
    var generator = SystemRandomNumberGenerator()
    let good = MessageMaker().make("execute_request", ["code": "var intruder = 1"], answering: nil)
      .frames(signing: client.signing)
    var wrong = good
    wrong[1] = Array(String(repeating: "0", count: 64).utf8)
    client.send(frames: wrong, on: .shell)
    #expect(client.run("intruder").reply["ename"] == "CompileError")
    for _ in 0..<3000 {
      var frames = good
      for _ in 0..<Int.random(in: 1...3) {
        let index = frames.indices.randomElement(using: &generator)!
        switch Int.random(in: 0..<4) {
        case 0: frames[index] = (0..<Int.random(in: 0..<30)).map { _ in UInt8.random(in: 0...255) }
        case 1: frames.insert([1, 2, 3], at: index)
        case 2 where frames.count > 1: frames.remove(at: index)
        default: frames[index] += [0x7b, 0xff]
        }
      }
      // Signed as it should be, so that what is inside is looked at.
      if frames.count >= 6, Bool.random() { frames[1] = client.signing.signature(of: Array(frames[2...5])) }
      if frames == good { continue }
      client.send(frames: frames, on: [.shell, .control, .stdin].randomElement()!)
    }
    #expect(client.value("6 * 7") == "42")
  }

  @Test("What is sent twice is carried out once")
  func replay() throws {
    let client = try Client()
    defer { _ = client.end() }
    _ = client.run("var count = 0")
    let frames = MessageMaker().make("execute_request", ["code": "count += 1"], answering: nil)
      .frames(signing: client.signing)
    for _ in 0..<3 { client.send(frames: frames, on: .shell) }
    #expect(client.value("count") == "1")
  }

  @Test("Comms, the debugger and unknown requests are refused in the words of the protocol")
  func refused() throws {
    let client = try Client()
    defer { _ = client.end() }
    let request = client.send("comm_open", ["comm_id": "7", "target_name": "x"])
    #expect(client.published(request).first { $0.type == "comm_close" }?.content["comm_id"] == "7")
    #expect(client.ask("comm_info_request")?["comms"] == [:])
    #expect(client.ask("debug_request", ["command": "attach"], on: .control)?["success"] == false)
    #expect(client.ask("nonsense_request")?["status"] == "error")
  }
}
