/// Elements of pandoc's document, in JSON: texts are quoted, and contents are elements behind each other.
enum PandocElement {
  /// No attributes.
  static let plain = #"["",[],[]]"#

  static func element(_ name: String, _ content: String? = nil) -> String {
    content.map { #"{"t":"\#(name)","c":\#($0)}"# } ?? #"{"t":"\#(name)"}"#
  }

  /// Elements behind each other, without empty texts. O(length).
  static func joined(_ elements: [String]) -> String { elements.filter { !$0.isEmpty }.joined(separator: ",") }

  // MARK: Blocks

  static func paragraph(_ inlines: String) -> String { inlines.isEmpty ? "" : element("Para", "[\(inlines)]") }

  static func quotation(_ blocks: String) -> String { element("BlockQuote", "[\(blocks)]") }

  static func code(_ code: String, _ language: String?) -> String {
    element("CodeBlock", #"[["",[\#(language.map(quoted) ?? "")],[]],\#(quoted(code))]"#)
  }

  /// A format's own words; nothing where there are none.
  static func raw(_ words: String, _ format: String) -> String {
    words.isEmpty ? "" : element("RawBlock", "[\(quoted(format)),\(quoted(words))]")
  }

  /// A table without a caption: its columns' sides, its head, and its body, as the contents of their cells.
  static func table(_ sides: [String], head: [String], rows: [[String]]) -> String {
    func row(_ cells: [String]) -> String {
      let cells = cells.map { words in
        #"[\#(plain),{"t":"AlignDefault"},1,1,[\#(words.isEmpty ? "" : element("Plain", "[\(words)]"))]]"#
      }
      return "[\(plain),[\(cells.joined(separator: ","))]]"
    }
    let (start, end) = tableFrame(sides)
    return "\(start)[\(plain),[\(row(head))]],[[\(plain),0,[],[\(joined(rows.map(row)))]]]\(end)"
  }

  /// What is before the head of a table, and behind its bodies.
  static func tableFrame(_ sides: [String]) -> (String, String) {
    let columns = sides.map { #"[{"t":"\#($0)"},{"t":"ColWidthDefault"}]"# }.joined(separator: ",")
    return (#"{"t":"Table","c":[\#(plain),[null,[]],[\#(columns)],"#, ",[\(plain),[]]]}")
  }

  // MARK: In a line

  static func strong(_ inlines: String) -> String { element("Strong", "[\(inlines)]") }

  static func emphasis(_ inlines: String) -> String { element("Emph", "[\(inlines)]") }

  static func code(inLine code: String) -> String { element("Code", "[\(plain),\(quoted(code))]") }

  static func raw(inLine words: String, _ format: String) -> String {
    element("RawInline", "[\(quoted(format)),\(quoted(words))]")
  }

  static func link(_ inlines: String, to address: String) -> String {
    element("Link", #"[\#(plain),[\#(inlines)],[\#(quoted(address)),""]]"#)
  }

  static func picture(_ inlines: String, _ file: String, width: String?) -> String {
    element("Image", #"[\#(sized(width)),[\#(inlines)],[\#(quoted(file)),""]]"#)
  }

  /// The attributes of a picture.
  static func sized(_ width: String?) -> String { width.map { #"["",[],[["width",\#(quoted($0))]]]"# } ?? plain }

  // MARK: Texts

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n", "\t": result += scalar == "\n" ? "\\n" : "\\t"
      // XML has no way to write these.
      case _ where scalar.value < 32 || scalar.value | 1 == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
