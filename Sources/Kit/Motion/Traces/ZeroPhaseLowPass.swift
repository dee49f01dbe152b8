import Foundation
import Rotations

/// A Butterworth low-pass that runs over a recording forwards and backwards, so that it delays nothing: for looking back at a recording, not
/// for a live one.
///
/// The design is by the bilinear transform with a prewarped cutoff, in sections of second order; both ends are extended by their odd reflection, and
/// each run starts settled (Gustafsson 1996 discusses the choice; the numbers are those of SciPy's `sosfiltfilt` over `butter`).
public struct ZeroPhaseLowPass: Hashable, Sendable {
  /// Hz: what is slower passes. The two runs together pass a quarter of the power there.
  public let cutoff: Double
  /// The order of one run, 1 to 8. Grows: a steeper edge, and more ringing at steps.
  public let order: Int

  /// y = b₀x + …, direct form II transposed.
  private struct Section: Hashable {
    var b0, b1, b2, a1, a2: Double
  }

  /// - Throws: `TraceError.invalidParameter` for a cutoff that is not positive, and an order other than 1 to 8.
  public init(cutoff: Double, order: Int = 4) throws(TraceError) {
    try requirePositive("cutoff", cutoff, unit: "Hz")
    try requireCount("order", order, in: 1...8)
    (self.cutoff, self.order) = (cutoff, order)
  }

  /// The filtered readings, as many as went in.
  ///
  /// - Parameters:
  ///   - readings: At equal time steps.
  ///   - rate: Samples per second.
  /// - Throws: `TraceError.invalidParameter` for a rate that is not more than twice the cutoff, and for too few readings: the ends take
  ///   three times as many as the filter has coefficients.
  /// - Complexity: O(readings · order).
  public func filtered(_ readings: [Double], rate: Double) throws(TraceError) -> [Double] {
    guard rate.isFinite, rate > 2 * cutoff else {
      throw .invalidParameter("rate", value: rate, expected: "more than twice the cutoff of \(cutoff) Hz")
    }
    let sections = sections(rate)
    let edge = 3 * (order + 1)
    guard readings.count > edge else {
      throw .invalidParameter("readings", value: Double(readings.count), expected: "more than \(edge)")
    }
    let last = readings.count - 1
    let before = (1...edge).reversed().map { 2 * readings[0] - readings[$0] }
    let after = (1...edge).map { 2 * readings[last] - readings[last - $0] }
    var values = before + readings + after
    for _ in 0..<2 {
      for section in sections { Self.run(section, over: &values) }
      values.reverse()
    }
    return Array(values[edge..<(edge + readings.count)])
  }

  /// The same for the three components of vectors.
  ///
  /// - Throws: As ``filtered(_:rate:)-1``.
  public func filtered(_ readings: [Vector3], rate: Double) throws(TraceError) -> [Vector3] {
    let x = try filtered(readings.map(\.x), rate: rate)
    let y = try filtered(readings.map(\.y), rate: rate)
    let z = try filtered(readings.map(\.z), rate: rate)
    return readings.indices.map { Vector3(x[$0], y[$0], z[$0]) }
  }

  private func sections(_ rate: Double) -> [Section] {
    let c = tan(.pi * cutoff / rate)
    var sections = [Section]()
    if order % 2 == 1 {
      sections.append(Section(b0: c / (1 + c), b1: c / (1 + c), b2: 0, a1: (c - 1) / (1 + c), a2: 0))
    }
    for pair in 0..<(order / 2) {
      // The poles of the prototype lie on the unit circle's left half, as pairs.
      let damping = 2 * sin(.pi * Double(2 * pair + 1) / Double(2 * order))
      let d = 1 + damping * c + c * c
      sections.append(
        Section(
          b0: c * c / d, b1: 2 * c * c / d, b2: c * c / d, a1: 2 * (c * c - 1) / d, a2: (1 - damping * c + c * c) / d))
    }
    return sections
  }

  /// One section, settled at the first value.
  private static func run(_ section: Section, over values: inout [Double]) {
    var s0 = values[0] * (1 - section.b0)
    var s1 = values[0] * (section.b2 - section.a2)
    for index in values.indices {
      let x = values[index]
      let y = section.b0 * x + s0
      s0 = section.b1 * x - section.a1 * y + s1
      s1 = section.b2 * x - section.a2 * y
      values[index] = y
    }
  }
}

extension Trace {
  /// The trace with its readings smoothed: user acceleration, rotation rate, gravity and magnetic field, each in the device's frame. Times,
  /// attitude and truth stay.
  ///
  /// - Throws: `TraceError.invalidParameter` as ``ZeroPhaseLowPass`` does, and for a trace with gaps or uneven steps: `resampled(rate:)` comes
  ///   first.
  /// - Complexity: O(samples · order).
  public func lowPassed(cutoff: Double, order: Int = 4) throws(TraceError) -> Trace {
    let filter = try ZeroPhaseLowPass(cutoff: cutoff, order: order)
    let rate = try evenRate()
    return Trace(
      unchecked: name, timestamps: timestamps, attitude: attitude,
      userAcceleration: try filter.filtered(userAcceleration, rate: rate),
      rotationRate: try filter.filtered(rotationRate, rate), gravity: try filter.filtered(gravity, rate),
      magneticField: try filter.filtered(magneticField, rate), truePosition: truePosition, trueAttitude: trueAttitude,
      truthHeading: truthHeading, isTruthKnown: isTruthKnown, isTouching: isTouching,
      notes: notes + ["smoothed by a zero-phase low-pass of order \(order) at \(cutoff) Hz"])
  }

  /// Samples per second of a trace whose steps are even.
  ///
  /// - Throws: `TraceError.invalidParameter` for one whose steps are not: the longest is more than one and a half times the mean.
  package func evenRate() throws(TraceError) -> Double {
    guard count > 1 else { throw .invalidParameter("samples", value: Double(count), expected: "at least 2") }
    let mean = duration / Double(count - 1)
    let longest = zip(timestamps.dropFirst(), timestamps).reduce(0) { max($0, $1.0 - $1.1) }
    guard longest < 1.5 * mean else {
      throw .invalidParameter(
        "longest time step", value: longest,
        expected:
          "less than one and a half times the mean of \(shortSeconds(mean)); put the samples at equal steps first: "
          + "`resampled(rate: \(shortNumber(1 / mean)))`")
    }
    return 1 / mean
  }
}

extension ZeroPhaseLowPass {
  fileprivate func filtered(_ readings: [Vector3]?, _ rate: Double) throws(TraceError) -> [Vector3]? {
    guard let readings else { return nil }
    return try filtered(readings, rate: rate)
  }
}
