internal import Basics
import Foundation

/// Writes charts as gnuplot commands, and their series as binary data next to them.
struct ScriptWriter {
  private(set) var text = ""
  private(set) var data = Data()
  /// The names of what is plotted, in the order of the plots.
  private(set) var names: [String] = []
  private var lastStroke: Stroke?
  private let width: Double
  private let height: Double
  private let palette: Palette

  init(size: Figure.Size, palette: Palette) {
    width = size.width * pointsPerCentimetre
    height = size.height * pointsPerCentimetre
    self.palette = palette
  }

  mutating func line(_ command: String) { text += command + "\n" }

  mutating func write(_ chart: PlacedChart) {
    line("unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics")
    line("set clip two")
    line("set lmargin at screen \(across(chart.frame.left)); set rmargin at screen \(across(chart.frame.right))")
    line("set bmargin at screen \(up(chart.frame.bottom)); set tmargin at screen \(up(chart.frame.top))")
    writeAxes(chart)
    for item in chart.items { write(item) }
    let plots = chart.elements.compactMap { element -> String? in
      guard let plot = plot(element, chart) else { return nil }
      names.append(element.title)
      return plot
    }
    if plots.isEmpty { names.append("") }
    line("plot " + (plots.isEmpty ? "NaN notitle" : plots.joined(separator: ", \\\n  ")))
  }

  // MARK: Axes

  private mutating func writeAxes(_ chart: PlacedChart) {
    line("set xrange [\(chart.x.low):\(chart.x.high)]; set yrange [\(chart.y.low):\(chart.y.high)]")
    if chart.x.isLogarithmic { line("set logscale x 10") }
    if chart.y.isLogarithmic { line("set logscale y 10") }
    guard chart.showsAxes else {
      line("unset border")
      return
    }
    line("set border 3 front lw 0.8 lc rgb '\(palette.muted.hex)'")
    if chart.showsGrid {
      line("set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '\(palette.faint.hex)'")
    }
    // The numbers are words on the page like all others: where gnuplot would put them depends on the terminal.
    line("set xtics nomirror out scale 0.45,0.25 \(marks(chart.xTicks))")
    line("set ytics nomirror out scale 0.45,0.25 \(marks(chart.yTicks))")
  }

  private func marks(_ ticks: Ticks) -> String {
    "(" + (ticks.labelled.map { "'' \($0.value)" } + ticks.minor.map { "'' \($0) 1" }).joined(separator: ", ") + ")"
  }

  // MARK: Things on the page

  private mutating func write(_ item: PageItem) {
    switch item {
    case .text(let text, let x, let y, let alignment, let size, let color, let isUpright):
      line(
        "set label \(quoted(text)) at screen \(across(x)), screen \(up(y)) \(alignment.rawValue) "
          + "\(isUpright ? "rotate by 90" : "norotate") front "
          + "font ',\(coordinate(size))' textcolor rgb '\(color.hex)'")
    case .stroke(let fromX, let fromY, let toX, let toY, var stroke):
      // gnuplot's SVG goes on with the path that it has begun when colour and width are the same, whatever the dash.
      if let last = lastStroke, last.color == stroke.color, last.width == stroke.width, last.dash != stroke.dash {
        stroke.width += 0.001
      }
      lastStroke = stroke
      line(
        "set arrow from screen \(across(fromX)), screen \(up(fromY)) to screen \(across(toX)), screen \(up(toY)) "
          + "nohead front \(style(stroke))")
    case .marker(let x, let y, let style):
      line("set label '' at screen \(across(x)), screen \(up(y)) front point \(points(style))")
    case .rectangle(let box, let color):
      line(
        "set object rectangle from screen \(across(box.left)), screen \(up(box.bottom)) to screen "
          + "\(across(box.right)), screen \(up(box.top)) front fs solid 1 noborder fc rgb '\(color.hex)'")
    }
  }

  private func across(_ points: Double) -> String { fraction(points / width) }
  private func up(_ points: Double) -> String { fraction(points / height) }
  private func fraction(_ value: Double) -> String { "\((value * 1e6).rounded() / 1e6)" }

  // MARK: Series

  private mutating func plot(_ element: Element, _ chart: PlacedChart) -> String? {
    switch element {
    case .line(let x, let y, let stroke, _, _):
      return x.isEmpty ? nil : "\(source([x, y])) with lines \(style(stroke))"
    case .polygon(let x, let y, let color):
      return x.isEmpty
        ? nil : "\(source([x, y])) with filledcurves closed fs solid 1 noborder fc rgb '\(color.hex)'"
    case .ribbon(let x, let low, let high, let color, _):
      return x.isEmpty
        ? nil
        : "\(source([x, low, high])) with filledcurves fs solid 1 noborder fc rgb '\(color.hex)'"
    case .markers(let x, let y, let style, _):
      return x.isEmpty ? nil : "\(source([x, y])) with points \(points(style))"
    case .bands(let starts, let ends, let color, _):
      let bottom = [Double](repeating: chart.y.low, count: starts.count)
      let top = [Double](repeating: chart.y.high, count: starts.count)
      return boxes(starts, ends, bottom, top, starts.map { _ in color }, chart)
    case .boxes(let left, let right, let bottom, let top, let colors, _):
      return boxes(left, right, bottom, top, colors, chart)
    }
  }

  /// Boxes cut to the frame: gnuplot drops a box with a corner that a logarithmic axis cannot show.
  private mutating func boxes(
    _ left: [Double], _ right: [Double], _ bottom: [Double], _ top: [Double], _ colors: [Color],
    _ chart: PlacedChart
  ) -> String? {
    func cut(_ values: [Double], _ range: AxisRange) -> [Double] { values.map { min(max($0, range.low), range.high) } }
    let (left, right) = (cut(left, chart.x), cut(right, chart.x))
    let (bottom, top) = (cut(bottom, chart.y), cut(top, chart.y))
    let visible = left.indices.filter { left[$0] < right[$0] && bottom[$0] < top[$0] }
    guard let first = visible.first else { return nil }
    func pick(_ values: [Double]) -> [Double] { visible.map { values[$0] } }
    var columns = [pick(left), pick(bottom), pick(left), pick(right), pick(bottom), pick(top)]
    let isUniform = visible.allSatisfy { colors[$0] == colors[first] }
    if !isUniform { columns.append(visible.map { Double(colors[$0].number) }) }
    let color = isUniform ? "fc rgb '\(colors[first].hex)'" : "fc rgb variable"
    return "\(source(columns)) with boxxyerror fs solid 1 noborder \(color)"
  }

  /// Appends columns to the data and returns the words that make gnuplot read them.
  private mutating func source(_ columns: [[Double]]) -> String {
    let offset = data.count
    let rows = columns[0].count
    data.append(littleEndianBytes(of: (0..<rows).flatMap { row in columns.map { $0[row] } }))
    let format = String(repeating: "%float64", count: columns.count)
    let using = (1...columns.count).map(String.init).joined(separator: ":")
    return "'\(FigureScript.dataFile)' binary skip=\(offset) record=(\(rows)) endian=little format='\(format)' "
      + "using \(using)"
  }

  private func style(_ stroke: Stroke) -> String {
    let pattern = stroke.dash.pattern
    let words = pattern.isEmpty ? "solid" : "(\(pattern.map(coordinate).joined(separator: ",")))"
    return "lw \(coordinate(stroke.width)) dt \(words) lc rgb '\(stroke.color.hex)'"
  }

  private func points(_ style: MarkerStyle) -> String {
    let type =
      switch (style.marker, style.isFilled) {
      case (.circle, let filled): filled ? 7 : 6
      case (.square, let filled): filled ? 5 : 4
      case (.triangle, let filled): filled ? 9 : 8
      case (.downTriangle, let filled): filled ? 11 : 10
      case (.diamond, let filled): filled ? 13 : 12
      case (.pentagon, let filled): filled ? 15 : 14
      case (.cross, _): 2
      }
    // At a font size of 10 gnuplot's markers are 7.2 points wide.
    return "pt \(type) ps \(coordinate(style.size / 7.2)) lw 1 lc rgb '\(style.color.hex)'"
  }

  /// `text` as gnuplot reads it literally: nothing is expanded between single quotes, where only the quote itself has
  /// to be doubled. A control character could end the line and start a command: it becomes a space.
  private func quoted(_ text: String) -> String {
    let safe = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
    return "'" + safe.replacing(bytes: "'", with: "''") + "'"
  }
}

extension Look.Dash {
  /// Lengths of strokes and gaps, in units of the line's width; half of that with gnuplot's own factor. Empty for a solid
  /// line.
  var pattern: [Double] {
    switch self {
    case .solid: []
    case .long: [12, 4.5]
    case .short: [5, 3.5]
    case .dotted: [1.5, 3.5]
    case .dashDot: [10, 4, 1.5, 4]
    case .dashDotDot: [10, 3.5, 1.5, 3.5, 1.5, 3.5]
    }
  }
}
