import Display
import Figures
import Foundation
import NotebookDocument
import Surroundings

/// Draws figures through gnuplot, or takes them from the cache when script, data and words are unchanged.
package struct FigureDrawer: Sendable {
  package let cacheFolder: String
  package var renderer = FigureRenderer()

  package init(cacheFolder: String, renderer: FigureRenderer = FigureRenderer()) {
    (self.cacheFolder, self.renderer) = (cacheFolder, renderer)
  }

  /// Draws a figure that a cell has shown.
  ///
  /// - Throws: `FigureFailure` with the figure's label, and gnuplot's own words where it has any.
  package func draw(
    _ bundle: MIMEBundle, label: String, index: Int, of count: Int = 1, options: CellOptions, formats: [String]
  ) throws -> FigureDrawing {
    guard let json = bundle.contents[MediaType.figure] else {
      // A picture that the cell made itself.
      let svg = bundle.contents[MediaType.svg] ?? ""
      return FigureDrawing(
        label: label, index: index, files: ["svg": Data(svg.utf8)], svg: Self.inlined(svg),
        scriptHash: "\(ContentHash([svg]))")
    }
    let formats = formats.compactMap(FigureFormat.init(rawValue:))
    let spoken =
      [options.figureAlternatives, options.figureCaptions].compactMap {
        $0.indices.contains(index) ? $0[index] : nil
      }.first ?? ""
    let columns = count > 1 ? min(options.layoutColumns ?? 1, count) : 1
    let known = KnownFigure(
      cacheFolder: cacheFolder,
      of: [json, label, spoken, "\(options.figureWidth ?? 0) \(options.figureHeight ?? 0) \(columns)"]
        + formats.map(\.rawValue))
    if let (entry, inlined) = known.read(), let files = read(folder(entry.key), label, formats) {
      return FigureDrawing(label: label, index: index, files: files, svg: inlined, scriptHash: entry.scriptHash)
    }
    guard let figure = try? JSONDecoder().decode(Figure.self, from: Data(json.utf8)) else {
      throw FigureFailure(message: "figure '\(label)': what the cell sent is not a figure of this version")
    }
    let size = Self.size(of: figure, options, columns: columns)
    let scripts: [FigureScript]
    do {
      scripts = try formats.map { try figure.script(for: $0, size: size) }
    } catch {
      throw FigureFailure(message: "figure '\(label)': \(error)")
    }
    let key = ContentHash(["1", label, spoken] + scripts.map(\.contentKey))
    let folder = folder("\(key)")
    var files = read(folder, label, formats)
    if files == nil {
      let made = URL(fileURLWithPath: "\(cacheFolder)/figures/.\(key).\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: made) }
      do {
        _ = try renderer.render(
          figure, label: label, alternative: spoken, formats: formats, size: size, into: made)
      } catch {
        throw FigureFailure(message: "\(error)")
      }
      files = read(made.path, label, formats)
      if rename(made.path, folder) != 0 {
        // Another run was first, or what is there is damaged.
        try? FileManager.default.removeItem(atPath: folder)
        _ = rename(made.path, folder)
      }
    }
    guard let files, let svg = files["svg"] else {
      throw FigureFailure(message: "figure '\(label)': gnuplot wrote no file")
    }
    let inlined = Self.inlined(String(decoding: svg, as: UTF8.self)) + TurningScript.data(of: figure, size: size)
    known.write(.init(key: "\(key)", scriptHash: scripts[0].contentKey), inlined: inlined)
    return FigureDrawing(label: label, index: index, files: files, svg: inlined, scriptHash: scripts[0].contentKey)
  }

  private func folder(_ key: String) -> String { "\(cacheFolder)/figures/\(key)" }

  /// Centimetres that figures side by side share: a page of A4 without its margins.
  private static let measure = 17.0

  /// The size that the cell's options ask for, in their inches; with one of the two, the other follows. Figures that stand
  /// side by side are drawn as narrow as they will stand there, so that their text is as large as elsewhere.
  private static func size(of figure: Figure, _ options: CellOptions, columns: Int) -> Figure.Size? {
    let natural = figure.naturalSize
    func following(width: Double) -> Figure.Size {
      Figure.Size(width: width, height: width * natural.height / natural.width)
    }
    switch (options.figureWidth, options.figureHeight) {
    case (nil, nil):
      return columns > 1 && figure.size == nil ? following(width: max(measure / Double(columns), 4.5)) : nil
    case (let width?, let height?): return .inches(width: width, height: height)
    case (let width?, nil): return following(width: 2.54 * width)
    case (nil, let height?): return .inches(width: height * natural.width / natural.height, height: height)
    }
  }

  private func read(_ folder: String, _ label: String, _ formats: [FigureFormat]) -> [String: Data]? {
    var files: [String: Data] = [:]
    for format in formats {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(label).\(format.rawValue)"), !data.isEmpty
      else { return nil }
      files[format.rawValue] = data
    }
    return files
  }

  /// The picture as a part of a page, in the page's own colours.
  private static func inlined(_ svg: String) -> String {
    if let inline = ScalableGraphic.inline(svg) { return inline }
    return svg.range(of: "<svg").map { String(svg[$0.lowerBound...]) } ?? svg
  }
}
