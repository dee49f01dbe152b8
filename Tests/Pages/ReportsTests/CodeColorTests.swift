import Basics
import Foundation
import NotebookBench
import ReportExport
import Reports
import Testing

@testable import Processes

/// Pieces of code in which what is a text is between ⟦ and ⟧, and what opens and closes an interpolation between ⟪ and
/// ⟫.
private let pieces = ####"""
  let a = ⟦"x"⟧
  §
  let b = ⟦"a \" b"⟧ + ⟦""⟧
  §
  let c = ⟦"back \\"⟧ + d
  §
  let e = ⟦#"raw "x" \n"#⟧
  §
  let f = ⟦##"a "# b"##⟧
  §
  let g = ⟦"one ⟧⟪\(⟫h + ⟦"in"⟧⟪)⟫⟦ two"⟧
  §
  let i = ⟦"⟧⟪\(⟫j[⟦"k ⟧⟪\(⟫l⟪)⟫⟦"⟧]⟪)⟫⟦"⟧
  §
  let m = ⟦#"n ⟧⟪\#(⟫o⟪)⟫⟦ \(p)"#⟧
  §
  let q = ⟦"""
    one "two" // three
    four
    """⟧
  §
  let r = ⟦"""
    a ⟧⟪\(⟫s + ⟦"t"⟧⟪)⟫⟦
    """⟧
  §
  let u = 1 // "no text"
  §
  /* "no /* text */ */ let v = ⟦"w"⟧
  §
  /* "a
     b */ let x = 2
  §
  let y = ⟦/a"b/⟧
  §
  let z = ⟦#/a"b/c/#⟧
  §
  print(⟦"it's"⟧, 3)
  §
  let ä = ⟦"ö 👩‍🚀"⟧.count
  §
  func fun(_ x: String = ⟦"/*"⟧) -> Int { x.count }
  §
  let url = ⟦"https://a.b/c"⟧
  """####.components(separatedBy: "\n§\n")

/// The characters of a piece, each with whether it belongs to a text; nil where both will do.
private func marked(_ piece: String) -> [(character: Character, isText: Bool?)] {
  var (isText, isFree) = (false, false)
  return piece.compactMap { character in
    switch character {
    case "⟦": isText = true
    case "⟧": isText = false
    case "⟪": isFree = true
    case "⟫": isFree = false
    default: return (character, isFree || character.isWhitespace ? nil : isText)
    }
    return nil
  }
}

@Suite("Colours of code")
struct CodeColorTests {
  /// What is wrong with the colours of some code; empty when every text has the colour of texts and nothing else has.
  private func faults(_ words: [CodeColors.Word], _ expected: [(character: Character, isText: Bool?)]) -> [String] {
    let found = words.flatMap { word in word.text.map { (character: $0, isText: word.kind == "s") } }
    guard found.map(\.character) == expected.map(\.character) else { return ["other characters"] }
    return zip(found, expected).enumerated().filter { $1.1.isText != nil && $1.0.isText != $1.1.isText }
      .map { "\($0): \($1.0.character)" }
  }

  @Test("A text has its colour from its beginning to its end, and nothing else has it", arguments: pieces)
  func alone(piece: String) {
    let expected = marked(piece)
    #expect(faults(CodeColors.words(of: String(expected.map(\.character))), expected) == [])
  }

  @Test("So it is in any order of pieces, and after lines were wrapped")
  func mixed() {
    var random = SeededRandom(seed: 11)
    let count = ProcessInfo.processInfo.environment["GIMBAL_COLOURS"].flatMap(Int.init) ?? 60
    for _ in 0..<count {
      let chosen = (0..<Int.random(in: 2...12, using: &random)).map { _ in
        String(repeating: "  ", count: Int.random(in: 0...2, using: &random)) + pieces.randomElement(using: &random)!
      }
      // A text of several lines is as far to the right as its end.
      let text = chosen.map { $0.contains("\"\"\"") ? String($0.drop { $0 == " " }) : $0 }.joined(separator: "\n")
      let expected = marked(text)
      let code = String(expected.map(\.character))
      #expect(faults(CodeColors.words(of: code), expected) == [], "\(code)")
      for columns in [20, 33, 88] {
        let wrapped = CodeWrapping.wrap(code, columns: columns)
        let lines = CodeColors.lines(of: code, wrapped: wrapped)
        #expect(lines.map { $0.map(\.text).joined() }.joined(separator: "\n") == wrapped)
        func solid(_ words: [CodeColors.Word]) -> [String] {
          words.flatMap { word in word.text.filter { !$0.isWhitespace && $0 != "↪" }.map { "\($0)\(word.kind ?? "-")" }
          }
        }
        #expect(solid(lines.flatMap { $0 }) == solid(CodeColors.words(of: code)), "\(columns) columns of\n\(code)")
      }
    }
  }

  @Test(
    "Paper has the page's colours, in cells and in code that is only shown",
    .enabled(if: TypesettingTools().makesPDF && Program.find("pdftohtml") != nil, "Typst or poppler-utils is missing"))
  func paper() throws {
    let bench = try Workbench()
    let code = #"""
      let first = "a \"quoted\" \(1 + 2) end"; let after = 77
      let raw = #"b " c"#; let behind = 88
      let long = """
        "d" // e
        """; let beyond = 99
      """#
    let body = cell(code) + "\n```swift noeval\n\(code.replacing("first", with: "shown"))\n```\n"
    let path = try bench.write("---\ntitle: T\nnotebook: {}\n---\n" + body)
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.pdf]))
    #expect(result.isSuccess, "\(result.messages)")
    let xml = try Subprocess.run(
      Program.find("pdftohtml")!, ["-xml", "-stdout", "-i", "\(bench.folder)/plots/test/test.pdf"]
    ).output
    var colors: [Substring: String] = [:]
    for font in xml.matches(of: /<fontspec id="(\d+)"[^>]*color="(#\w+)"/) {
      colors[font.output.1] = String(font.output.2)
    }
    var inked: [String: String] = [:]
    for text in xml.matches(of: /<text [^>]*font="(\d+)"[^>]*>(.*?)<\/text>/) {
      let words = text.output.2.replacing("&quot;", with: "\"").replacing("&#34;", with: "\"")
      inked[colors[text.output.1] ?? "", default: ""] += " \(words)"
    }
    let (strings, numbers) = (inked["#a03a00"] ?? "", inked["#1c5ba8"] ?? "")
    for word in ["quoted", "end", "c\"#", "// e"] { #expect(strings.contains(word), "\(word) in \(inked)") }
    for word in ["after", "behind", "beyond"] { #expect(!strings.contains(word), "\(word)") }
    for number in ["77", "88", "99"] {
      #expect(numbers.components(separatedBy: number).count == 3, "\(number) in \(inked)")
    }
  }
}
