import Foundation
import ReportExport
import Reports

/// What pandoc is given of a report, in signs like Markdown's.
enum PaperText {
  static func of(_ report: Report, _ reader: PaperReader) -> String {
    let blocks =
      reader == .typst
      ? TypstExport.blocks(of: report) : PaperSetter.blocks(of: report, for: .init(report, reader, nil))
    return (try? JSONSerialization.jsonObject(with: Data("[\(blocks)]".utf8))).map(text) ?? "no JSON: \(blocks)"
  }

  private static func text(_ part: Any) -> String {
    if let list = part as? [Any] { return list.map(text).joined() }
    guard let element = part as? [String: Any], let name = element["t"] as? String else { return "" }
    let content = element["c"] ?? ""
    func at(_ place: Int) -> Any { (content as? [Any])?[place] ?? "" }
    func items(_ list: Any) -> String {
      ((list as? [Any]) ?? []).map { "- " + text($0).trimmingCharacters(in: .newlines) + "\n" }.joined() + "\n"
    }
    func row(_ row: Any) -> String {
      let cells = ((row as? [Any])?[1] as? [[Any]]) ?? []
      return "| " + cells.map { text($0[4]).trimmingCharacters(in: .newlines) }.joined(separator: " | ") + " |\n"
    }
    func target(_ place: Int) -> String { (at(place) as? [String])?[0] ?? "" }
    switch name {
    case "Str": return content as? String ?? ""
    case "Space": return " "
    case "SoftBreak", "LineBreak": return "\n"
    case "Strong": return "**\(text(content))**"
    case "Emph": return "*\(text(content))*"
    case "Code": return "`\(at(1))`"
    case "Math", "RawInline": return "\(at(1))"
    case "CodeBlock", "RawBlock": return "\(at(1))\n\n"
    case "Para", "Plain": return text(content) + "\n\n"
    case "Header": return String(repeating: "#", count: at(0) as? Int ?? 0) + " \(text(at(2)))\n\n"
    case "BulletList": return items(content)
    case "OrderedList": return items(at(1))
    case "BlockQuote": return "> \(text(content))"
    case "Link": return "[\(text(at(1)))](\(target(2)))"
    case "Image":
      let width = ((at(0) as? [Any])?[2] as? [[String]])?.first?[1]
      return "![\(text(at(1)))](\(target(2)))" + (width.map { "{width=\($0)}" } ?? "")
    case "Table":
      let head = ((at(3) as? [Any])?[1] as? [Any]) ?? []
      let bodies = ((at(4) as? [[Any]]) ?? []).flatMap { ($0[3] as? [Any]) ?? [] }
      return (head + bodies).map(row).joined() + "\n"
    default: return text(content)
    }
  }
}
