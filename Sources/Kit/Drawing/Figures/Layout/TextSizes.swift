/// How large the words of a figure are, in points on paper.
struct TextSizes: Hashable, Sendable {
  /// Axes' labels.
  let label: Double
  /// Numbers at ticks, notes.
  let tick: Double
  /// Names of series.
  let legend: Double

  /// The usual sizes; or one for all words, where a figure asks for it.
  init(_ points: Double? = nil) {
    label = points ?? 10
    tick = points ?? 9
    legend = points ?? 9.5
  }

  /// How much larger than usual: room that grows with the words grows so.
  var scale: Double { label / 10 }

  /// The sizes that a figure can ask for.
  static let possible = 4.0...48.0

  /// The width of a name in a legend, with what is before it.
  func entryWidth(_ name: String) -> Double { Layout.sampleWidth + 5 + TextMetrics.width(name, size: legend) }

  /// The room that a frame needs below itself for the ticks, the numbers (of this height if they are upright) and
  /// the label of its abscissa.
  func roomBelow(showsNumbers: Bool, upright: Double? = nil, hasLabel: Bool) -> Double {
    guard showsNumbers else { return Layout.edge + 2 }
    return Layout.tickLength + (upright ?? tick * 1.3) + (hasLabel ? label * 1.35 : 2)
  }

  /// The height that names take when they are upright because they would touch in this room each; `nil` when they need
  /// not. Single letters are distinguished with less between them.
  func upright(_ names: [String], room: Double) -> Double? {
    guard let widest = names.map({ TextMetrics.width($0, size: tick) }).max() else { return nil }
    return widest + (names.contains { $0.count > 1 } ? 3 : 1) > room ? widest + 4 : nil
  }
}
