import Foundation

// What every parameter of the module is checked by, so that all are refused in the same words.

/// - Parameter unit: As the message has it: "s", "s⁻¹".
package func requirePositive(_ name: String, _ value: Double, unit: String? = nil) throws(TraceError) {
  guard value > 0, value.isFinite else {
    throw .invalidParameter(name, value: value, expected: "a finite number above 0" + (unit.map { ", in \($0)" } ?? ""))
  }
}

/// - Parameter unit: As the message has it: "s", "s⁻¹".
package func requireNonnegative(_ name: String, _ value: Double, unit: String? = nil) throws(TraceError) {
  guard value >= 0, value.isFinite else {
    throw .invalidParameter(
      name, value: value, expected: "a finite number, 0 or more" + (unit.map { ", in \($0)" } ?? ""))
  }
}

/// A number of things.
package func requireCount(_ name: String, _ value: Int, in range: ClosedRange<Int>) throws(TraceError) {
  guard range.contains(value) else {
    throw .invalidParameter(name, value: Double(value), expected: "\(range.lowerBound) to \(range.upperBound)")
  }
}

/// A limit that may be disabled by `.infinity`.
package func requireLimit(_ name: String, _ value: Double, unit: String) throws(TraceError) {
  guard value > 0 else {
    throw .invalidParameter(name, value: value, expected: "above 0 \(unit), or infinity for no limit")
  }
}

extension Int {
  /// The nearest of `range`: what is computed with until a refusal of the number itself is heard.
  package func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
