internal import Basics
import Foundation

/// A sampling rate that a file states in words: “# Sampling rate: 100 Hz” above a table without times.
enum StatedRate {
  /// The rate in Hz, and what was read; nil where nothing is stated, or different rates are.
  static func find(in text: DelimitedText) -> (rate: Double, words: String)? {
    let lines = text.preamble.split(whereSeparator: \.isNewline).map(String.init) + text.comments
    var found: (rate: Double, words: String)?
    for line in lines {
      guard let rate = rate(in: line), rate > 0, rate <= 100_000 else { continue }
      if let found, found.rate != rate { return nil }
      found = (rate, "the file says “\(line.trimmingBlanks.prefix(60))”")
    }
    return found
  }

  /// “100 Hz”, “Update Rate: 60.0Hz”, “fs = 100”, “sampling period: 10 ms”.
  private static func rate(in line: String) -> Double? {
    func number(_ text: Substring?) -> Double? { text.flatMap { Double($0.replacing(",", with: ".")) } }
    let line = line.lowercased()
    if let match = line.firstMatch(of: compiled(/(\d+(?:[.,]\d+)?)\s*(k?)hz\b/)) {
      return number(match.output.1).map { match.output.2.isEmpty ? $0 : $0 * 1000 }
    }
    if let match = line.firstMatch(
      of: compiled(/(?:sampl\w*|update|output|data)\W+(?:rate|frequency|freq)\D*?(\d+(?:[.,]\d+)?)/))
    {
      return number(match.output.1)
    }
    if let match = line.firstMatch(of: compiled(/\b(?:fs|odr)\s*[=:]\s*(\d+(?:[.,]\d+)?)/)) {
      return number(match.output.1)
    }
    if let match = line.firstMatch(
      of: compiled(/(?:period|interval)\W+(?:\w+\W+)?(\d+(?:[.,]\d+)?)\s*(ms|us|s)\b/)),
      let step = number(match.output.1), step > 0
    {
      return 1 / (step * (["ms": 1e-3, "us": 1e-6][match.output.2] ?? 1))
    }
    return nil
  }
}
