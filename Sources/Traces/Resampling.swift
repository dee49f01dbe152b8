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
    let new = Resampling(at: times, of: timestamps)
    return Trace(
      unchecked: name, timestamps: times, attitude: new.attitudes(attitude),
      userAcceleration: new.vectors(userAcceleration), rotationRate: rotationRate.map(new.vectors),
      gravity: gravity.map(new.vectors), magneticField: magneticField.map(new.vectors),
      truePosition: truePosition.map(new.vectors), trueAttitude: trueAttitude.map(new.attitudes),
      truthHeading: truthHeading, isTouching: isTouching.map { touching in new.places.map { touching[$0.index] } },
      notes: notes + ["resampled to \(rate) Hz"])
  }
}

/// Where new times lie between old ones, of which there is one at least; both rise.
package struct Resampling {
  /// For each new time the sample before it, the one after it, and the fraction of the way: 0…1.
  let places: [(index: Int, next: Int, fraction: Double)]

  /// - Complexity: O(times in and out).
  package init(at times: [Double], of old: [Double]) {
    var index = 0
    places = times.map { time in
      while index + 2 < old.count, old[index + 1] <= time { index += 1 }
      let next = min(index + 1, old.count - 1)
      let span = old[next] - old[index]
      return (index, next, span > 0 ? max(0, min(1, (time - old[index]) / span)) : 0)
    }
  }

  /// On the line between the two samples.
  package func vectors(_ values: [Vector3]) -> [Vector3] {
    places.map { values[$0.index] + (values[$0.next] - values[$0.index]) * $0.fraction }
  }

  /// By slerp between the two samples.
  package func attitudes(_ values: [Quaternion]) -> [Quaternion] {
    places.map { values[$0.index].slerp(to: values[$0.next], $0.fraction) }
  }
}
