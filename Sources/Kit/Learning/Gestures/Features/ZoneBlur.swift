/// Lets neighbouring zones see each other: a stroke that moves by a fraction of a zone keeps almost the same features.
///
/// Each zone's three numbers become itself plus `amount` times those of the zones at its sides, above and below it. For
/// classifiers that measure distances: the hard border between two zones makes small shifts look large. Linear
/// classifiers undo it.
public struct ZoneBlur: Hashable, Codable, Sendable {
  /// The columns and rows of the board.
  public let columns, rows: Int
  /// The neighbours' share, 0…1; 0.4 by default, 0 changes nothing. Among 0, 0.2 and 0.4 it is the best on 229
  /// letters on a screen, and the best of nine tenths of them, whichever: chosen so, the last tenth is as often
  /// right, 92 % (`gimbal-evaluate gestures`).
  public let amount: Double

  /// A blur for boards of `columns` × `rows`.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)``.
  public init(columns: Int = 3, rows: Int = 3, amount: Double = 0.4) throws(GestureError) {
    try require("amount", amount, in: 0...1, "a share from 0 to 1")
    try requireZones(columns: columns, rows: rows)
    (self.columns, self.rows, self.amount) = (columns, rows, amount)
  }

  /// For the course's board of 3 × 3, with the default amount.
  public static let course = unfailing { try ZoneBlur() }

  /// Every example's features after the blur.
  /// - Throws: as ``callAsFunction(_:)-([Double])`` does.
  public func callAsFunction(_ examples: [Example]) throws(GestureError) -> [Example] {
    var blurred = examples
    for index in blurred.indices { blurred[index].features = try self(examples[index].features) }
    return blurred
  }

  /// The features after the blur; the constant at the end, if there is one, stays as it is. Complexity: O(zones).
  /// - Throws: ``GestureError/featureCount(found:expected:)`` unless `features` come from a board of this size.
  public func callAsFunction(_ features: [Double]) throws(GestureError) -> [Double] {
    let zones = 3 * columns * rows
    guard features.count == zones || features.count == zones + 1 else {
      throw .featureCount(found: features.count, expected: zones + 1)
    }
    let vertical = spread(features, count: rows, step: 3 * columns, lanes: 3 * columns, laneStep: 1)
    return spread(vertical, count: columns, step: 3, lanes: rows, laneStep: 3 * columns, inner: 3)
  }

  /// Along one axis: `count` cells, `step` apart, in each of `lanes` lanes of `inner` numbers.
  private func spread(
    _ features: [Double], count: Int, step: Int, lanes: Int, laneStep: Int, inner: Int = 1
  ) -> [Double] {
    var result = features
    for lane in 0..<lanes {
      for number in 0..<inner {
        for cell in 0..<count {
          let index = lane * laneStep + number + cell * step
          if cell > 0 { result[index] += amount * features[index - step] }
          if cell + 1 < count { result[index] += amount * features[index + step] }
        }
      }
    }
    return result
  }
}

extension ZoneBlur {
  /// Reads the three parameters, and checks them as ``init(columns:rows:amount:)`` does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      columns: container.decode(Int.self, forKey: .columns), rows: container.decode(Int.self, forKey: .rows),
      amount: container.decode(Double.self, forKey: .amount))
  }
}
