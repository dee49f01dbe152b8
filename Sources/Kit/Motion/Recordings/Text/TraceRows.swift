import Rotations
import Traces

/// Puts the rows of one block where they belong in the arrays of a trace.
struct TraceRows: RowSink, @unchecked Sendable {
  private let layout: TraceLayout
  private let storage: TraceStorage
  private let timestamps: UnsafeMutablePointer<Double>
  private let text: DelimitedText
  /// The first row of the block, and the first that belongs to the next one.
  private let rows: Range<Int>
  /// Where the next row goes.
  private var row: Int
  /// Rows with those that were left out: what counts as time where the file has none.
  private(set) var ordinal = 0
  /// Rows in which other sensors are.
  private(set) var passed = 0
  private(set) var lines = LineNumbers()

  init(_ layout: TraceLayout, _ storage: TraceStorage, _ text: DelimitedText, rows: Range<Int>) {
    self.layout = layout
    self.storage = storage
    timestamps = storage.timestamps!
    self.text = text
    self.rows = rows
    row = rows.lowerBound
  }

  /// How many rows were accepted.
  var count: Int { row - rows.lowerBound }

  @inline(__always)
  mutating func take(_ values: UnsafePointer<Double>, line: Int) throws {
    guard row < rows.upperBound else {
      throw RecordingError.unreadableFile(text.file.path, reason: "another program has changed it in the meantime")
    }
    timestamps[row] = layout.time >= 0 ? values[layout.time] : Double(ordinal)
    if let attitude = storage.attitude {
      if let scale = layout.angleScale {
        let angles = values + layout.attitude
        attitude[row] =
          RollPitchYaw(roll: angles[0] * scale, pitch: angles[1] * scale, yaw: angles[2] * scale).quaternion
      } else {
        let q = try quaternion(values + layout.attitude, "attitude", line)
        attitude[row] = layout.isAttitudeInverse ? q.inverse : q
      }
    }
    if let trueAttitude = storage.trueAttitude {
      trueAttitude[row] = try quaternion(values + layout.trueAttitude, "trueAttitude", line)
    }
    for index in layout.vectors.indices {
      let place = layout.vectors[index].place
      let scale = layout.vectors[index].scale
      let vector = Vector3(values[place], values[place + 1], values[place + 2]) * scale
      // A file's number may be finite and its SI value not.
      if !(vector.x + vector.y + vector.z).isFinite, !layout.vectors[index].mayBeMissing {
        try refuse(vector, values, place, line)
      }
      storage.vectors[index][row] = vector
    }
    storage.isTouching?[row] = values[max(layout.isTouching, 0)] != 0
    storage.isMoving?[row] = values[max(layout.isMoving, 0)] != 0
    lines.append(row: row, line: line)
    row += 1
    ordinal += 1
  }

  mutating func leaveOut() { ordinal += 1 }

  mutating func passOver() { passed += 1 }

  @inline(__always)
  private func quaternion(
    _ values: UnsafePointer<Double>, _ name: String, _ line: Int
  ) throws -> Quaternion {
    let q = Quaternion(w: values[0], x: values[1], y: values[2], z: values[3])
    // A motion capture that lost sight of the device says NaN.
    return q.normSquared.isNaN ? q : try q.settled(as: name, text.place(line))
  }

  @inline(never)
  private func refuse(
    _ vector: Vector3, _ values: UnsafePointer<Double>, _ place: Int, _ line: Int
  ) throws {
    for axis in 0..<3 where !vector[axis].isFinite {
      throw RecordingError.nonFinite(
        "\(values[place + axis])", column: layout.name(of: place + axis), place: text.place(line))
    }
  }
}
