import Display
import Drawings
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

  /// The pieces that show a bundle: itself, and its caption.
  func pieces(of bundle: MIMEBundle) -> [Piece] {
    guard options.output, options.include else { return [] }
    if bundle.isPicture { return picture(bundle) }
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

  /// What a cell shows by media types of its own goes as it is; what is JSON goes as JSON.
  private func passed(_ bundle: MIMEBundle) -> [String: JSON] {
    var data: [String: JSON] = [:]
    for (type, text) in bundle.contents where !type.hasPrefix("application/vnd.gimbal.") {
      let isJSON = type == "application/json" || type.hasSuffix("+json")
      data[type] = isJSON ? (try? JSON(Data(text.utf8))) ?? .text(text) : .text(text)
    }
    return data
  }

  private func picture(_ bundle: MIMEBundle) -> [Piece] {
    let drawing: FigureDrawing
    do {
      drawing = try drawer.draw(bundle, label: label, index: 0, options: options, formats: ["svg", "png"])
    } catch {
      let text = (error as? FigureFailure)?.message ?? "\(error)"
      return [Piece(data: ["text/plain": .text(text)], isError: true)]
    }
    let words = options.figureAlternatives.first ?? options.figureCaptions.first ?? bundle.contents[MediaType.plain]
    var data = passed(bundle)
    data["text/plain"] = .text(words ?? "a figure")
    if let svg = drawing.files["svg"] { data[MediaType.svg] = .text(String(decoding: svg, as: UTF8.self)) }
    if let png = drawing.files["png"] { data["image/png"] = .text(png.base64EncodedString()) }
    if drawing.svg.contains(TurningScript.mark) {
      data[MediaType.html] = .text(TurnableFigure.html(drawing, spoken: words ?? "a figure"))
    }
    guard let caption = options.figureCaptions.first else { return [Piece(data: data)] }
    return [Piece(data: data), Piece(data: ["text/markdown": .text("*\(caption)*"), "text/plain": .text(caption)])]
  }
}
