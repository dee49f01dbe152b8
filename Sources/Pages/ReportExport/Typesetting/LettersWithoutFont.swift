import Foundation
import Processes
import Reports

/// Letters that no font of this machine has: Typst sets a box in their place without a warning.
enum LettersWithoutFont {
  /// A warning for a text that is typeset, at the first line of the notebook that has one of them. None if fontconfig is not installed.
  static func remarks(of text: String, _ report: Report) -> [ReportRemark] {
    let missing = missing(in: text)
    guard !missing.isEmpty else { return [] }
    let lines = report.notebook.lines
    let line = lines.firstIndex { $0.unicodeScalars.contains(where: missing.contains) } ?? 0
    let shown = missing.prefix(10).map { String(Character($0)) }.joined(separator: " ")
    return [
      ReportRemark(
        severity: .warning, position: .init(line: line + 1),
        message:
          "no font of this machine has \(shown)\(missing.count > 10 ? " and \(missing.count - 10) more" : ""), so the PDF shows boxes there; "
          + "install a font that has them, such as those of the package “fonts-noto”")
    ]
  }

  /// The letters of a text for which there is no font, in the order in which they appear.
  private static func missing(in text: String) -> [Unicode.Scalar] {
    var (seen, rare) = (Set<Unicode.Scalar>(), [Unicode.Scalar]())
    for scalar in text.unicodeScalars
    where scalar.value >= 0x530 && !isInEveryFont(scalar) && seen.insert(scalar).inserted {
      rare.append(scalar)
    }
    guard !rare.isEmpty, rare.count <= 2000, let program = Program.find("fc-list") else { return [] }
    func hasFont(_ scalars: [Unicode.Scalar]) -> Bool {
      let set = scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      // Without an answer from the program there is no warning.
      guard let (status, output) = try? Subprocess.run(program, [":charset=\(set)", "family"]), status == 0
      else {
        return true
      }
      return output.contains { !$0.isWhitespace }
    }
    /// Halves them until one is left: most texts need one question.
    func without(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
      if scalars.isEmpty || hasFont(scalars) { return [] }
      if scalars.count == 1 { return scalars }
      return without(Array(scalars[..<(scalars.count / 2)])) + without(Array(scalars[(scalars.count / 2)...]))
    }
    return without(rare)
  }

  /// Punctuation, arrows, signs of formulas and lines, which Typst's own fonts have; what joins letters, and has no shape.
  private static func isInEveryFont(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1E00...0x23FF, 0x2460...0x2BFF, 0x1D400...0x1D7FF, 0xFB00...0xFB06, 0xFE00...0xFE0F, 0xFEFF, 0xFFFC...0xFFFD,
      0xE000...0xF8FF:
      true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
