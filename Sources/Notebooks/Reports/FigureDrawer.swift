import Display
import Figures
import Foundation

/// Draws figures through gnuplot, or takes them from the cache when script, data and words are unchanged.
struct FigureDrawer: Sendable {
  let cacheFolder: String
  var renderer = FigureRenderer()

  /// Draws a figure that a cell has shown.
  ///
  /// - Throws: `FigureFailure` with the figure's label, and gnuplot's own words where it has any.
  func draw(
    _ bundle: MIMEBundle, label: String, index: Int, options: CellOptions, formats: [String]
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
    let known = KnownFigure(
      cacheFolder: cacheFolder,
      of: [json, label, spoken, "\(options.figureWidth ?? 0) \(options.figureHeight ?? 0)"]
        + formats.map(\.rawValue))
    if let (entry, inlined) = known.read(), let files = read(folder(entry.key), label, formats) {
      return FigureDrawing(label: label, index: index, files: files, svg: inlined, scriptHash: entry.scriptHash)
    }
    guard let figure = try? JSONDecoder().decode(Figure.self, from: Data(json.utf8)) else {
      throw FigureFailure(message: "figure '\(label)': what the cell sent is not a figure of this version")
    }
    let size = Self.size(of: figure, options)
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
    let inlined = Self.inlined(String(decoding: svg, as: UTF8.self))
    known.write(.init(key: "\(key)", scriptHash: scripts[0].contentKey), inlined: inlined)
    return FigureDrawing(label: label, index: index, files: files, svg: inlined, scriptHash: scripts[0].contentKey)
  }

  private func folder(_ key: String) -> String { "\(cacheFolder)/figures/\(key)" }

  /// The size that the cell's options ask for, in their inches; with one of the two, the other follows.
  private static func size(of figure: Figure, _ options: CellOptions) -> Figure.Size? {
    let natural = figure.naturalSize
    switch (options.figureWidth, options.figureHeight) {
    case (nil, nil): return nil
    case (let width?, let height?): return .inches(width: width, height: height)
    case (let width?, nil): return .inches(width: width, height: width * natural.height / natural.width)
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
