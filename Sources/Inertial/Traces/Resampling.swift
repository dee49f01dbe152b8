import Rotations

extension Trace {
  /// The trace at equal time steps: attitudes by slerp, everything else linearly between the two nearest samples.
  ///
  /// - Parameter rate: Hz.
  /// - Throws: `TraceError.invalidParameter` for a rate that is not positive or gives more than ten million samples.
  /// - Complexity: O(samples in and out).
  public func resampled(rate: Double) throws(TraceError) -> Trace {
    guard rate > 0, rate.isFinite, duration * rate <= 1e7 else {
      throw .invalidParameter("rate", value: rate, expected: "above 0 Hz, and at most 10⁷ samples in all")
    }
    let start = timestamps[0]
    let times = (0...Int((duration * rate * (1 + 1e-12)).rounded(.down))).map { start + Double($0) / rate }
    // For each new time the sample before it and the fraction of the way to the next.
    var places = [(index: Int, fraction: Double)]()
    places.reserveCapacity(times.count)
    var index = 0
    for time in times {
      while index + 2 < count, timestamps[index + 1] <= time { index += 1 }
      let next = min(index + 1, count - 1)
      let span = timestamps[next] - timestamps[index]
      places.append((index, span > 0 ? max(0, min(1, (time - timestamps[index]) / span)) : 0))
    }
    func vectors(_ values: [Vector3]) -> [Vector3] {
      places.map { place in
        let a = values[place.index]
        return a + (values[min(place.index + 1, count - 1)] - a) * place.fraction
      }
    }
    func attitudes(_ values: [Quaternion]) -> [Quaternion] {
      places.map { values[$0.index].slerp(to: values[min($0.index + 1, count - 1)], $0.fraction) }
    }
    return Trace(
      unchecked: name, timestamps: times, attitude: attitudes(attitude), userAcceleration: vectors(userAcceleration),
      rotationRate: rotationRate.map(vectors), gravity: gravity.map(vectors), magneticField: magneticField.map(vectors),
      truePosition: truePosition.map(vectors), trueAttitude: trueAttitude.map(attitudes),
      truthHeading: truthHeading, isTouching: isTouching.map { touching in places.map { touching[$0.index] } },
      notes: notes + ["resampled to \(rate) Hz"])
  }
}
