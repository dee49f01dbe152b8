/// What of a series an axis cannot show.
///
/// A gap is not a shortage (NaN is how a series says that it has none there), and neither is the zero at which something begins to grow.
public struct FigureShortage: Hashable, Sendable, CustomStringConvertible {
  /// The series, as an error would call it.
  public var series: String
  /// What its numbers lack.
  public var lack: Lack

  /// What numbers lack.
  public enum Lack: Hashable, Sendable {
    /// Nothing is short.
    case numbers
    /// This many values, of all, are not above zero, and the axis is logarithmic.
    case positive(missing: Int, of: Int)
  }

  /// What is lacking, for a legend: "no numbers", "3 of 40 not above 0".
  var note: String {
    switch lack {
    case .numbers: "no numbers"
    case .positive(let missing, let all): missing == all ? "nothing above 0" : "\(missing) of \(all) not above 0"
    }
  }

  public var description: String {
    switch lack {
    case .numbers: "“\(series)” has no number to show; its values are missing or NaN"
    case .positive(let missing, let all):
      (missing == all
        ? "“\(series)” has no number above zero"
        : "\(missing) of \(all) numbers of “\(series)” \(missing == 1 ? "is" : "are") not above zero")
        + ", and a logarithmic axis cannot show that; use a linear axis, or leave \(missing == 1 ? "it" : "them") out"
    }
  }

  /// Whether nothing at all is seen of the series.
  var isWhole: Bool {
    switch lack {
    case .numbers: true
    case .positive(let missing, let all): missing == all
    }
  }

  /// What numbers lack on an axis; nil when they are all shown. Several columns are a series whose numbers belong together. O(n).
  init?(_ series: String, _ columns: [Column], isLogarithmic: Bool, beginsAtZero: Bool = false) {
    self.series = series
    let rows = (0..<(columns.map(\.count).min() ?? 0)).filter { row in columns.allSatisfy { !$0.values[row].isNaN } }
    guard !rows.isEmpty else {
      lack = .numbers
      return
    }
    guard isLogarithmic else { return nil }
    func isShown(_ row: Int) -> Bool { columns.allSatisfy { $0.values[row] >= drawableMagnitudes.lowerBound } }
    let missing = rows.filter { !isShown($0) }
    let start = beginsAtZero ? rows.prefix { row in columns.contains { $0.values[row] == 0 } }.count : 0
    let counted = missing.count == rows.count ? missing.count : missing.count - start
    guard counted > 0 else { return nil }
    lack = .positive(missing: counted, of: rows.count)
  }
}
