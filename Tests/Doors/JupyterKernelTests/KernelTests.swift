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
    // The ports that the system chose are where front ends look for them, and the key is still there.
    let written = try ConnectionFile(path: client.connectionFile)
    #expect(!written.ports.values.contains(0) && written.signing == client.signing)
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

  @Test("A long answer reaches the cell whole; an unread one blocks no other; one that is too long is refused")
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

  @Test("An interrupt takes effect while figures are drawn, and the number left out is reported")
  func interruptedDrawing() throws {
    let client = try Client()
    defer { _ = client.end() }
    let shown = "\(NSTemporaryDirectory())gimbal-shown-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: shown) }
    let code =
      "for k in 1...300 { display(figure(k)) }\ntry \"\".write(toFile: \"\(shown)\", atomically: false, encoding: .utf8)"
    let request = client.send("execute_request", ["code": .text(Self.figures + code)])
    while !FileManager.default.fileExists(atPath: shown) { usleep(1000) }
    #expect(client.ask("interrupt_request", on: .control)?["status"] == "ok")
    #expect(client.reply(request)?.type == "execute_reply")
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

  @Test("What is shown under a name is shown again under it; output is cleared; streams keep their order")
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

  @Test("What a thread or a task prints after its cell has ended is shown, as that cell's, and once")
  func lateText() throws {
    let client = try Client()
    defer { _ = client.end() }
    for start in ["Thread.detachNewThread { later(\"thread\") }", "Task.detached { later(\"task\") }"] {
      let request = client.send(
        "execute_request",
        [
          "code":
            "import Foundation\nfunc later(_ name: String) { usleep(300_000); print(\"late:\", name); FileHandle.standardError.write(Data(\"alarm\\n\".utf8)) }\n\(start)"
        ])
      #expect(client.reply(request)?.content["status"] == "ok")
      var (said, alarm) = ("", "")
      while !said.contains("late") || alarm.isEmpty, let message = client.receive(.iopub) {
        guard message.type == "stream", message.parent["msg_id"]?.string == request else { continue }
        let text = message.content["text"]?.string ?? ""
        if message.content["name"] == "stdout" { said += text } else { alarm += text }
      }
      #expect(said.hasPrefix("late: ") && alarm == "alarm\n", "\(start)")
      // A cell that fails destroys the state, which is made again; output that was already shown is not shown again.
      let (reply, shown) = client.run("fatalError()")
      #expect(reply["status"] == "error" && !shown.contains { $0.content["text"]?.string?.contains("late") == true })
      #expect(client.value("usleep(600_000)") == "0")
      #expect(!(client.run("1").shown.contains { $0.content["text"]?.string?.contains("late") == true }))
    }
  }

  @Test("A thread that prints more than a pipe holds goes on between two cells")
  func lateFlood() throws {
    let client = try Client()
    defer { _ = client.end() }
    let line = String(repeating: "x", count: 99)
    let request = client.send(
      "execute_request",
      [
        "code":
          "import Foundation\nThread.detachNewThread { usleep(100_000); for _ in 0..<10_000 { print(\"\(line)\") }; print(\"end\") }"
      ])
    #expect(client.reply(request)?.content["status"] == "ok")
    var said = 0
    var isWhole = false
    while !isWhole, let message = client.receive(.iopub) {
      guard message.type == "stream", let text = message.content["text"]?.string else { continue }
      said += text.utf8.count
      isWhole = text.contains("end")
    }
    #expect(isWhole && said == 1_000_004)
  }

  @Test("A password is asked for as one: getpass, and a terminal whose echo is off")
  func passwords() throws {
    let client = try Client()
    defer { _ = client.end() }
    func ask(_ code: String, hidden: [Bool]) {
      let request = client.send(
        "execute_request", ["code": .text("import Glibc\n" + code), "allow_stdin": true])
      for isHidden in hidden {
        #expect(client.receive(.stdin)?.content["password"]?.bool == isHidden, "\(code)")
        _ = client.send("input_reply", ["value": "geheim"], on: .stdin)
      }
      #expect(client.reply(request)?.content["status"] == "ok", "\(code)")
    }
    ask("let word = String(cString: getpass(\"Password: \"))\nlet open = readLine()", hidden: [true, false])
    #expect(client.value("word") == "geheim")
    let echo =
      "var terminal = termios()\ntcgetattr(0, &terminal)\nlet before = terminal\n"
      + "terminal.c_lflag &= ~tcflag_t(ECHO)\ntcsetattr(0, TCSANOW, &terminal)\nlet secret = readLine()\n"
      + "var back = before\ntcsetattr(0, TCSANOW, &back)\nlet seen = readLine()"
    ask(echo, hidden: [true, false])
    // The next cell's terminal has its echo.
    ask("let next = readLine()", hidden: [false])
    #expect(client.value("String(cString: getpass(\"?\")).isEmpty") == "true")
  }

  @Test("Reading to the end prints how to end the input")
  func endOfInput() throws {
    let client = try Client()
    defer { _ = client.end() }
    for end in ["^D", "\u{4}"] {
      let request = client.send(
        "execute_request",
        [
          "code": "var lines: [String] = []\nwhile let line = readLine() { lines.append(line) }\nlines",
          "allow_stdin": true,
        ])
      var prompts: [String] = []
      for answer in ["one", "", "two", end] {
        prompts.append(client.receive(.stdin)?.content["prompt"]?.string ?? "none")
        _ = client.send("input_reply", ["value": .text(answer)], on: .stdin)
      }
      #expect(client.reply(request)?.content["status"] == "ok")
      #expect(prompts.first == "" && prompts.dropFirst().allSatisfy { $0.contains("^D") }, "\(prompts)")
      #expect(client.value("lines") == "[\"one\", \"\", \"two\"]")
    }
  }

  @Test("A request that cannot be read is answered with an error, and the channel goes on")
  func unreadableRequests() throws {
    let client = try Client()
    defer { _ = client.end() }
    _ = client.run("1")
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    for content in [
      #"{"code": "1", "user_expressions": NaN}"#, "{\"code\": \(deep)}", #"{"code": "\ud83d"}"#, "[1]", "{", "",
    ] {
      for type in ["execute_request", "complete_request", "kernel_info_request"] {
        let message = MessageMaker().make(type, [:], answering: nil)
        var frames = message.frames(signing: client.signing)
        frames[5] = Array(content.utf8)
        frames[1] = client.signing.signature(of: Array(frames[2...5]))
        client.send(frames: frames, on: .shell)
        let reply = client.reply(message.header["msg_id"]!.string!)
        #expect(reply?.type == type.replacing("_request", with: "_reply"), "\(content.prefix(40))")
        #expect(reply?.content["status"] == "error" && reply?.content["ename"] == "UnreadableMessage")
        if type == "execute_request" { #expect(reply?.content["execution_count"]?.int == 1) }
      }
    }
    #expect(client.value("6 * 7") == "42")
  }

  @Test("Values that papermill puts behind the cell of parameters have their types, and are refused in words")
  func injectedParameters() throws {
    let client = try Client()
    defer { _ = client.end() }
    let declared = [
      "let count = 3, alpha = 2.5\nlet name = \"a\"",
      "struct Parameters: Sendable {\n  let count: Int = 3\n  let alpha: Double = 2.5\n  let name: String = \"a\"\n}\nlet params = Parameters()",
    ]
    for (code, prefix) in zip(declared, ["", "params."]) {
      #expect(client.run(code).reply["status"] == "ok")
      #expect(client.run("// Parameters\nlet alpha = 3\nlet name = 7").reply["status"] == "ok")
      #expect(client.value("\"\\(\(prefix)count) \\(\(prefix)alpha / 2) \\(\(prefix)name)\"") == "3 1.5 7")
      for (given, words) in [
        ("let count = 2.5", "an integer, not “2.5”"), ("let count = \"x\"", "an integer"),
        ("let cuont = 4\nlet count = 4", "did you mean “count”"),
      ] {
        let reply = client.run("// Parameters\n\(given)").reply
        #expect(reply["evalue"]?.string?.contains(words) == true, "\(reply)")
      }
      #expect(client.value("\(prefix)count") == "3")
    }
    #expect(
      client.run("// Parameters\nlet fresh = 1").reply["evalue"]?.string?.contains("no parameter “fresh”") == true)
  }

  @Test("A notebook whose file nobody names is known by its first cell, and its parameters with it")
  func foundParameters() throws {
    let client = try Client()
    defer { _ = client.end() }
    let text =
      "---\nnotebook: {}\nparams:\n  alpha: 2.0\n---\n```swift\n//| label: a\nlet twice = params.alpha * 2\n```\n\n```bash\necho\n```\n"
    try text.write(toFile: "\(client.folder)/lab.md", atomically: true, encoding: .utf8)
    #expect(client.run("//| label: a\nlet twice = params.alpha * 2").reply["status"] == "ok")
    #expect(client.value("twice") == "4.0")
    #expect(client.run("// Parameters\nlet alpha = 5").reply["status"] == "ok" && client.value("params.alpha") == "5.0")
    // What the notebook only shows is passed over in silence.
    #expect(client.run("%%bash\necho").shown.isEmpty)
    let unknown = try Client()
    defer { _ = unknown.end() }
    let message = unknown.run("params.alpha").reply["evalue"]?.string ?? ""
    #expect(!message.contains("has no parameters") && message.contains("tag “parameters”"), "\(message)")
    let shown = unknown.run("%%bash\necho").shown.first?.content["text"]?.string ?? ""
    #expect(shown.contains("only shown") && shown.contains("Process()"))
  }

  @Test("Packages that the notebook's front matter names are built before its first cell", .timeLimit(.minutes(60)))
  func packages() throws {
    let client = try Client()
    defer { _ = client.end() }
    let kit = "\(client.folder)/Kit"
    try FileManager.default.createDirectory(atPath: "\(kit)/Sources/Kit", withIntermediateDirectories: true)
    try """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "Kit", products: [.library(name: "Kit", targets: ["Kit"])], targets: [.target(name: "Kit")])
    """.write(toFile: "\(kit)/Package.swift", atomically: true, encoding: .utf8)
    try "public let seven = 7\n".write(toFile: "\(kit)/Sources/Kit/Kit.swift", atomically: true, encoding: .utf8)
    let text = "---\nnotebook:\n  packages:\n  - {path: Kit, product: Kit}\n---\n```swift\nimport Kit\nseven + 1\n```\n"
    try text.write(toFile: "\(client.folder)/lab.md", atomically: true, encoding: .utf8)
    let (reply, shown) = client.run("import Kit\nseven + 1")
    #expect(reply["status"] == "ok", "\(reply)")
    #expect(shown.first?.content["text"] == "building Kit\n")
    #expect(client.value("seven * 2") == "14")
  }

  @Test("A cell that traps leaves the functions and types that are new, and nothing that was there is changed")
  func keptDefinitions() throws {
    let client = try Client()
    defer { _ = client.end() }
    _ = client.run("func old() -> Int { 1 }\nvar kept = 1")
    let (reply, _) = client.run(
      "import Foundation\nfunc old() -> Int { 2 }\nfunc half(_ x: Double) -> Double { sqrt(x) / 2 }\nkept = 2\nstruct Cup { var depth = 0.5 }\n// YOUR CODE HERE\nfatalError(\"not yet\")"
    )
    let words = reply["traceback"]?.elements?.last?.string ?? ""
    #expect(reply["ename"] == "Crash" && words.contains("half") && words.contains("Cup") && !words.contains("old"))
    #expect(client.value("\"\\(half(16)) \\(Cup().depth) \\(old()) \\(kept)\"") == "2.0 0.5 1 1")
    // A later failure in one of them has its place in that cell.
    let number =
      client.run("func fails() {\n  fatalError(\"inside\")\n}\nfatalError()").reply["execution_count"]?.int ?? 0
    let trace = client.run("fails()").reply["traceback"]?.elements?.compactMap(\.string).joined(separator: "\n") ?? ""
    #expect(trace.contains("Cell In[\(number)], line 2"), "\(trace)")
    // What needs the rest of the cell goes with it.
    let other = client.run("let scale = 2.0\nfunc scaled() -> Double { scale }\nfatalError()").reply
    #expect(other["traceback"]?.elements?.last?.string?.contains("This cell leaves nothing behind:") == true)
    #expect(client.run("scaled()").reply["ename"] == "CompileError")
  }

  @Test("The imports of a cell that does not compile stay, and for a missing name the cell is named")
  func keptImports() throws {
    let client = try Client()
    defer { _ = client.end() }
    func trace(_ code: String) -> String {
      client.run(code).reply["traceback"]?.elements?.compactMap(\.string).joined(separator: "\n") ?? "done"
    }
    #expect(
      trace("import Foundation\nimport Gimball\nlet size: Int = \"x\"")
        .contains("This cell leaves only its imports behind: the next one"))
    #expect(client.value("sqrt(16.0)") == "4.0")
    let words = trace("print(size)")
    #expect(
      words.contains("the cell that should define it has failed") && words.contains("line 3: ")
        && words.contains("“size” should have been defined here"), "\(words)")
    #expect(trace("let size = 3") == "done" && client.value("size") == "3")
  }

  @Test("The variables are listed with types and values, for %who and for front ends that ask")
  func variables() throws {
    let client = try Client()
    defer { _ = client.end() }
    func list() -> [String: [String?]] {
      let body = client.ask(
        "debug_request", ["type": "request", "seq": 4, "command": "inspectVariables"], on: .control)
      #expect(body?["success"] == true && body?["request_seq"] == 4)
      let variables = body?["body"]?["variables"]?.elements ?? []
      return Dictionary(
        variables.map { ($0["name"]?.string ?? "", [$0["type"]?.string, $0["value"]?.string]) },
        uniquingKeysWith: { $1 })
    }
    #expect(list().isEmpty)
    _ = client.run(
      "struct P { var x = 1.5, y = [1, 2] }\nlet count = 3\nvar names = [\"a\", \"b\"]\nlet p: P? = P()\nfunc f() {}\nlet many = Array(0..<100_000)\nlet byName = [\"k\": 1.0]\nstruct Only: ~Copyable { var v = 1 }\nlet only = Only()"
    )
    let found = list()
    #expect(found["count"] == ["Int", "3"] && found["names"] == ["[String]", "[a, b]"])
    #expect(found["p"] == ["P?", "P(x: 1.5, y: [1, 2])"] && found["f"] == nil && found["only"] == ["", ""])
    #expect(
      found["many"]?[1]?.contains("elements: 0, 1, 2") == true && found["byName"] == ["[String: Double]", "[k: 1.0]"],
      "\(found)")
    _ = client.run("var count = \"three\"\nnames.append(\"c\")")
    #expect(list()["count"] == ["String", "three"] && list()["names"]?[1] == "[a, b, c]")
    let shown = client.run("%who").shown.first?.content["data"]
    #expect(
      shown?["text/html"]?.string?.contains("<table") == true
        && shown?["text/plain"]?.string?.contains("[a, b, c]") == true)
    #expect(client.value("count") == "three")
  }

  @Test("After a cell that has waited, or has left a thread, the variables are still listed, and the state stays")
  func variablesBehindThreads() throws {
    let client = try Client()
    defer { _ = client.end() }
    _ = client.run("import Foundation\nvar runs = 0\nruns += 1")
    _ = client.run("try await Task.sleep(for: .milliseconds(5))\nruns += 1\nlet pipe = Pipe()")
    for _ in 0..<2 {
      let shown = client.run("%who")
      #expect(shown.shown.first?.content["data"]?["text/plain"]?.string?.contains("runs") == true, "\(shown)")
    }
    // Nothing has run again for it.
    let reply = client.run("runs += 1\nruns")
    #expect(reply.shown.compactMap { $0.content["data"]?["text/plain"]?.string } == ["3"], "\(reply)")
  }
}
