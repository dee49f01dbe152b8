extension Trace {
  /// The unit of times that cannot be in seconds, with its length in seconds; nil where they can.
  package var finerTimeUnit: (name: String, scale: Double)? {
    let step = medianStep
    return [("milliseconds", 1e-3), ("microseconds", 1e-6), ("nanoseconds", 1e-9)].first { _, scale in
      step > 1 && (1.1e-4...1).contains(step * scale)
    }
  }

  /// Why the times cannot be in seconds, and what to do, for a trace that nobody has read from a file; nil where they can.
  var doubtOfTimes: String? {
    guard let (name, scale) = finerTimeUnit, count > 2 else { return nil }
    return
      "one sample every \(shortSeconds(medianStep)): this looks like \(name), not seconds; give the times in seconds: "
      + "“times.map { $0 / \(shortNumber(1 / scale)) }”"
  }
}
