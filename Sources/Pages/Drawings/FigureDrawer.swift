import Caches
import Display
import Figures
import Files
import Foundation
import NotebookDocument
import Processes
import SafeMarkup

/// Draws figures through gnuplot, or takes them from the store when nothing that decides them has changed.
package struct FigureDrawer: Sendable {
  package let store: Store
  package var renderer = FigureRenderer()
  /// Stops drawing: the figures in work fail at once, and so do later ones.
  package var interrupt: Interrupt? { didSet { renderer.stop = interrupt?.descriptor } }

  package init(store: Store, renderer: FigureRenderer = FigureRenderer()) {
    (self.store, self.renderer) = (store, renderer)
  }

  /// A drawer that keeps drawings in this folder.
  package init(cacheFolder: String, renderer: FigureRenderer = FigureRenderer()) {
    self.init(store: Store(cacheFolder), renderer: renderer)
  }

  /// Draws a figure that a cell has shown.
  ///
  /// - Parameters:
  ///   - height: in centimetres, where the row in which it is decides (see ``rowHeights(of:options:)``).
  ///   - frame: the axes that it shares with others; its own when nil.
  /// - Throws: `FigureFailure` with the figure's label, and gnuplot's own words where it has any.
  package func draw(
    _ bundle: MIMEBundle, label: String, index: Int, of count: Int = 1, options: CellOptions, height: Double? = nil,
    frame: CommonFrame? = nil, formats: [String]
  ) throws -> FigureDrawing {
    let columns = count > 1 ? min(options.layoutColumns ?? 1, count) : 1
    let dress = FigureDress(options.figures, options.notebookFigures, columns: columns, height: height)
    guard let json = bundle.contents[MediaType.figure] else {
      return try picture(bundle, label: label, index: index, dress, options, formats)
    }
    let spoken =
      [options.figureAlternatives, options.figureCaptions].compactMap {
        $0.indices.contains(index) ? $0[index] : nil
      }.first ?? ""
    let order = Order(
      json: json, label: label, alternative: MarkdownText.spoken(spoken, omitsExpressions: true), dress: dress,
      frame: frame,
      formats: formats.compactMap(FigureFormat.init(rawValue:)))
    let key = ContentHash(["7", DrawingTools.identity(renderer)] + order.description)
    let files: [String: Data]
    if let kept = store.entry(.drawing, key)?.files, kept[Self.inline] != nil, kept[Self.script] != nil {
      files = kept
    } else {
      files = try draw(order)
      store.keep(.drawing, key, files)
    }
    var pictures: [String: Data] = [:]
    for format in order.formats { pictures[format.rawValue] = files[format.rawValue] }
    return FigureDrawing(
      label: label, index: index, files: pictures, svg: String(decoding: files[Self.inline]!, as: UTF8.self),
      narrow: files[Self.narrow].map { String(decoding: $0, as: UTF8.self) }, source: json,
      scriptHash: String(decoding: files[Self.script]!, as: UTF8.self),
      doubts: files[Self.doubts].map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }
        ?? [],
      isExact: files[Self.exact] != nil)
  }

  /// A picture that the cell's own code made. It is embedded so that it can be seen but cannot do anything. A scene
  /// is drawn as figures are: in the size, and with the words, that are asked for.
  private func picture(
    _ bundle: MIMEBundle, label: String, index: Int, _ dress: FigureDress, _ options: CellOptions, _ formats: [String]
  ) throws -> FigureDrawing {
    let scene = bundle.contents[MediaType.scene].flatMap { DrawnScene(Data($0.utf8)) }
    let given = scene?.svg(dress.scene) ?? bundle.contents[MediaType.svg] ?? ""
    let svg = SafeMarkup.whole(given)
    // What can be turned by hand is more than its picture, in a page. It comes as data, which says what is seen and no more.
    let part = scene?.part(dress.scene)
    var doubts: [String] = []
    if scene != nil {
      doubts = missingFont(dress.scene.font)
    } else if !options.figures.given.isEmpty {
      let names = options.figures.given.map { "“\($0)”" }
      doubts = [
        "\(names.joined(separator: ", ")): the cell shows its own picture, which stays as it is; these options are for figures "
          + "and scenes, so give the picture its size where it is made"
      ]
    }
    return FigureDrawing(
      label: label, index: index, files: try converted(svg, formats: formats), svg: part ?? Self.inlined(svg),
      scriptHash: "\(ContentHash([part ?? given]))", doubts: doubts,
      isExact: scene != nil && dress.scene.text != nil)
  }

  /// A picture that the cell made, in these formats as far as the tools are there: what knows no SVG gets another one.
  private func converted(_ svg: String, formats: [String]) throws -> [String: Data] {
    var files = ["svg": Data(svg.utf8)]
    for format in formats where format != "svg" {
      files[format] = try PictureConverter(store: store, interrupt: interrupt).convert(svg, to: format)
    }
    return files
  }

  /// What is to be drawn.
  private struct Order {
    var json: String
    var label: String
    var alternative: String
    var dress: FigureDress
    var frame: CommonFrame?
    var formats: [FigureFormat]

    var description: [String] {
      [json, label, alternative, dress.description] + (frame.map { ["frame \($0.description)"] } ?? [])
        + formats.map(\.rawValue)
    }
  }

  /// The files of an entry next to `svg`, `pdf` and `png`: the picture as a part of a page, and what a check compares.
  private static let (inline, narrow, script, doubts, exact) = (
    "inline.svg", "narrow.svg", "script", "doubts", "exact"
  )

  private func draw(_ order: Order) throws -> [String: Data] {
    let (label, formats) = (order.label, order.formats)
    guard let shown = Self.figure(order.json) else {
      throw FigureFailure(message: "figure '\(label)': what the cell sent is not a figure of this version")
    }
    let dressed = order.dress.on(shown)
    let figure = order.frame?.around(dressed) ?? dressed
    let size = figure.size
    return try store.withScratch { folder in
      let script: FigureScript
      do {
        script = try figure.script(for: formats.first ?? .svg, size: size)
      } catch {
        throw FigureFailure(message: "figure '\(label)': \(error)")
      }
      var files = try render(figure, label: label, size, formats, order, in: folder)
      guard files.count == formats.count, let svg = files["svg"] else {
        throw FigureFailure(message: "figure '\(label)': gnuplot wrote no file")
      }
      files[Self.inline] = Self.inlined(svg, of: figure, size)
      // For narrow pages it is drawn again, so that its text stays legible.
      if let (figure, size) = figure.narrowed(from: size) {
        files[Self.narrow] = try render(figure, label: "\(label)-narrow", size, [.svg], order, in: folder)["svg"].map {
          Self.inlined($0, of: figure, size)
        }
      }
      files[Self.script] = Data("\(ContentHash(script.content))".utf8)
      let doubts = script.shortages.map { $0.description.replacing("\n", with: " ") } + missingFont(figure.font)
      if figure.text != nil { files[Self.exact] = Data() }
      if !doubts.isEmpty { files[Self.doubts] = Data(doubts.joined(separator: "\n").utf8) }
      return files
    }
  }

  /// That the machine has no such font, if fontconfig is there to be asked: gnuplot takes another one without a word.
  private func missingFont(_ name: String?) -> [String] {
    guard let name, let matcher = Program.find("fc-match"),
      let found = try? Subprocess.run(matcher, ["--format", "%{family}", name]), found.status == 0
    else { return [] }
    let families = found.output.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    return families.isEmpty || families.contains(name.lowercased())
      ? [] : ["there is no font “\(name)” on this machine; in pictures “\(found.output)” stands in for it"]
  }

  private func render(
    _ figure: Figure, label: String, _ size: Figure.Size?, _ formats: [FigureFormat], _ order: Order, in folder: String
  ) throws -> [String: Data] {
    var renderer = renderer
    let place = URL(fileURLWithPath: folder)
    renderer.workplace = place
    do throws(FigureError.InFigure) {
      _ = try renderer.render(
        figure, label: label, alternative: order.alternative, formats: formats, size: size, into: place)
    } catch {
      throw FigureFailure(message: "\(error)", wasStopped: error.error == .stopped)
    }
    var files: [String: Data] = [:]
    for format in formats {
      files[format.rawValue] = FileManager.default.contents(atPath: "\(folder)/\(label).\(format.rawValue)")
    }
    return files
  }

  /// The picture as a part of a page, with what turns its spaces.
  private static func inlined(_ svg: Data, of figure: Figure, _ size: Figure.Size?) -> Data {
    var picture = inlined(String(decoding: svg, as: UTF8.self))
    // A narrow page scrolls a grid.
    if figure.isGrid {
      picture = picture.replacing(#" class="gimbal-figure""#, with: #" class="gimbal-figure grid""#, maxReplacements: 1)
    }
    return Data((picture + TurningScript.data(of: figure, size: size)).utf8)
  }

  package static func figure(_ json: String) -> Figure? {
    try? JSONDecoder().decode(Figure.self, from: Data(json.utf8))
  }

  /// The heights in centimetres of the figures that a cell shows side by side: all of a row are as high as the highest of them. `nil`
  /// for a figure that stands alone, and for a picture that the cell made. O(length).
  package static func rowHeights(of bundles: [MIMEBundle], options: CellOptions) -> [Double?] {
    let columns = min(options.layoutColumns ?? 1, bundles.count)
    guard columns > 1 else { return bundles.map { _ in nil } }
    let dress = FigureDress(options.figures, options.notebookFigures, columns: columns, height: nil)
    let own = bundles.map { bundle in
      bundle.contents[MediaType.figure].flatMap(figure).map { dress.on($0).naturalSize.height }
    }
    return own.indices.map { index in
      let row = own[(index - index % columns)..<min(index - index % columns + columns, own.count)]
      return own[index].flatMap { _ in row.compactMap { $0 }.max() }
    }
  }

  /// The picture as a part of a page, in the page's own colours.
  private static func inlined(_ svg: String) -> String {
    if let inline = ScalableGraphic.inline(svg) { return inline }
    return svg.range(of: "<svg").map { String(svg[$0.lowerBound...]) } ?? svg
  }
}
