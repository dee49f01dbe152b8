import Foundation

/// The gnuplot script and the data of a figure: the same figure, format and size give the same bytes.
public struct FigureScript: Hashable, Sendable {
  /// The name of the data file that the script reads, relative to the folder in which gnuplot runs.
  public static let dataFile = "figure.dat"

  /// gnuplot's commands; they write `figure.FORMAT` in the folder in which gnuplot runs.
  public let text: String
  /// What ``dataFile`` has to hold: 8-byte little-endian numbers, series after series.
  public let data: Data
  /// The format that the script writes.
  public let format: FigureFormat
  /// The part of the figure's data that the picture cannot show, for a warning.
  public let shortages: [FigureShortage]
  /// The names of what is plotted, in the order of the plots.
  let seriesNames: [String]

  /// All that decides the picture, one after the other, as the key under which pictures are kept: it differs when the script, the data
  /// or the way files are finished differ.
  public var content: Data {
    Data("\(Self.finishing)\0\(text)\0\(seriesNames.joined(separator: "\0"))\0".utf8) + data
  }

  /// Changes whenever the same script would give another file, so that outdated cached files are not used.
  private static let finishing = "finishing 1"
}

extension Figure {
  /// The gnuplot script and data of this figure.
  ///
  /// - Parameters:
  ///   - format: what the script writes.
  ///   - size: overrides ``naturalSize``.
  ///   - appearance: for a light or a dark page.
  /// - Throws: ``FigureError`` for data that cannot be drawn: empty, of unequal length, infinite.
  /// - Complexity: O(numbers in the figure), apart from long lines (see ``simplifiedPath(x:y:tolerance:)``).
  public func script(
    for format: FigureFormat, size: Size? = nil, appearance: Appearance = .automatic
  ) throws(FigureError) -> FigureScript {
    try scripts(for: [format], size: size, appearance: appearance)[0]
  }

  /// Scripts for several formats, laid out once.
  func scripts(
    for formats: [FigureFormat], size: Size?, appearance: Appearance
  ) throws(FigureError) -> [FigureScript] {
    let size = size ?? naturalSize
    let palette = Palette(for: appearance)
    let charts = try page(size: size, palette: palette)
    var shortages: [FigureShortage] = []
    for shortage in charts.flatMap(\.shortages) where !shortages.contains(shortage) { shortages.append(shortage) }
    return formats.map { format in
      var writer = ScriptWriter(size: size, palette: palette)
      writer.line(format.terminal(size: size, font: font, paper: palette.paper))
      writer.line("set encoding utf8")
      writer.line("set output 'figure.\(format.rawValue)'")
      writer.line("set multiplot")
      for chart in charts { writer.write(chart) }
      writer.line("unset multiplot")
      writer.line("set output")
      return FigureScript(
        text: writer.text, data: writer.data, format: format, shortages: shortages, seriesNames: writer.names)
    }
  }
}
