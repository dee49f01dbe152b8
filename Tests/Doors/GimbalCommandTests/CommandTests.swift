import Foundation
import NotebookBench
import Testing

@testable import Processes

@Suite("The command line", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct CommandTests {
  private typealias Desk = BuiltProgram.Desk
  private let program = BuiltProgram.path

  @Test(
    "Every command says in its help what it is for, and gives examples that begin with its name",
    arguments: [
      "run", "preview", "grid", "grid plan", "grid run", "grid status", "grid gather", "grid workflow", "results",
      "results list", "results compare", "results export", "check", "new", "import", "extract", "tangle", "doctor",
      "clean",
      "recognise", "train", "trace", "trace info", "trace convert", "trace plot", "trace simulate",
      "assignment", "assignment release", "assignment check", "assignment validate", "assignment mark",
      "assignment report", "assignment export", "assignment import",
    ])
  func help(command: String) throws {
    let (status, output) = try Subprocess.run(
      program, command.split(separator: " ").map(String.init) + ["--help"], variables: ["COLUMNS": "80"])
    #expect(status == 0 && output.contains("OVERVIEW: "))
    // A paragraph fills its lines: none ends where the next word had room.
    let text = output.prefix(upTo: try #require(output.range(of: "USAGE: ")).lowerBound)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (line, next) in zip(text, text.dropFirst()) where !(next.first ?? " ").isWhitespace && !line.hasPrefix(" ") {
      #expect(line.isEmpty || line.count + 1 + next.prefix { $0 != " " }.count >= 80, "\(line)")
    }
    #expect(text.allSatisfy { $0.count <= 80 })
    let examples = try #require(output.range(of: "EXAMPLES\n")).upperBound
    let lines = output[examples...].split(separator: "\n", omittingEmptySubsequences: false).prefix {
      $0.hasPrefix("  ")
    }
    #expect(!lines.isEmpty)
    // Deeper lines go on with the one above.
    #expect(lines.allSatisfy { $0.hasPrefix("  gimbal \(command)") || $0.hasPrefix("    ") }, "\(lines)")
  }

  @Test("Every command is listed, so that none is without help")
  func listed() throws {
    let output = try Subprocess.run(program, ["--help"]).output
    let listed = output.components(separatedBy: "SUBCOMMANDS:\n").last?.matches(of: /(?m)^  ([a-z]+)/).map {
      String($0.output.1)
    }
    #expect(
      listed == [
        "run", "compare", "calibrate", "preview", "studio", "grid", "results", "assignment", "check", "book", "kernel",
        "lsp", "new",
        "import", "extract", "tangle", "doctor", "clean", "recognise", "train", "trace",
      ])
  }

  @Test("Help on an unknown command is an error with a suggestion; help on a command is not an error")
  func helpOnNothing() throws {
    let (status, output) = try Subprocess.run(program, ["help", "nope"])
    #expect(status != 0 && output.contains("unknown command “gimbal nope”"))
    #expect(try Subprocess.run(program, ["help", "trace", "inof"]).status != 0)
    for command in [["help"], ["help", "run"], ["help", "trace", "info"]] {
      let (status, output) = try Subprocess.run(program, command)
      #expect(status == 0 && output.contains("USAGE: "))
    }
  }

  @Test(
    "Completion scripts complete files where a file is wanted, and the values of options",
    arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) throws {
    let (status, script) = try Subprocess.run(program, ["--generate-completion-script", shell])
    #expect(status == 0)
    let files = ["bash": "_filedir", "zsh": "_files", "fish": "__fish_complete_path"]
    let marks =
      shell == "fish" ? ["-F", "__fish_complete_path", "-fra"] : [files[shell]!, "compgen -f", "add_completions -f"]
    #expect(marks.contains(where: script.contains), "no files")
    for value in ["latin-hypercube", "parquet", "sensorlogger", "docx"] { #expect(script.contains(value), "\(value)") }
  }

  @Test("Shells complete every argument and option that takes a file or a folder")
  func completedPaths() throws {
    let (status, dump) = try Subprocess.run(program, ["--experimental-dump-help"])
    #expect(status == 0)
    let paths: Set = [
      "file", "files", "folder", "folders", "notebook", "notebooks", "recording", "recordings", "submissions",
      "pattern",
      "path",
    ]
    func silent(_ command: [String: Any]) -> [String] {
      let own = (command["arguments"] as? [[String: Any]] ?? []).filter { argument in
        paths.contains(argument["valueName"] as? String ?? "") && argument["completionKind"] == nil
      }
      let name = command["commandName"] as? String ?? ""
      return own.map { "\(name) \($0["valueName"] ?? "")" }
        + (command["subcommands"] as? [[String: Any]] ?? []).flatMap(silent)
    }
    let root = try #require(try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any])
    #expect(silent(try #require(root["command"] as? [String: Any])) == [])
  }

  @Test("`trace --time-defects`, `--no-truth` and `--drop-bad-rows` each change what is read")
  func traceReading() throws {
    let desk = try Desk()
    let header =
      "time_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,"
      + "user_acceleration_z_m_s2\n"
    try desk.write(header + ["0", "0.01", "0.01", "0.02"].map { "\($0),1,0,0,0,0,0,0\n" }.joined(), to: "a.csv")
    func samples(_ options: String...) throws -> String {
      let (status, output) = try Subprocess.run(program, ["trace", "info", "a.csv"] + options, folder: desk.folder)
      return status == 0 ? String(output.prefix { $0 != "s" }) : "\(status)"
    }
    let refused = try desk.run("trace", "info", "a.csv")
    // What other commands refuse is described here, with the option that helps.
    #expect(refused.status == 0 && refused.output.contains("refused: a.csv:4: the time 0.01 s appears a second time"))
    #expect(refused.output.contains("--time-defects drop"))
    #expect(try samples("--time-defects", "respace") == "a: 4 ")
    #expect(try samples("--time-defects", "drop") == "a: 3 ")
    #expect(try samples("--drop-bad-rows") == "a: 3 ")
    #expect(try samples("--drop-bad-rows", "--time-defects", "respace") == "a: 4 ")
    #expect(try desk.run("trace", "plot", "a.csv", "--time-defects", "refuse", "--drop-bad-rows").status != 0)
    // The Vicon file is looked for, and has too few rows.
    let row = "0,0,0,0,0,0,0,0,0,-1,0,0,0,1,2,3\n"
    try desk.write(String(repeating: row, count: 5), to: "walk_imu1.csv")
    try desk.write("0,0,0,0,0,0,0,0,1\n", to: "walk_vi1.csv")
    let unfit = try desk.run("trace", "info", "walk_imu1.csv", "--raw")
    #expect(unfit.output.contains("refused: ") && unfit.output.contains("1 rows of truth for 5 rows of motion"))
    let alone = try desk.run("trace", "info", "walk_imu1.csv", "--raw", "--no-truth")
    #expect(alone.status == 0 && alone.output.hasPrefix("walk_imu1: 5 samples"))
  }

  @Test(
    "A recording is drawn whatever its file is called",
    arguments: [
      "Acceleration with g 2026-05-07 19-41-32 (1).csv", "it's a_{b}^2 \"q\" $x `y`.csv", "Spaziergang e\u{301}té.csv",
      "... .csv", "日本 🎈.csv", String(repeating: "long ", count: 45) + ".csv", "a\\n%s;b.csv",
    ])
  func names(name: String) throws {
    let desk = try Desk()
    #expect(try desk.run("trace", "simulate", "square", "--output", name).status == 0)
    let (status, output) = try desk.run("trace", "plot", name, "--output", "figures")
    #expect(status == 0, "\(output)")
    let drawn = try FileManager.default.contentsOfDirectory(atPath: "\(desk.folder)/figures")
    #expect(
      drawn.count { $0.hasSuffix("-acceleration.svg") } == 1 && drawn.count { $0.hasSuffix("-attitude.svg") } == 1)
    try desk.write(
      "---\ntitle: T\nnotebook: {}\nparams:\n  trace: none\n---\n```swift\nimport Gimbal\n"
        + "let trace = try Trace(contentsOf: params.trace)\ntry trace.accelerationFigure()\n```\n"
        + "```swift\ntry Comparison(of: trace, schemes: [.none, .exponential(rate: 1)])\n```\n", to: "n.md")
    let run = try desk.run("run", "-q", "n.md", "-P", "trace=\(name)")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("`--to` may be given again, and `-P`; an option with one value may not, and says which it is")
  func givenTwice() throws {
    let desk = try Desk()
    try desk.write("---\nnotebook: {}\nparams: {a: 1, b: 1}\n---\n`{swift} params.a + params.b`\n", to: "n.md")
    let formats = try desk.run("run", "-q", "n.md", "--to", "ipynb", "-P", "a=2", "--to=slides-html", "-P", "b=3")
    #expect(formats.status == 0, "\(formats.output)")
    for name in ["n.ipynb", "n-slides.html"] { #expect(!desk.read("plots/n/\(name)").isEmpty, "\(name)") }
    #expect(desk.read("plots/n/README.md").contains("\n5\n"))
    let (status, output) = try desk.run("run", "-q", "--output", "a", "n.md", "--output=b")
    #expect(status == 2 && output.contains("“gimbal run” takes “--output” once, and here it is twice"), "\(output)")
    #expect(desk.read("a/n/README.md") + desk.read("b/n/README.md") == "")
    for twice in [
      try desk.run("run", "-q", "n.md", "-P", "a=2", "--param", "a=3"),
      try desk.run("grid", "plan", "n.md", "--grid", "b=1,2", "-P", "a=2", "--param=a=3"),
    ] { #expect(twice.status == 2 && twice.output.contains("“-P a=…” is there twice"), "\(twice)") }
  }

  @Test("`--strict` decides the exit status")
  func strict() throws {
    let desk = try Desk()
    try desk.write("---\nnotebook: {}\n---\nAs @fig-none shows.\n", to: "n.md")
    let loose = try desk.run("run", "n.md", "-q")
    #expect(loose.status == 0 && loose.output.contains("n.md:4:4: warning: there is no figure or table “fig-none”"))
    let strict = try desk.run("run", "n.md", "-q", "--strict")
    #expect(strict.status == 1 && strict.output.contains("n.md:4:4: error: there is no figure or table"))
    #expect(try desk.run("check", "n.md", "--strict").status == 1)
    #expect(try desk.run("check", "n.md").status == 0)
  }

  // MARK: Letters

  /// Letters as a hand draws them: three samples of each corner, a little off, at 20 ms.
  private func strokes(_ letters: [String], of each: Int) -> String {
    let corners: [String: [(Double, Double)]] = [
      "L": [(0, 0), (0, 100), (60, 100)], "V": [(0, 0), (30, 100), (60, 0)],
      "Z": [(0, 0), (60, 0), (0, 100), (60, 100)], "I": [(0, 0), (0, 50), (0, 100)],
    ]
    var state: UInt64 = 7
    func shake() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31) * 8 - 4
    }
    var lines = ["gesture,label,x,y,t"]
    var gesture = 0
    for letter in letters {
      for _ in 0..<each {
        gesture += 1
        var time = 0.0
        for (from, to) in zip(corners[letter]!, corners[letter]!.dropFirst()) {
          for step in 0...10 {
            let s = Double(step) / 10
            let (x, y) = (from.0 + s * (to.0 - from.0) + shake(), from.1 + s * (to.1 - from.1) + shake())
            lines.append("\(gesture),\(letter),\(x),\(y),\(time)")
            time += 0.02
          }
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("`recognise` says for each gesture what it is, how surely, and what else")
  func recognise() throws {
    let desk = try Desk()
    try desk.write(strokes(["L", "V", "Z"], of: 1), to: "letters.csv")
    let (status, output) = try desk.run("recognise", "letters.csv", "--recognizer", "course", "--top", "2")
    #expect(status == 0)
    let lines = output.split(separator: "\n")
    #expect(lines.count == 3)
    for (line, letter) in zip(lines, ["L", "V", "Z"]) {
      #expect(
        line.wholeMatch(of: /\d: (\w) \(drawn: (\w)\), score -?[\d.]+, margin [\d.]+; then \w+ -?[\d.]+/)?.output.1
          == letter[...],
        "\(line)")
    }
    // With three letters, two others are named; above every score, nothing is recognised.
    #expect(
      try desk.run("recognise", "letters.csv", "--recognizer", "course").output.split(separator: "\n")[0].filter {
        $0 == ","
      }.count == 3)
    #expect(
      try desk.run("recognize", "letters.csv", "--recognizer", "course", "--threshold", "1e9").output.hasPrefix(
        "1: none (drawn: L)"))
  }

  @Test("A broken gesture or recording among many ends no command: it is named, left out and counted")
  func brokenAmongMany() throws {
    let desk = try Desk()
    let good = strokes(["L", "V", "Z", "I"], of: 3)
    // A gesture more, of which a sample is no number.
    let lines = good.split(separator: "\n")
    let fields = lines[0].split(separator: ",").map(String.init)
    let broken = fields.map { $0 == "gesture" ? "999" : $0 == "x" ? "?" : $0 == "label" ? "L" : "1" }.joined(
      separator: ",")
    try desk.write(good + broken + "\n", to: "strokes.csv")
    let place = "left out: strokes.csv:\(lines.count + 1)"
    let recognised = try desk.run("recognise", "strokes.csv", "--recognizer", "course", "--append", "log.csv")
    #expect(recognised.status == 0 && recognised.output.contains(place), "\(recognised.output)")
    #expect(recognised.output.contains("left out: 1 of 13\n"))
    let trained = try desk.run("train", "strokes.csv", "--classifier", "logistic", "--folds", "0")
    #expect(trained.status == 0 && trained.output.contains(place), "\(trained.output)")
    #expect(trained.output.contains("strokes.csv: 12 examples of 4 labels, 1 left out"))
    try desk.write(desk.read("log.csv") + "L,1,2\n", to: "log.csv")
    let again = try desk.run("train", "log.csv", "--classifier", "logistic", "--folds", "0")
    #expect(
      again.output.contains("left out: log.csv:14") && again.output.contains("12 examples of 4 labels, 1 left out"))

    let trace =
      "time_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,"
      + "user_acceleration_z_m_s2\n"
    try desk.write(trace + (0..<9).map { "\(Double($0) / 100),1,0,0,0,0,0,0\n" }.joined(), to: "good.csv")
    let info = try desk.run("trace", "info", "good.csv", "none.csv", "good.csv")
    #expect(info.status == 2 && info.output.components(separatedBy: "9 samples").count == 3, "\(info.output)")
    #expect(info.output.contains("none.csv") && info.output.contains("left out: 1 of 3"))
  }

  @Test("`recognise --append` keeps features in a log, `train` learns from it, and `recognise` uses what it learnt")
  func trainOnOwnHand() throws {
    let desk = try Desk()
    try desk.write(strokes(["L", "V", "Z", "I"], of: 12), to: "mine.csv")
    let appended = try desk.run("recognise", "mine.csv", "--recognizer", "course", "--append", "log.csv")
    #expect(appended.status == 0 && appended.output.contains("log.csv: 48 rows appended"))
    #expect(desk.read("log.csv").split(separator: "\n").count == 49)
    let trained = try desk.run(
      "train", "log.csv", "--classifier", "perceptron", "--starts", "3", "--folds", "4", "--seed", "5", "--output",
      "mine.json")
    #expect(trained.status == 0, "\(trained.output)")
    #expect(trained.output.contains("log.csv: 48 examples of 4 labels"))
    let accuracy = try #require(
      trained.output.firstMatch(of: /4-fold cross-validation: ([\d.]+) % right \((\d+) of 48/))
    #expect(Int(accuracy.output.2)! >= 46)
    try desk.write(strokes(["I", "L"], of: 1), to: "new.csv")
    let again = try desk.run("recognise", "new.csv", "--recognizer", "mine.json")
    #expect(again.output.hasPrefix("1: I ") && again.output.contains("\n2: L "), "\(again.output)")
    // The same seed gives the same file.
    _ = try desk.run(
      "train", "log.csv", "--classifier", "perceptron", "--starts", "3", "--folds", "0", "--seed", "5", "--output",
      "again.json")
    #expect(desk.read("again.json") == desk.read("mine.json") && !desk.read("mine.json").isEmpty)
    // Labelled strokes serve as well as a log, and bare weights as well as JSON.
    let direct = try desk.run(
      "train", "mine.csv", "--classifier", "logistic", "--folds", "0", "--output", "weights.csv")
    #expect(direct.status == 0 && direct.output.contains("weights.csv: written"), "\(direct.output)")
    #expect(try desk.run("recognise", "new.csv", "--recognizer", "weights.csv").output.hasPrefix("1: I "))
    // A label given on the command line holds for what has none.
    #expect(
      try desk.run("recognise", "new.csv", "--recognizer", "course", "--append", "log.csv", "--label", "Q").status == 0)
    #expect(desk.read("log.csv").split(separator: "\n").last?.hasPrefix("Q,") == true)
  }

  @Test(
    "What cannot be read or learnt ends with status 2, and words that help",
    arguments: [
      (["recognise", "nowhere.csv"], "there is no such file", Int32(2)),
      (["recognise", "unlabelled.csv", "--append", "log.csv"], "say what was drawn with --label", 2),
      (["recognise", "unlabelled.csv", "--recognizer", "nobody.json"], "there is no such file", 2),
      (["recognise", "broken.csv"], "x", 2),
      (["train", "nowhere.csv"], "there is no such file", 2),
      (["train"], "Give a training log, or --shipped", 2),
      (["train", "odd.csv"], "any-names", 2),
    ])
  func refusals(arguments: [String], words: String, status: Int32) throws {
    let desk = try Desk()
    try desk.write("x,y,t\n0,0,0\n0,50,0.1\n0,100,0.2\n", to: "unlabelled.csv")
    try desk.write("x,y,tt\n0,0,0\n", to: "broken.csv")
    try desk.write("label,a,b\nL,1,2\n", to: "odd.csv")
    let result = try Subprocess.run(program, arguments, folder: desk.folder)
    #expect(result.status == status, "\(result.output)")
    #expect(result.output.contains(words), "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: "\(desk.folder)/log.csv"))
  }

  @Test(
    "Ctrl-C and a wish to end from elsewhere end the preview with what its cells have started",
    .timeLimit(.minutes(60)), arguments: [("INT", 130), ("TERM", 143)])
  func previewEnds(signal: String, status: Int) throws {
    let desk = try Desk()
    let mark = "\(Int.random(in: 100_000_000..<999_999_999))"
    try desk.write(
      """
      ---
      notebook: {}
      ---
      ```swift
      import Foundation
      let sleeper = Process()
      sleeper.executableURL = URL(fileURLWithPath: "/bin/sleep")
      sleeper.arguments = ["\(mark)"]
      try sleeper.run()
      ```
      ```swift
      try Data().write(to: URL(fileURLWithPath: "ready"))
      while true {}
      ```
      """, to: "n.md")
    let script = """
      "$0" preview --no-open n.md > /dev/null & process=$!
      for i in $(seq 12000); do [ -e ready ] && break; sleep 0.05; done
      kill -\(signal) $process; wait $process; echo "status $?"
      cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' | grep -c "[/]bin/sleep \(mark)"
      """
    let output = try Subprocess.run("/bin/sh", ["-c", script, program], folder: desk.folder).output
    #expect(output == "status \(status)\n0\n")
  }

  @Test(
    "Nothing that a run has started outlives it, at whatever time and however often it is told to end",
    .timeLimit(.minutes(60)), arguments: ["INT", "INT INT", "TERM INT", "KILL", "HUP"])
  func endsWhole(signals: String) throws {
    let desk = try Desk()
    // A shell has what it starts in the background ignore SIGINT: the first signal comes when the program listens for
    // it. A second or more of the compiler, a figure, and a program that a cell starts.
    let sums = (0..<4).map {
      "let a\($0) = [1, 2.5].map { $0 * 2 + 1 / 3 - 4 * $0 + 2 * ($0 - 1) }.reduce(0) { $0 + $1 * 2 - 1 }"
    }
    try desk.write(
      """
      ---
      notebook: {timeout: 10}
      ---
      ```swift
      //| label: fig-a
      import Gimbal
      Figure(x: FigureAxis("t"), y: FigureAxis("y"), [.line(x: [0, 1], y: [0, 1])])
      ```
      ```swift
      let sleeper = Process()
      sleeper.executableURL = URL(fileURLWithPath: "/bin/sleep")
      sleeper.arguments = ["100"]
      try sleeper.run()
      ```
      ```swift
      \(sums.joined(separator: "\n"))
      while true {}
      ```
      """, to: "n.md")
    let kills = signals.split(separator: " ").map { "kill -\($0) $process" }.joined(
      separator: "; sleep \(Double.random(in: 0...0.01)); ")
    // Once at any time, and once at any time after it has started something.
    for (trial, hasBegun) in ["true", "[ -n \"$(cat /proc/$process/task/*/children)\" ]"].enumerated() {
      let mark = "MARK=\(UUID().uuidString)"
      let delay = Double.random(in: 0...2)
      let script = """
        env \(mark) "$0" run --cache cache-\(trial) n.md > /dev/null 2>&1 & process=$!
        until grep -q '^SigCgt:.*[2367abef]$' /proc/$process/status || ! kill -0 $process; do sleep 0.01; done
        until \(hasBegun) || ! kill -0 $process; do sleep 0.01; done
        kill -0 $process && echo begun
        sleep \(delay); \(kills); wait $process 2> /dev/null
        """
      let output = try Subprocess.run("/bin/sh", ["-c", script, program], folder: desk.folder).output
      #expect(output.contains("begun"), "otherwise it proves nothing: \(output)")
      for _ in 0..<12_000 where !BuiltProgram.marked(mark).isEmpty { usleep(50_000) }
      #expect(BuiltProgram.marked(mark) == [], "\(signals) after \(delay) s")
    }
  }

  @Test("`check --accept` keeps the accepted results when the run fails")
  func acceptsSuccessOnly() throws {
    let desk = try Desk()
    func write(_ code: String) throws { try desk.write("---\nnotebook: {}\n---\n```swift\n\(code)\n```\n", to: "n.md") }
    try write("print(1)")
    #expect(try desk.run("check", "n.md", "--accept").status == 0)
    try write("print(2)\nfatalError()")
    let (status, output) = try desk.run("check", "n.md", "--accept")
    #expect(status == 1 && output.contains("not accepted") && !output.contains("results accepted"))
    #expect(desk.read("plots/n/README.md").contains("\n1\n"))
    try write("print(3)")
    #expect(try desk.run("check", "n.md", "--accept").status == 0)
    #expect(desk.read("plots/n/README.md").contains("\n3\n"))
  }

  @Test(
    "An argument that is empty, as of a variable that is not set, is refused before anything is written",
    arguments: [
      ["run", "n.md", "--output", ""], ["run", "n.md", "--output="], ["check", "n.md", "--output", ""],
      ["trace", "info", ""],
    ])
  func emptyArgument(_ arguments: [String]) throws {
    let desk = try Desk()
    try desk.write("---\nnotebook: {}\n---\n```swift\nprint(1)\n```\n", to: "n.md")
    let (status, output) = try Subprocess.run(program, arguments, folder: desk.folder)
    #expect(status == 2 && output.contains("is a variable of the shell unset?"), "\(output)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder) == ["n.md"])
    #expect(!FileManager.default.fileExists(atPath: "/n"))
  }

  @Test("A folder of results may begin with a hyphen, and that of a recording end with a slash")
  func oddFolders() throws {
    let desk = try Desk()
    try desk.write("---\nnotebook: {}\n---\n```swift\nprint(1)\n```\n", to: "n.md")
    for text in ["print(1)", "print(2)"] {
      try desk.write("---\nnotebook: {}\n---\n```swift\n\(text)\n```\n", to: "n.md")
      #expect(try desk.run("run", "n.md", "--output=-x").status == 0)
    }
    #expect(desk.read("-x/n/README.md").contains("print(2)"))
    try FileManager.default.createDirectory(atPath: "\(desk.folder)/walk", withIntermediateDirectories: true)
    try desk.write("a,b\n1,2\n", to: "walk/Accelerometer.csv")
    let (_, output) = try desk.run("trace", "info", "walk/")
    #expect(output.contains("walk") && !output.contains("walk//"), "\(output)")
  }

  @Test("Two notebooks run by one command each behave as alone")
  func twoNotebooks() throws {
    let desk = try Desk()
    try desk.write("---\nnotebook: {}\n---\n```swift\n1 + 1\n```\n", to: "a.md")
    try desk.write("---\nnotebook: {}\n---\nProse.\n```swift\n//| error: true\n1 + 1\n```\n", to: "b.md")
    let alone = try desk.run("run", "-q", "b.md")
    #expect(alone.status == 1 && alone.output.hasPrefix("b.md:5:"))
    let together = try desk.run("run", "-q", "a.md", "b.md")
    #expect(together.status == 1 && together.output == alone.output)
  }
}
