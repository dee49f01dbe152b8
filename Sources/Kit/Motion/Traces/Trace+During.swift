extension Trace {
  /// The part of the recording from one moment to another, with the samples at both ends, where there are any.
  ///
  ///     let push = try trace.during(0...6.45)
  ///
  /// - Parameter seconds: Seconds since the first sample, as a figure's time axis shows them.
  /// - Throws: ``TraceError/invalidParameter(_:value:expected:)`` where no sample lies in `seconds`.
  /// - Complexity: O(*n*).
  public func during(_ seconds: ClosedRange<Double>) throws(TraceError) -> Trace {
    let elapsed = elapsed
    guard let first = elapsed.firstIndex(where: { $0 >= seconds.lowerBound }), elapsed[first] <= seconds.upperBound,
      let last = elapsed.lastIndex(where: { $0 <= seconds.upperBound })
    else {
      throw .invalidParameter(
        "seconds", value: seconds.lowerBound,
        expected: "a range with a sample in it: the recording lasts from 0 to \(shortNumber(duration)) s")
    }
    return self[first..<last + 1]
  }
}
