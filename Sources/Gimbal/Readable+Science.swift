import Display
import Gestures
import Rotations

// How the values of the science stand in a sentence.

extension SIMD2: Readable where Scalar == Double {
  /// “(0.12, −9.81)”.
  public var readable: String { NumberFormat.tuple([x, y]) }
}

extension SIMD3: Readable where Scalar == Double {
  /// “(0.12, −9.81, 0.03)”.
  public var readable: String { NumberFormat.tuple([x, y, z]) }
}

extension Quaternion: Readable {
  /// “0.707 + 0.000 i − 0.707 j + 0.000 k”.
  public var readable: String {
    let parts = NumberFormat.tuple([w, x, y, z]).dropFirst().dropLast().split(separator: ", ")
    return zip(parts, ["", " i", " j", " k"]).enumerated().map { index, part in
      let isNegative = part.0.hasPrefix("−")
      let number = index > 0 && isNegative ? part.0.dropFirst() : part.0
      return (index == 0 ? "" : isNegative ? " − " : " + ") + number + part.1
    }.joined()
  }
}

extension Proportion: Readable {
  /// “93.2 % (95 % confidence: 88.7 to 96.0 %)”.
  public var readable: String {
    func percent(_ share: Double) -> String { NumberFormat.significant(100 * share) }
    return
      "\(percent(value)) % (95 % confidence: \(percent(interval.lowerBound)) to \(percent(interval.upperBound)) %)"
  }
}
