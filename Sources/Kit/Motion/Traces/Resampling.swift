internal import Basics
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
      truthHeading: truthHeading, isTruthKnown: isTruthKnown.map(new.common), isTouching: isTouching.map(new.held),
      notes: notes + ["resampled to \(rate) Hz"])
  }
}

/// Places of new times between old ones, of which there is at least one; both rise.
///
/// At the time of an old sample it is that sample, bit for bit, and what does not change between two samples does not change
/// between them.
package struct Resampling {
  /// For each new time the old sample before it, and the part of the way to the next.
  private let places: [(segment: Int, part: Double)]

  /// - Complexity: O(times in and out).
  package init(at times: [Double], of old: [Double]) {
    var line = LinearInterpolation(at: old)
    places = times.map { line.locate($0) }
  }

  /// Whether it holds for both old samples between which a new one lies. O(times).
  package func common(_ values: [Bool]) -> [Bool] {
    places.map { values[$0.segment] && ($0.part == 0 || values[min($0.segment + 1, values.count - 1)]) }
  }

  /// What holds from one sample to the next.
  func held<T>(_ values: [T]) -> [T] { places.map { values[$0.part < 1 ? $0.segment : $0.segment + 1] } }

  /// On the line between the two samples.
  package func vectors(_ values: [Vector3]) -> [Vector3] { vectors { values[$0] } }

  /// The same of what makes the vector of each sample.
  package func vectors(_ value: (_ sample: Int) -> Vector3) -> [Vector3] {
    places.map { segment, part in
      part == 0 ? value(segment) : value(segment).onLine(to: value(segment + 1), part)
    }
  }

  /// By slerp between the two samples.
  package func attitudes(_ values: [Quaternion]) -> [Quaternion] {
    places.map { segment, part in
      part == 0 || part == 1
        ? values[part == 0 ? segment : segment + 1] : values[segment].slerp(to: values[segment + 1], part)
    }
  }
}

extension Vector3 {
  /// The point at `part`, 0 to 1, of the way to `end`: `end` itself at 1, and this one where `end` is the same.
  package func onLine(to end: Vector3, _ part: Double) -> Vector3 {
    guard part < 1 else { return end }
    let way = end - self
    // The difference of two numbers may be too large for one; then it less itself is not 0.
    return (self + way * part).replacing(with: self * (1 - part) + end * part, where: way - way .!= .zero)
  }
}
