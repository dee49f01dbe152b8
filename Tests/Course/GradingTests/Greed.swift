/// Submissions that take all there is of something.
struct Greed {
  var name: String
  var text: String
  /// Whether it ends only when its time does: `make attacks` tries it.
  var isLong: Bool

  init(_ name: String, isLong: Bool = false, step: String = Course.wrongStep, before: [String] = []) {
    (self.name, self.isLong) = (name, isLong)
    text = Course.submission(step: step, turn: Course.wrongTurn, before: before)
  }

  static let attacks: [Greed] = [
    Greed("forks", before: ["@_silgen_name(\"fork\") func split() -> Int32\nwhile true { _ = split() }"]),
    Greed(
      "memory",
      before: [
        "import Foundation\nvar all: [[UInt8]] = []\nwhile true { all.append([UInt8](repeating: 1, count: 50 << 20)) }"
      ]),
    Greed(
      "disk",
      before: [
        "import Foundation\nlet block = Data(count: 8 << 20)\nfor i in 0... { try? block.write(to: URL(fileURLWithPath: \"f\\(i)\")) }"
      ]),
    Greed(
      "files",
      before: [
        "import Foundation\nfor i in 0... { try? FileManager.default.createDirectory(atPath: \"d\\(i)\", withIntermediateDirectories: true) }"
      ]),
    Greed(
      "nameless-files",
      before: [
        "import Foundation\nlet block = Data(count: 8 << 20)\nwhile true { let f = open(\"x\", O_RDWR | O_CREAT, 0o600); unlink(\"x\"); block.withUnsafeBytes { p in for _ in 0..<3 { _ = write(f, p.baseAddress, p.count) } } }"
      ]),
    Greed(
      "deep-folders",
      before: [
        "import Foundation\nwhile true { mkdir(\"d\", 0o700); if chdir(\"d\") != 0 { break } }\nexit(0)"
      ]),
    Greed(
      "output", isLong: true,
      before: ["let line = String(repeating: \"x\", count: 1 << 16)\nwhile true { print(line) }"]),
    Greed(
      "threads", isLong: true, before: ["import Foundation\nwhile true { Thread.detachNewThread { while true {} } }"]),
    Greed("sleeps", isLong: true, before: ["import Foundation\nwhile true { sleep(1) }"]),
    Greed(
      "ignores-signals",
      step:
        "import Foundation\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Double { signal(SIGALRM, SIG_IGN); while true {} }"
    ),
    Greed(
      "huge-result",
      step: "func step(_ v: Double, _ a: Double, dt: Double) -> [Double] { [Double](repeating: v, count: 1 << 28) }"),
    Greed(
      "diagnostics", isLong: true, before: [String(repeating: "let a: Int = \"x\" + y + z.w(1, 2)\n", count: 3000)]),
    Greed(
      "types",
      before: [
        "let x = 1 + 2.0 * 3 - -4 + [1, 2.5].reduce(0) { $0 + $1 * 2 - 1 } + 5 * 6.0 / 7 - (8 + 9.5) * -1 + \"a\".count + 3.0 * 2 - 1"
      ]),
    Greed(
      "nesting", isLong: true,
      before: ["let n = " + String(repeating: "[", count: 3000) + "1" + String(repeating: "]", count: 3000)]),
    Greed("recursion", before: ["func f(_ n: Int) -> Int { f(n + 1) + 1 }\nprint(f(0))"]),
  ]
}
