import Traces

/// Many recordings, read one by one; a broken one is left out, named with its line.
public struct RecordingSet: Sendable {
  /// Those that could be read, in the order of the paths.
  public let traces: [Trace]
  /// Those that could not.
  public let omitted: [Omission]
  /// Paths of tracks of poses, which are truths of recordings and none themselves.
  public let tracks: [String]

  /// Reads recordings as `Trace(contentsOf:options:)` does. Complexity: O(bytes).
  public init(contentsOf paths: [String], options: Trace.ReadingOptions = .init()) {
    var tracks = [String]()
    let (results, omitted) = paths.partitioned(name: \.self) { path -> Trace? in
      do {
        return try Trace(contentsOf: path, options: options)
      } catch RecordingError.poseTrack {
        tracks.append(path)
        return nil
      }
    }
    (traces, self.omitted, self.tracks) = (results.compactMap(\.self), omitted, tracks)
  }
}
