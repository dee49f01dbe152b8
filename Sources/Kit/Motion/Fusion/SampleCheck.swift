import Rotations
import Traces

/// What a sample has to satisfy before a filter sees it.
public struct SampleCheck: Hashable, Codable, Sendable {
  /// Longest time between two samples that is still integrated, s. Default 0.5. Larger values tolerate gaps in which
  /// the device may have turned unseen; smaller ones refuse recordings with dropped samples.
  public var longestStep: Double

  /// The gyroscope's full scale, rad/s, per axis; a reading that reaches it throws. Default: none known, no check.
  /// Phones have 2000 °/s = 34.9 rad/s.
  public var rotationRateFullScale: Double

  /// The accelerometer's full scale, m/s², per axis. Default: none known, no check. Phones have 8 g or 16 g.
  public var specificForceFullScale: Double

  /// A check with these limits; see the properties.
  public init(
    longestStep: Double = 0.5, rotationRateFullScale: Double = .infinity, specificForceFullScale: Double = .infinity
  ) {
    self.longestStep = longestStep
    self.rotationRateFullScale = rotationRateFullScale
    self.specificForceFullScale = specificForceFullScale
  }

  /// Checks the first sample: besides being finite it must tell up, and north where it has a field.
  ///
  /// - Throws: `TraceError.invalidParameter` for limits that make no sense, and what is wrong with the sample.
  public func start(_ sample: RawSample, at index: Int = 0) throws {
    try requireLimit("longestStep", longestStep, unit: "s")
    try requireLimit("rotationRateFullScale", rotationRateFullScale, unit: "rad/s")
    try requireLimit("specificForceFullScale", specificForceFullScale, unit: "m/s²")
    try values(sample, at: index)
    let force = sample.specificForce
    guard force.dot(force) > 1e-6 else { throw FusionError.noGravity(row: index) }
    if let field = sample.magneticField {
      let horizontal = field.cross(force)
      guard horizontal.dot(horizontal) > 1e-8 * force.dot(force) * field.dot(field) else {
        throw FusionError.noNorth(row: index)
      }
    }
  }

  /// Checks a later sample, against the time of the one before it.
  @inline(__always)
  public func sample(_ sample: RawSample, at index: Int, after previous: Double) throws {
    try values(sample, at: index)
    let step = sample.time - previous
    guard step > 0 else { throw TraceError.unorderedTime(sample.time, after: previous, row: index) }
    guard step <= longestStep else { throw TraceError.stepTooLong(step, limit: longestStep, row: index) }
  }

  @inline(__always)
  private func values(_ sample: RawSample, at index: Int) throws {
    // x − x is 0 for a finite number and NaN for every other: one sum tests all channels.
    let rates = sample.rotationRate
    let force = sample.specificForce
    let field = sample.magneticField ?? .zero
    let all = rates + force + field
    let probe = all.x + all.y + all.z + sample.time
    guard probe - probe == 0 else { throw firstNotFinite(sample, at: index) }
    if largest(rates) >= rotationRateFullScale {
      throw FusionError.saturated(
        channel: "rotation rate", row: index, value: largest(rates), fullScale: rotationRateFullScale)
    }
    if largest(force) >= specificForceFullScale {
      throw FusionError.saturated(
        channel: "specific force", row: index, value: largest(force), fullScale: specificForceFullScale)
    }
  }

  @inline(never)
  private func firstNotFinite(_ sample: RawSample, at index: Int) -> TraceError {
    func bad(_ column: String, _ v: Vector3) -> TraceError? {
      [v.x, v.y, v.z].first { !$0.isFinite }.map { .notFinite(column: column, value: $0, row: index) }
    }
    return bad("rotation rate", sample.rotationRate) ?? bad("specific force", sample.specificForce)
      ?? bad("magnetic field", sample.magneticField ?? .zero)
      ?? .notFinite(column: "time", value: sample.time, row: index)
  }

  @inline(__always)
  private func largest(_ v: Vector3) -> Double { max(abs(v.x), abs(v.y), abs(v.z)) }
}

extension SampleCheck {
  /// Looks over a whole recording for a magnetometer that is not running: a field that never changes while the
  /// gyroscope turns the device by more than 90°. O(n).
  ///
  /// - Throws: ``FusionError/constantField(value:turned:)``.
  public func magnetometerRuns(in samples: [RawSample]) throws {
    let fields = samples.compactMap(\.magneticField)
    guard let first = fields.first, fields.count > 1, fields.allSatisfy({ $0 == first }) else { return }
    var turned = 0.0
    for index in samples.indices.dropFirst() {
      turned += samples[index].rotationRate.length * (samples[index].time - samples[index - 1].time)
    }
    if turned > .pi / 2 {
      throw FusionError.constantField(
        value: "(\(first.x), \(first.y), \(first.z))", turned: (turned * 180 / .pi).rounded())
    }
  }
}
