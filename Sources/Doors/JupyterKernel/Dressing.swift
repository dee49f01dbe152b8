import Basics
import CodeHelp
import Display
import Drawings
import Figures
import Foundation
import NotebookDocument
import Reports

/// What a bundle becomes in a front end of Jupyter: the media types that it can show, figures drawn, tables set.
struct Dressing: Sendable {
  var drawer: FigureDrawer
  var options: CellOptions
  /// Names figures in messages.
  var label: String

  /// One thing to show, with the text for those who cannot show it.
  struct Piece {
    var data: [String: JSON]
    var metadata: [String: JSON] = [:]
    /// Whether it says that something could not be shown.
    var isError = false
  }

  /// Whether a bundle is to be together with the cell's other figures.
  func isPart(_ bundle: MIMEBundle) -> Bool {
    options.groupsFigures && options.output && options.include && bundle.isPicture
  }

  /// The pieces that show a bundle: itself, and its caption.
  ///
  /// - Parameter figure: which picture of the cell it is, the first one being 0.
  func pieces(of bundle: MIMEBundle, figure: Int = 0) -> [Piece] {
    guard options.output, options.include else { return [] }
    if bundle.isPicture { return picture(bundle, figure) }
    if let json = bundle.contents[MediaType.table],
      let table = try? JSONDecoder().decode(Table.self, from: Data(json.utf8))
    {
      let caption = options.tableCaption.map { HTMLText.inline($0) }
      let html = HTMLReport.html(table, number: nil, id: options.label, caption: caption, isOwnPage: false)
      return [
        Piece(data: [
          "text/html": .text(html), "text/markdown": .text(MarkdownReport.markdown(table)),
          "text/plain": .text(table.description),
        ])
      ]
    }
    return [Piece(data: passed(bundle))]
  }

  /// Results of media types that the cell names itself stay as they are; what is JSON goes as JSON.
  private func passed(_ bundle: MIMEBundle) -> [String: JSON] {
    var data: [String: JSON] = [:]
    for (type, text) in bundle.contents where !type.hasPrefix("application/vnd.gimbal.") {
      let isJSON = type == "application/json" || type.hasSuffix("+json")
      data[type] = isJSON ? (try? JSON(Data(text.utf8))) ?? .text(text) : .text(text)
    }
    return data
  }

  private func picture(_ bundle: MIMEBundle, _ index: Int) -> [Piece] {
    let drawing: FigureDrawing
    do {
      drawing = try drawer.draw(bundle, label: label, index: index, options: options, formats: ["svg", "png"])
    } catch {
      return [Self.failure(error)]
    }
    // One caption stands for all figures, as in reports.
    let captions = options.figureCaptions
    let caption = captions.count == 1 ? captions[0] : captions.indices.contains(index) ? captions[index] : nil
    let words = spoken(bundle, index) ?? caption
    var data = passed(bundle)
    data["text/plain"] = .text(words ?? bundle.contents[MediaType.plain] ?? "a figure")
    if let svg = drawing.files["svg"] { data[MediaType.svg] = .text(String(decoding: svg, as: UTF8.self)) }
    if let png = drawing.files["png"] { data["image/png"] = .text(png.base64EncodedString()) }
    if bundle.contents[MediaType.scene] != nil, data[MediaType.html] != nil {
      // The scene as the cell's options ask for it, not as it came.
      data[MediaType.html] = .text(
        drawing.svg.contains(SceneScript.mark)
          ? "\(drawing.svg)<script>\n\(SceneScript.text)</script>\n"
          : "<div class=\"gimbal-scene\">\(drawing.svg)</div>")
    }
    if drawing.svg.contains(TurningScript.mark) {
      data[MediaType.html] = .text(TurnableFigure.html(drawing, spoken: words ?? "a figure"))
    }
    return [Piece(data: data)] + (caption.map { [Self.caption($0)] } ?? []) + Self.doubts(drawing)
  }

  /// What a figure shows, in words that its cell gives.
  private func spoken(_ bundle: MIMEBundle, _ index: Int) -> String? {
    options.figureAlternatives.indices.contains(index) ? options.figureAlternatives[index] : nil
  }

  private static func caption(_ text: String) -> Piece {
    Piece(data: ["text/markdown": .text("*\(text)*"), "text/plain": .text(text)])
  }

  /// What a reader should know of a figure, next to it.
  private static func doubts(_ drawing: FigureDrawing) -> [Piece] {
    drawing.doubts.map { Piece(data: ["text/plain": .text("warning: \($0)")], isError: true) }
  }

  private static func failure(_ error: any Error) -> Piece {
    Piece(data: ["text/plain": .text((error as? FigureFailure)?.message ?? "\(error)")], isError: true)
  }

  /// The pieces that show figures which are parts of one: a picture in which they are side by side, with their letters,
  /// and the captions of all.
  func pieces(ofParts bundles: [MIMEBundle]) -> [Piece] {
    guard bundles.count > 1 else { return bundles.flatMap { pieces(of: $0) } }
    var failures: [Piece] = []
    var doubts: [Piece] = []
    var row = PictureRow(columns: options.layoutColumns ?? 1)
    let heights = FigureDrawer.rowHeights(of: bundles, options: options)
    for (index, bundle) in bundles.enumerated() {
      do {
        let drawing = try drawer.draw(
          bundle, label: label, index: index, of: bundles.count, options: options, height: heights[index],
          formats: ["svg"])
        doubts += Self.doubts(drawing)
        let svg = drawing.files["svg"].map { String(decoding: $0, as: UTF8.self) } ?? ""
        row.parts.append((svg: svg, letter: FigureRow.letter(index)))
      } catch {
        failures.append(Self.failure(error))
      }
    }
    guard !row.parts.isEmpty else { return failures }
    var parts = options.figureSubcaptions
    var common = options.figureCaptions.first
    if parts.isEmpty, options.figureCaptions.count > 1 { (parts, common) = (options.figureCaptions, nil) }
    let listed = parts.prefix(bundles.count).enumerated().map { "(\(FigureRow.letter($0.offset))) \($0.element)" }
    let words = ([common].compactMap { $0 } + listed).joined(separator: " ")
    let alternatives = bundles.indices.compactMap { spoken(bundles[$0], $0) ?? bundles[$0].contents[MediaType.plain] }
    let said = alternatives.isEmpty ? (words.isEmpty ? "figures" : words) : alternatives.joined(separator: "; ")
    let svg = row.svg(spoken: said)
    var data: [String: JSON] = ["text/plain": .text(said), MediaType.svg: .text(svg)]
    let whole = MIMEBundle([MediaType.svg: svg])
    if let drawn = try? drawer.draw(whole, label: label, index: 0, options: options, formats: ["svg", "png"]),
      let png = drawn.files["png"]
    {
      data["image/png"] = .text(png.base64EncodedString())
    }
    return [Piece(data: data)] + (words.isEmpty ? [] : [Self.caption(words)]) + doubts + failures
  }
}

/// Pictures in rows and columns, as one picture.
private struct PictureRow {
  var columns: Int
  var parts: [(svg: String, letter: String)] = []

  /// Points between two pictures, and for the line with a letter.
  private static let (gap, line) = (12.0, 20.0)

  func svg(spoken: String) -> String {
    let sizes = parts.map { Self.size(of: $0.svg) }
    let columns = min(columns, parts.count)
    let width = sizes.map(\.width).max() ?? 0
    var body = ""
    var top = 0.0
    for start in stride(from: 0, to: parts.count, by: columns) {
      let row = start..<min(start + columns, parts.count)
      let height = sizes[row].map(\.height).max() ?? 0
      for index in row {
        let left = Double(index - start) * (width + Self.gap) + (width - sizes[index].width) / 2
        // Embedded, so that names within one picture mean nothing in another.
        let data = Data(parts[index].svg.utf8).base64EncodedString()
        body += "<image x=\"\(left)\" y=\"\(top)\" width=\"\(sizes[index].width)\" height=\"\(sizes[index].height)\" "
        body += "href=\"data:image/svg+xml;base64,\(data)\"/>\n"
        body +=
          "<text x=\"\(left + sizes[index].width / 2)\" y=\"\(top + height + 14)\">(\(parts[index].letter))</text>\n"
      }
      top += height + Self.line
    }
    let whole = Double(columns) * width + Double(columns - 1) * Self.gap
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(whole) \(top)" width="\(whole)pt" height="\(top)pt" role="img" \
      aria-label="\(MarkupText.escape(spoken))">
      <style>text { font: 11px sans-serif; text-anchor: middle; fill: #555 } \
      @media (prefers-color-scheme: dark) { text { fill: #a0a8b2 } }</style>
      \(body)</svg>
      """
  }

  /// A picture's size: that of its view box, or what it says of itself.
  private static func size(of svg: String) -> (width: Double, height: Double) {
    let root = svg.firstMatch(of: compiled(/<svg[^>]*>/)).map { String($0.output) } ?? ""
    if let box = root.firstMatch(of: compiled(/viewBox="\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)/)),
      let width = Double(box.output.1), let height = Double(box.output.2), width > 0, height > 0
    {
      return (width, height)
    }
    let width = root.firstMatch(of: compiled(/\swidth="([\d.]+)/)).flatMap { Double($0.output.1) } ?? 360
    let height = root.firstMatch(of: compiled(/\sheight="([\d.]+)/)).flatMap { Double($0.output.1) } ?? 240
    return (width, height)
  }
}
