import Traces

/// Many recordings, read one by one; a broken one is left out, named with its line.
public struct RecordingSet: Sendable {
  /// Those that could be read, in the order of the paths.
  public let traces: [Trace]
  /// Those that could not.
  public let omitted: [Omission]

  /// Reads recordings as `Trace(contentsOf:options:)` does. Complexity: O(bytes).
  public init(contentsOf paths: [String], options: Trace.ReadingOptions = .init()) {
    (traces, omitted) = paths.partitioned(name: \.self) { try Trace(contentsOf: $0, options: options) }
  }
}
