import Rotations
import Traces

extension Trace.ReadingOptions {
  /// What a person knows about a file better than the file: units, signs and axes. It is applied to what was read, before
  /// anything is computed from it.
  public struct Correction: Hashable, Sendable {
    /// Seconds per second as read: 1e-3 for a file whose milliseconds were read as seconds.
    public var time: Double
    /// m/s² per m/s² as read, of acceleration and gravity: 9.80665 for g, −1 for the opposite sign.
    public var acceleration: Double
    /// rad/s per rad/s as read: π/180 for degrees.
    public var rotationRate: Double
    /// The file's axes from which the device's x, y and z are taken; `.standard` changes nothing.
    public var axes: Axes

    /// Nothing is corrected.
    public static let none = Correction()

    /// A correction; see the properties.
    public init(time: Double = 1, acceleration: Double = 1, rotationRate: Double = 1, axes: Axes = .standard) {
      (self.time, self.acceleration, self.rotationRate, self.axes) = (time, acceleration, rotationRate, axes)
    }

    /// - Parameter source: The file that says it, where that is not the person who reads.
    /// - Throws: `TraceError.invalidParameter` for a factor that is 0 or no number, and a negative one of time.
    func apply(to table: inout TraceTable, _ path: String, _ source: String? = nil) throws {
      guard self != .none else { return }
      for (name, value) in [
        ("The time's correction", time), ("The acceleration's correction", acceleration),
        ("The rotation rate's correction", rotationRate),
      ] where !value.isFinite || value == 0 || name.contains("time") && value < 0 {
        throw TraceError.invalidParameter(name, value: value, expected: "finite and not 0, and above 0 for the time")
      }
      func turned(_ vectors: inout [Vector3], _ scale: Double) {
        guard scale != 1 || axes != .standard else { return }
        vectors = vectors.map { axes.applied(to: $0) * scale }
      }
      if time != 1 { table.timestamps = table.timestamps.map { $0 * time } }
      turned(&table.userAcceleration, acceleration)
      turned(&table.specificForce, acceleration)
      turned(&table.gravity, acceleration)
      // A left-handed frame turns the other way round.
      turned(&table.rotationRate, rotationRate * axes.handedness)
      turned(&table.magneticField, 1)
      table.notes.append("corrected \(description), as \(source.map { "\($0) says" } ?? "was asked for")")
      if abs(rotationRate) != 1 { table.notes.append(TraceTable.convertedRate) }
      if let row = table.timestamps.firstIndex(where: { !$0.isFinite }) {
        throw TraceError.notFinite(column: "timestamps", value: table.timestamps[row], row: row)
      }
      try table.requireFiniteReadings(path)
    }

    private var description: String {
      [
        time != 1 ? "time by \(shortNumber(time))" : nil,
        acceleration != 1 ? "acceleration by \(shortNumber(acceleration))" : nil,
        rotationRate != 1 ? "rotation rate by \(shortNumber(rotationRate))" : nil,
        axes != .standard ? "axes to \(axes)" : nil,
      ].compactMap { $0 }.joined(separator: ", ")
    }
  }

  /// Which of the file's axes, and with which sign, is the device's x, y and z: `-y,x,z`.
  public struct Axes: Hashable, Sendable, CustomStringConvertible {
    /// For the device's x, y, z: the file's axis 0, 1, 2, and its sign.
    let sources: [Int]
    let signs: [Double]

    /// x, y, z.
    public static let standard = Axes(sources: [0, 1, 2], signs: [1, 1, 1])

    init(sources: [Int], signs: [Double]) { (self.sources, self.signs) = (sources, signs) }

    /// - Parameter text: Three of `x`, `y`, `z`, each once, with a minus sign or without, separated by commas.
    /// - Throws: `RecordingError.unknownAxes`.
    public init(_ text: String) throws {
      var (sources, signs) = ([Int](), [Double]())
      for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
        let name = part.trimmingBlanks
        let bare = name.hasPrefix("-") || name.hasPrefix("+") ? String(name.dropFirst()) : name
        guard let axis = ["x", "y", "z"].firstIndex(of: bare) else { throw RecordingError.unknownAxes(text) }
        sources.append(axis)
        signs.append(name.hasPrefix("-") ? -1 : 1)
      }
      guard sources.sorted() == [0, 1, 2] else { throw RecordingError.unknownAxes(text) }
      self.init(sources: sources, signs: signs)
    }

    /// Every exchange and change of sign, `standard` first.
    static let all: [Axes] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].flatMap { sources in
      (0..<8).map { bits in
        Axes(sources: sources, signs: (0..<3).map { bits >> $0 & 1 == 1 ? -1 : 1 })
      }
    }

    func applied(to vector: Vector3) -> Vector3 {
      Vector3(vector[sources[0]] * signs[0], vector[sources[1]] * signs[1], vector[sources[2]] * signs[2])
    }

    /// −1 for a mirrored frame, else 1.
    var handedness: Double {
      let isOdd = sources == [0, 2, 1] || sources == [1, 0, 2] || sources == [2, 1, 0]
      return signs.reduce(isOdd ? -1 : 1, *)
    }

    /// As the initialiser reads it.
    public var description: String {
      zip(sources, signs).map { ($1 < 0 ? "-" : "") + ["x", "y", "z"][$0] }.joined(separator: ",")
    }
  }
}
