import Basics
import Foundation

/// One measured quantity: minimum and median over the repetitions, in `unit`.
public struct Timing: Codable, Sendable {
  public var minimum: Double
  public var median: Double

  public init(samples: [Double]) {
    minimum = samples.min() ?? .nan
    median = Basics.median(of: samples)
  }
}

extension Timing {
  /// From figures that somebody else has measured.
  public init(minimum: Double, median: Double) {
    self.minimum = minimum
    self.median = median
  }
}

/// One row of a result: ours, next to a peer measured in the same run where there is one.
public struct Measurement: Codable, Sendable {
  public var name: String
  public var unit: String
  public var ours: Timing
  public var peer: String?
  public var theirs: Timing?
  /// What the figure has to reach, in words.
  public var bar: String?

  /// Theirs divided by ours, medians: above 1, ours is faster.
  public var ratio: Double? { theirs.map { $0.median / ours.median } }

  public init(
    _ name: String, unit: String, ours: Timing, peer: String? = nil, theirs: Timing? = nil, bar: String? = nil
  ) {
    // A peer of which nothing could be measured is left out.
    let isMeasured = theirs?.median.isFinite ?? true
    (self.name, self.unit, self.ours, self.bar) = (name, unit, ours, bar)
    (self.peer, self.theirs) = isMeasured ? (peer, theirs) : (nil, nil)
  }
}

/// Nanoseconds per item of `body`, which processes `items` items each time it is called; one call warms up.
public func nanosecondsPerItem(items: Int, repetitions: Int = 9, _ body: () -> Void) -> Timing {
  body()
  return Timing(
    samples: (0..<repetitions).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      body()
      return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(items)
    })
}

/// Nanoseconds of this thread per item of each of several bodies, which take turns: other work on the processor slows all of them alike.
/// One turn warms up.
public func nanosecondsInTurns(
  rounds: Int = 9, _ bodies: [(items: Int, body: () throws -> Void)]
) throws -> [[Double]] {
  for (_, body) in bodies { try body() }
  var samples = [[Double]](repeating: [], count: bodies.count)
  for _ in 0..<rounds {
    for (place, (items, body)) in bodies.enumerated() {
      let start = threadNanoseconds()
      try body()
      samples[place].append((threadNanoseconds() - start) / Double(items))
    }
  }
  return samples
}

private func threadNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Milliseconds of one call of `body`; one call warms up.
public func millisecondsPerCall(repetitions: Int = 9, _ body: () throws -> Void) rethrows -> Timing {
  try body()
  return Timing(
    samples: try (0..<repetitions).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      try body()
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    })
}

/// Keeps the optimiser from removing a computation whose result nobody reads.
@inline(never)
public func consume<T>(_ value: T) { withExtendedLifetime(value) {} }

/// Prints the rows as a table and writes them to `Benchmarks/results/NAME.json`.
public func report(_ name: String, _ rows: [Measurement]) throws {
  func cell(_ value: Double?) -> String { value.map { String(format: "%.4g", $0) } ?? "–" }
  func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
  let header = ["what", "unit", "min", "median", "peer", "min", "median", "ratio", "bar"]
  let table =
    [header]
    + rows.map { row in
      [
        row.name, row.unit, cell(row.ours.minimum), cell(row.ours.median), row.peer ?? "–",
        cell(row.theirs?.minimum), cell(row.theirs?.median), cell(row.ratio), row.bar ?? "–",
      ]
    }
  let widths = header.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
  for line in table {
    print(zip(line, widths).map { pad($0, $1) }.joined(separator: "  "))
  }
  let folder = URL(fileURLWithPath: "Benchmarks/results")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  try encoder.encode(rows).write(to: folder.appendingPathComponent("\(name).json"), options: .atomic)
}
