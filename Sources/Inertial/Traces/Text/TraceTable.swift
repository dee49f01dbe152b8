import Rotations

/// The arrays of a trace while its rows are read: checks time and attitude row by row, while the line is known.
struct TraceTable {
  var timestamps: [Double] = []
  var attitude: [Quaternion] = []
  var userAcceleration: [Vector3] = []
  var rotationRate: [Vector3] = []
  var gravity: [Vector3] = []
  var magneticField: [Vector3] = []
  var truePosition: [Vector3] = []
  var trueAttitude: [Quaternion] = []
  var isTouching: [Bool] = []
  var specificForce: [Vector3] = []
  var isMoving: [Bool] = []
  /// What was done while reading.
  var notes: [String] = []
  /// The line of each row from which on `line − row` is constant: few entries, as few lines are skipped.
  private var lines: [(row: Int, line: Int)] = []

  /// The line from which sample `row` came.
  func line(of row: Int) -> Int? {
    guard let known = lines.last(where: { $0.row <= row }) else { return nil }
    return known.line + row - known.row
  }

  /// Row `count` becomes row 0.
  mutating func moveLines(by count: Int) {
    lines = lines.map { ($0.row - count, $0.line) }
  }

  mutating func note(line: Int, row: Int) {
    if let last = lines.last, last.line + row - last.row == line { return }
    lines.append((row, line))
  }
}

extension TraceTable {
  /// Reads the mapped columns of `text`.
  ///
  /// - Throws: `TraceError` for a missing column, a bad row, repeated or backward time (unless the options say to drop
  ///   them), an attitude that is not unit, no rows.
  init(_ text: DelimitedText, _ mapping: ColumnMapping, _ options: Trace.ReadingOptions) throws(TraceError) {
    var columns = [Int]()
    /// Adds columns to the wanted ones and returns the slot of the first.
    func want(_ names: [String]?) throws(TraceError) -> Int {
      guard let names else { return -1 }
      for name in names {
        let index = try text.required(name, taken: mapping.names)
        if columns.contains(index) || text.header[(index + 1)...].contains(name) {
          throw .repeatedColumn(name, place: text.place(text.headerLine))
        }
        columns.append(index)
      }
      return columns.count - names.count
    }
    var timeSlot = -1
    var timeScale = 1.0
    switch mapping.time {
    case .column(let name, let scale):
      timeSlot = try want([name])
      timeScale = scale
    case .rate(let rate): timeScale = 1 / rate
    }
    var attitudeSlot = -1
    var angleScale: Double?
    switch mapping.attitude {
    case .quaternion(let names): attitudeSlot = try want(names)
    case .rollPitchYaw(let names, let scale):
      attitudeSlot = try want(names)
      angleScale = scale
    case nil: break
    }
    func want(_ columns: ColumnMapping.Columns?) throws(TraceError) -> (slot: Int, scale: Double) {
      (try want(columns?.names), columns?.scale ?? 1)
    }
    let acceleration = try want(mapping.userAcceleration)
    let force = try want(mapping.specificForce)
    let rate = try want(mapping.rotationRate)
    let gravity = try want(mapping.gravity)
    let field = try want(mapping.magneticField)
    let truth = try want(mapping.truePosition)
    let trueAttitudeSlot = try want(mapping.trueAttitude)
    let touchSlot = try want(mapping.isTouching.map { [$0] })
    let movingSlot = try want(mapping.isMoving.map { [$0] })
    // A motion-capture system loses sight of the device now and then, and says NaN.
    var mayBeMissing = Set<Int>()
    if mapping.hasGapsInTruth {
      if truth.slot >= 0 { mayBeMissing.formUnion(columns[truth.slot..<(truth.slot + 3)]) }
      if trueAttitudeSlot >= 0 { mayBeMissing.formUnion(columns[trueAttitudeSlot..<(trueAttitudeSlot + 4)]) }
    }

    let bound = text.rowBound
    func reserve<T>(_ values: inout [T], _ slot: Int = 0) {
      if slot >= 0 { values.reserveCapacity(bound) }
    }
    // Room for all rows at once: growing by doubling would need twice the memory for a moment.
    reserve(&timestamps)
    reserve(&attitude, attitudeSlot)
    reserve(&userAcceleration, acceleration.slot)
    reserve(&specificForce, force.slot)
    reserve(&rotationRate, rate.slot)
    reserve(&self.gravity, gravity.slot)
    reserve(&magneticField, field.slot)
    reserve(&truePosition, truth.slot)
    reserve(&trueAttitude, trueAttitudeSlot)
    reserve(&isTouching, touchSlot)
    reserve(&isMoving, movingSlot)
    var table = self
    self = TraceTable()  // Or appending to the copy would copy all arrays.
    var rows = 0
    // Milliseconds since 1970 have three digits left for the fraction of a second; differences have all.
    var origin = 0.0
    var outOfOrder = 0
    var previous = -Double.infinity
    let dropped = try text.forEachRow(
      columns, dropsBadRows: options.badRows == .drop, mayBeMissing: mayBeMissing
    ) { (values, line) throws(TraceError) in
      if rows == 0, timeSlot >= 0, timeScale != 1 { origin = values[timeSlot] }
      let time = (timeSlot >= 0 ? values[timeSlot] - origin : Double(rows)) * timeScale
      rows += 1
      if time <= previous {
        if options.timeDefects == .drop {
          outOfOrder += 1
          return
        }
        let row = table.timestamps.count
        if time == previous { throw .repeatedTime(time, row: row, place: text.place(line)) }
        throw .backwardTime(time, previous: previous, row: row, place: text.place(line))
      }
      if attitudeSlot >= 0 {
        if let angleScale {
          table.attitude.append(
            RollPitchYaw(
              roll: values[attitudeSlot] * angleScale, pitch: values[attitudeSlot + 1] * angleScale,
              yaw: values[attitudeSlot + 2] * angleScale
            ).quaternion)
        } else {
          table.attitude.append(try Self.quaternion(values, attitudeSlot, "attitude", text, line))
        }
      }
      if trueAttitudeSlot >= 0 {
        table.trueAttitude.append(try Self.quaternion(values, trueAttitudeSlot, "trueAttitude", text, line))
      }
      previous = time
      table.note(line: line, row: table.timestamps.count)
      table.timestamps.append(time)
      if acceleration.slot >= 0 {
        table.userAcceleration.append(Self.vector(values, acceleration.slot, acceleration.scale))
      }
      if force.slot >= 0 { table.specificForce.append(Self.vector(values, force.slot, force.scale)) }
      if rate.slot >= 0 { table.rotationRate.append(Self.vector(values, rate.slot, rate.scale)) }
      if gravity.slot >= 0 { table.gravity.append(Self.vector(values, gravity.slot, gravity.scale)) }
      if field.slot >= 0 { table.magneticField.append(Self.vector(values, field.slot, field.scale)) }
      if truth.slot >= 0 { table.truePosition.append(Self.vector(values, truth.slot, truth.scale)) }
      if touchSlot >= 0 { table.isTouching.append(values[touchSlot] != 0) }
      if movingSlot >= 0 { table.isMoving.append(values[movingSlot] != 0) }
    }
    self = table
    if dropped > 0 { notes.append("left out \(dropped) rows that are cut off or have something that is no number") }
    if outOfOrder > 0 { notes.append("left out \(outOfOrder) rows whose time repeats or runs backwards") }
    guard !timestamps.isEmpty else { throw .noRows(place: .init(file: text.file.path)) }
  }

  @inline(__always)
  private static func vector(_ values: UnsafeBufferPointer<Double>, _ slot: Int, _ scale: Double) -> Vector3 {
    Vector3(values[slot] * scale, values[slot + 1] * scale, values[slot + 2] * scale)
  }

  @inline(__always)
  private static func quaternion(
    _ values: UnsafeBufferPointer<Double>, _ slot: Int, _ name: String, _ text: DelimitedText, _ line: Int
  ) throws(TraceError) -> Quaternion {
    let q = Quaternion(w: values[slot], x: values[slot + 1], y: values[slot + 2], z: values[slot + 3])
    guard abs(q.normSquared - 1) <= 0.02 || q.normSquared.isNaN else {
      throw .notUnit(column: name, norm: q.normSquared.squareRoot(), row: 0, place: text.place(line))
    }
    return q.settledLength
  }
}
