internal import Basics
import Foundation
import Fusion
import Rotations
import Traces

/// What is done about a recording without an attitude.
extension TraceTable {
  /// Makes attitude and user acceleration of what there is.
  ///
  /// In this order: the recorded attitude; the recorded gravity, with the heading by the gyroscope; the recorded gravity
  /// and the magnetic field; the accelerometer and the gyroscope, by the offline versatile filter (which is the only one
  /// that guesses anything); the gyroscope alone, where gravity is off the acceleration already.
  ///
  /// - Throws: `RecordingError.noAcceleration`, `.noAttitude` with the sensor to switch on.
  mutating func completeMotion(_ path: String, _ choice: Trace.ReadingOptions.Attitude) throws {
    let place = TraceError.Place(file: path)
    guard !userAcceleration.isEmpty || !specificForce.isEmpty else {
      throw RecordingError.noAcceleration(place: place, found: quantities)
    }
    if attitude.isEmpty, gravity.isEmpty, !userAcceleration.isEmpty, !specificForce.isEmpty { settleGravity() }
    if choice == .fixed, attitude.isEmpty {
      fixAttitude()
    } else if attitude.isEmpty {
      try estimateAttitude(place)
    }
    if isAttitudeEstimated { try requireAttitudes(place) }
    if userAcceleration.isEmpty {
      let down = gravity.isEmpty ? attitude.map(\.gravity) : gravity
      userAcceleration = zip(specificForce, down).map { -$0 - $1 }
      if gravity.isEmpty { gravity = down }
    }
  }

  /// Gravity is acceleration with gravity minus acceleration without it, as the device computed both. If that is not
  /// as long as gravity, acceleration with gravity shows where down is.
  private mutating func settleGravity() {
    let difference = zip(specificForce, userAcceleration).map { -$0 - $1 }
    let middle = median(of: difference.map(\.length))
    if abs(middle - standardGravity) < 0.05 * standardGravity {
      gravity = difference
      notes.append("took the difference of the accelerations with and without gravity for gravity")
    } else {
      userAcceleration = []
    }
  }

  /// The quantities that there are, as messages call them.
  var quantities: [String] {
    [
      ("acceleration without gravity", !userAcceleration.isEmpty), ("acceleration", !specificForce.isEmpty),
      ("gravity", !gravity.isEmpty), ("rotation rate", !rotationRate.isEmpty),
      ("magnetic field", !magneticField.isEmpty), ("attitude", !attitude.isEmpty),
    ].filter(\.1).map(\.0)
  }

  private mutating func fixAttitude() {
    var level = Quaternion.identity
    let reading = gravity.isEmpty ? specificForce : gravity.map { -$0 }
    if !reading.isEmpty {
      let mean = reading.reduce(.zero, +) / Double(reading.count)
      if mean.length > 1e-6 { level = Quaternion(specificForce: mean, magneticField: nil) }
    }
    attitude = [Quaternion](repeating: level, count: timestamps.count)
    isAttitudeEstimated = true
    notes.append("took it that the device never turns, as was asked for")
  }

  private mutating func estimateAttitude(_ place: TraceError.Place) throws {
    isAttitudeEstimated = true
    if !gravity.isEmpty, !rotationRate.isEmpty {
      attitude = attitudesFromGravity()
      notes.append("found the attitude from gravity, and its heading from the gyroscope")
    } else if !gravity.isEmpty, !magneticField.isEmpty {
      attitude = zip(gravity, magneticField).map { Quaternion(specificForce: -$0, magneticField: $1) }
      notes.append("found the attitude from gravity, and its heading from the magnetic field")
    } else if rotationRate.isEmpty {
      let reason =
        specificForce.isEmpty
        ? "acceleration without gravity does not tell where down is or how the device turns. Switch the gyroscope and "
          + "gravity (or the acceleration with gravity) on too"
        : "without a gyroscope nothing tells a tilt from a push. Switch the gyroscope on too"
      throw RecordingError.noAttitude(place: place, reason: reason)
    } else if specificForce.isEmpty {
      attitude = attitudesFromRotation()
      notes.append(
        "found the attitude from the gyroscope alone, against that of the first sample: nothing recorded tells where down "
          + "is, so that z points anywhere; with gravity (or the acceleration with gravity) z would point up")
    } else {
      try estimateAttitudeByFilter(place)
    }
  }

  private mutating func estimateAttitudeByFilter(_ place: TraceError.Place) throws {
    let samples = timestamps.indices.map {
      RawSample(time: timestamps[$0], rotationRate: rotationRate[$0], specificForce: specificForce[$0])
    }
    do {
      // Whether gaps are accepted was decided when the file was read.
      var parameters = VersatileFilter.Parameters()
      if hasRawGyroscope {
        // A phone's bare gyroscope has a bias of degrees a second, a calibrated one of tenths.
        (parameters.biasAtStart, parameters.largestBias) = (2 * .pi / 180, 5 * .pi / 180)
      }
      attitude = try VersatileSmoother(parameters: parameters)
        .smooth(samples, checking: SampleCheck(longestStep: .infinity)).levelAttitudes
    } catch {
      throw RecordingError.noAttitude(place: place, reason: "\(error)")
    }
    notes.append(Self.estimated)
  }

  /// What is noted where the accelerometer told gravity and acceleration apart.
  static let estimated = "estimated the attitude from gyroscope and accelerometer"
  /// What is noted where a mapping names another unit of the rotation rate, or a correction scales it.
  static let convertedRate = "converted the rotation rate to rad/s"

  private func requireAttitudes(_ place: TraceError.Place) throws {
    guard let row = attitude.firstIndex(where: { !(abs($0.normSquared - 1) < 0.02) }) else { return }
    throw RecordingError.noAttitude(
      place: .init(file: place.file, line: line(of: row)), reason: "its readings are too large to be those of a sensor")
  }

  /// Attitudes in which the recorded gravity points down. The gyroscope turns them about the vertical, and where gravity
  /// and gyroscope differ, the shortest turn that brings gravity down again has no heading in it.
  func attitudesFromGravity() -> [Quaternion] {
    var attitudes = [Quaternion]()
    attitudes.reserveCapacity(timestamps.count)
    for row in timestamps.indices {
      let up = -gravity[row]
      guard let last = attitudes.last else {
        attitudes.append(Self.level(up) ?? .identity)
        continue
      }
      let step = timestamps[row] - timestamps[row - 1]
      let turned = last * Quaternion(rotationVector: (rotationRate[row] + rotationRate[row - 1]) * (step / 2))
      let tilted = turned.act(on: up)
      let correction = Self.level(tilted) ?? .identity
      attitudes.append((correction * turned).settledLength)
    }
    return attitudes
  }

  /// The shortest turn that brings a vector up; nil for one that has no direction.
  private static func level(_ vector: Vector3) -> Quaternion? {
    let length = vector.length
    guard length > 1e-9, length.isFinite else { return nil }
    return Quaternion(specificForce: vector, magneticField: nil)
  }

  /// Attitudes against that of the first sample.
  private func attitudesFromRotation() -> [Quaternion] {
    var attitude = Quaternion.identity
    return timestamps.indices.map { row in
      guard row > 0 else { return attitude }
      let step = timestamps[row] - timestamps[row - 1]
      attitude =
        (attitude * Quaternion(rotationVector: (rotationRate[row] + rotationRate[row - 1]) * (step / 2))).settledLength
      return attitude
    }
  }
}
