internal import Basics
import Foundation

/// A number with as many digits as a reader of a message can use: three that count.
package func shortNumber(_ value: Double) -> String {
  guard value.isFinite else { return "\(value)" }
  let magnitude = abs(value)
  if magnitude >= 100, magnitude < 1e6 { return String(Int(value.rounded())) }
  return String(format: "%.3g", value)
}

/// A time in seconds to the millisecond, or to three digits where it is shorter: `71.84 s`, `0.0718 s`.
package func shortSeconds(_ value: Double) -> String { "\(shortTime(value)) s" }

/// The same without its unit.
package func shortTime(_ value: Double) -> String {
  guard value.isFinite, abs(value) >= 1, abs(value) < 1e15 else { return String(format: "%.3g", value) }
  return DigitText.decimals(value, most: 3)
}
