import Rotations
import Traces

extension TraceTable {
  /// Turns attitude and accelerations into the project's conventions, judged by gravity: its direction in the device
  /// frame is known from a sensor and from the attitude, taken either way round, with either sign and with z up or down.
  ///
  /// - Throws: `RecordingError.contradictoryGravity` when none fits to within 30° on average.
  mutating func settleConvention(_ path: String) throws {
    // Down in the device frame, by the sensors; a specific force points up whatever its sign in the file was.
    let isGravityKnown = !gravity.isEmpty
    let sensed = isGravityKnown ? gravity : specificForce.map { -$0 }
    guard !sensed.isEmpty else { return }
    let down = Vector3(0, 0, -1)
    var (deviceToReference, referenceToDevice, count) = (0.0, 0.0, 0.0)
    for (q, g) in zip(attitude, sensed) where g.length > 0 {
      let unit = g / g.length
      deviceToReference += q.inverse.act(on: down).dot(unit)
      referenceToDevice += q.act(on: down).dot(unit)
      count += 1
    }
    guard count > 0 else { return }
    let mean = (deviceToReference / count, referenceToDevice / count)
    var isInverted = abs(mean.1) > abs(mean.0) + 1e-9
    // A device that lay flat does not show either; the way in which it turned does.
    if abs(abs(mean.1) - abs(mean.0)) < 0.02, let turns = turnAgreement() { isInverted = turns < 0 }
    let agreement = isInverted ? mean.1 : mean.0
    guard abs(agreement) > 0.866 else {
      throw RecordingError.contradictoryGravity(agreement: agreement, place: .init(file: path))
    }
    if isInverted {
      attitude = attitude.map(\.inverse)
      notes.append("inverted the attitude: it turned reference-frame vectors into device-frame vectors")
    }
    guard agreement < 0 else { return }
    if isGravityKnown {
      userAcceleration = userAcceleration.map { -$0 }
      gravity = gravity.map { -$0 }
      notes.append("changed the sign of the accelerations: gravity pointed up, as Android reports it")
    } else {
      let turn = Quaternion(w: 0, x: 1, y: 0, z: 0)
      attitude = attitude.map { turn * $0 }
      notes.append("turned the reference frame of the attitude by 180° about x: its z pointed down")
    }
  }

  /// Gives accelerations and gravity Core Motion's sign where no attitude tells theirs.
  ///
  /// - Parameters:
  ///   - known: 1 for Core Motion's sign, −1 for Android's; nil if the sign is unknown, in which case the device is
  ///     assumed to face up rather than down.
  ///   - source: The evidence for the sign, or where it would be.
  mutating func settleSign(_ known: Double?, _ source: String) {
    var sign = known
    if sign == nil, !gravity.isEmpty {
      sign = gravity.reduce(0) { $0 + $1.z } <= 0 ? 1 : -1
      notes.append(
        "took gravity to point \(sign == 1 ? "down, as Apple reports it" : "up, as Android reports it"), since the screen "
          + "faced up most of the time then; no \(source) confirms it")
    }
    guard sign == -1 else { return }
    userAcceleration = userAcceleration.map { -$0 }
    gravity = gravity.map { -$0 }
    if known != nil {
      notes.append("changed the sign of the accelerations: gravity pointed up, as Android reports it")
    }
  }

  /// Whether the attitude, taken as device to reference, turns as the gyroscope says (1) or the other way round (−1);
  /// nil when the device hardly turned.
  private func turnAgreement() -> Double? {
    guard !rotationRate.isEmpty, attitude.count > 2 else { return nil }
    var (product, own, measured) = (0.0, 0.0, 0.0)
    for row in 1..<attitude.count {
      let turn = (attitude[row - 1].inverse * attitude[row]).rotationVector
      let rate = (rotationRate[row] + rotationRate[row - 1]) * ((timestamps[row] - timestamps[row - 1]) / 2)
      product += turn.dot(rate)
      own += turn.squaredLength
      measured += rate.squaredLength
    }
    let agreement = product / max((own * measured).squareRoot(), 1e-300)
    return own > 0.01 && abs(agreement) > 0.3 ? agreement : nil
  }
}
