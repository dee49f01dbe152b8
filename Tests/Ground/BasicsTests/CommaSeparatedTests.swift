import Basics
import Testing

@Suite struct CommaSeparatedTests {
  @Test("What is written is read back, whatever the fields hold but line ends")
  func backAndForth() {
    var random = SeededRandom(seed: 5)
    // A comma and the accent behind it are one character for Swift, and two in the file.
    let letters = "a,\" \té1".map(String.init) + ["\u{301}"]
    for _ in 0..<2_000 {
      let fields = (0...Int(random.uniform(0...5))).map { _ in
        (0..<Int(random.uniform(0...6))).map { _ in letters[Int(random.uniform() * Double(letters.count))] }.joined()
      }
      let line = CommaSeparated.line(fields)
      #expect(CommaSeparated.fields(line[...]) == fields, "\(line)")
    }
  }

  @Test("Lines keep their numbers, however they end; blank ones and a byte order mark are left out")
  func lines() {
    let lines = CommaSeparated.lines("\u{FEFF}a, b\r\n \r\n\"c,\"\"d\"\"\" , e\r\rf\n")
    #expect(lines.map(\.number) == [1, 3, 5])
    #expect(lines.map(\.fields) == [["a", "b"], ["c,\"d\"", "e"], ["f"]])
  }
}
