// How several numbers are spread, drawn with lines and points. The number of a row is its place on the other axis, whose categories
// may name it.

extension Mark {
  /// Which way something lies.
  public enum Direction: Hashable, Sendable {
    /// Along the abscissa: the numbers are abscissas, and the place is an ordinate.
    case across
    /// Along the ordinate.
    case up
  }

  /// A number with the interval around it, as of 95 % confidence: a line with a point on it.
  ///
  /// - Parameters:
  ///   - name: What the legend calls it; empty for none.
  ///   - place: Its place on the other axis, such as the number of a category.
  ///   - value: The number; infinite or NaN leaves the point out.
  ///   - interval: Its interval; nil, or one that is not finite, leaves the line out.
  ///   - direction: Which way it lies.
  ///   - look: Overrides the look that belongs to the name.
  public static func interval(
    _ name: String = "", at place: Double, _ value: Double, in interval: ClosedRange<Double>?,
    _ direction: Direction = .across, look: Look? = nil
  ) -> [Mark] {
    var marks: [Mark] = []
    if let interval, interval.lowerBound.isFinite, interval.upperBound.isFinite {
      marks.append(segments(name, [[(interval.lowerBound, place), (interval.upperBound, place)]], direction, look))
    }
    if value.isFinite { marks.append(points(name, [(value, place)], direction, look)) }
    return marks
  }

  /// A box from the first to the third quartile with a line at the median, and whiskers to the furthest numbers within one and a half
  /// times its length (Tukey 1977); numbers beyond are points.
  ///
  /// - Parameters:
  ///   - name: What the legend calls it; empty for none.
  ///   - place: Its place on the other axis.
  ///   - values: The numbers; those that are not finite are left out.
  ///   - width: The box's width, in units of the other axis.
  ///   - direction: Which way it lies.
  ///   - look: Overrides the look that belongs to the name.
  /// - Complexity: O(n log n).
  public static func box(
    _ name: String = "", at place: Double, _ values: [Double], width: Double = 0.5, _ direction: Direction = .across,
    look: Look? = nil
  ) -> [Mark] {
    let sorted = values.filter(\.isFinite).sorted()
    guard let least = sorted.first, let greatest = sorted.last else { return [] }
    let (low, middle, high) = (quantile(0.25, sorted), quantile(0.5, sorted), quantile(0.75, sorted))
    let reach = 1.5 * (high - low)
    let whiskers = (
      sorted.first { $0 >= low - reach } ?? least, sorted.last { $0 <= high + reach } ?? greatest
    )
    let (below, above) = (place - width / 2, place + width / 2)
    let lines: [[(Double, Double)]] = [
      [(low, below), (high, below), (high, above), (low, above), (low, below)], [(middle, below), (middle, above)],
      [(whiskers.0, place), (low, place)], [(high, place), (whiskers.1, place)],
    ]
    let beyond = sorted.filter { $0 < whiskers.0 || $0 > whiskers.1 }
    return [segments(name, lines, direction, look)]
      + (beyond.isEmpty ? [] : [points(name, beyond.map { ($0, place) }, direction, look)])
  }

  /// The share of the numbers that are at most as large as the abscissa, in steps from 0 to 1: the empirical distribution function.
  ///
  /// - Parameters:
  ///   - name: What the legend calls it.
  ///   - values: The numbers. Infinite ones are counted and lie beyond the last step; those that are not a number are left out.
  ///   - look: Overrides the look that belongs to the name.
  /// - Complexity: O(n log n).
  public static func ecdf(_ name: String = "", _ values: [Double], look: Look? = nil) -> Mark {
    let counted = values.filter { !$0.isNaN }
    let sorted = counted.filter { $0 != .infinity && $0 != -.infinity }.sorted()
    let before = counted.count { $0 == -.infinity }
    func share(_ place: Int) -> Double { Double(place + before) / Double(max(1, counted.count)) }
    return .line(
      name, x: sorted.flatMap { [$0, $0] }, y: sorted.indices.flatMap { [share($0), share($0 + 1)] }, look: look)
  }

  /// How many of the numbers fall into each of several ranges of equal width, as bars.
  ///
  /// - Parameters:
  ///   - name: What the legend calls it.
  ///   - values: The numbers; those that are not finite are left out.
  ///   - count: How many ranges; nil: as many as Sturges's rule asks for, 1 + log₂ n.
  ///   - look: Overrides the look that belongs to the name.
  /// - Complexity: O(n).
  public static func histogram(_ name: String = "", _ values: [Double], ranges count: Int? = nil, look: Look? = nil)
    -> Mark
  {
    let finite = values.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else { return .bars(name, x: [], y: [], look: look) }
    let wanted = count ?? (Int.bitWidth - finite.count.leadingZeroBitCount)
    let ranges = low < high ? max(1, wanted) : 1
    let width = low < high ? (high - low) / Double(ranges) : 1
    var counts = [Double](repeating: 0, count: ranges)
    for value in finite { counts[min(ranges - 1, Int((value - low) / width))] += 1 }
    let first = low < high ? low + width / 2 : low
    return .bars(name, x: counts.indices.map { first + Double($0) * width }, y: counts, look: look)
  }

  /// A thin line for each recording through its numbers at several places, as of several schemes: whether all go the same way is what
  /// a paired test asks.
  ///
  /// - Parameters:
  ///   - rows: For each recording a number at each place; one that is not finite is a gap.
  ///   - places: Their places on the other axis.
  ///   - direction: Which way the numbers lie.
  public static func pairedLines(_ rows: [[Double]], at places: [Double], _ direction: Direction = .across) -> Mark {
    segments(
      "",
      rows.flatMap { row in
        row.indices.split { !row[$0].isFinite }.map { part in part.map { (row[$0], places[$0]) } }
      }, direction, Look(color: .muted, width: 0.5))
  }

  /// Lines that are not joined, each through its points.
  private static func segments(
    _ name: String, _ lines: [[(Double, Double)]], _ direction: Direction, _ look: Look?
  ) -> Mark {
    var (along, across) = ([Double](), [Double]())
    for line in lines where !line.isEmpty {
      for point in line {
        along.append(point.0)
        across.append(point.1)
      }
      // A gap: an abscissa has to be a number.
      along.append(direction == .across ? line[line.count - 1].0 : .nan)
      across.append(direction == .across ? .nan : line[line.count - 1].1)
    }
    var look = look
    // Parts of a drawing have no pattern of dashes.
    look?.dash = .solid
    return direction == .across
      ? .line(name, x: along, y: across, look: look) : .line(name, x: across, y: along, look: look)
  }

  private static func points(
    _ name: String, _ places: [(Double, Double)], _ direction: Direction, _ look: Look?
  ) -> Mark {
    direction == .across
      ? .points(name, x: places.map(\.0), y: places.map(\.1), look: look)
      : .points(name, x: places.map(\.1), y: places.map(\.0), look: look)
  }

  /// Between neighbours of a sorted list.
  private static func quantile(_ share: Double, _ sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}
