import Rotations
import Traces

/// Where in a row of numbers each quantity of a trace is: a `ColumnMapping` found in one file's header.
struct TraceLayout: Sendable {
  /// Three numbers of a row, and the array for which they are.
  struct Vectors: Sendable {
    let array: WritableKeyPath<TraceTable, [Vector3]> & Sendable
    let place: Int
    /// Per axis.
    let scale: Vector3
    /// Whether NaN is accepted.
    let mayBeMissing: Bool
  }

  /// A quantity's first place in a row, −1 for one that the file does not have.
  private(set) var time = -1, attitude = -1, trueAttitude = -1, isTouching = -1, isMoving = -1
  /// Seconds per unit of the time column, or per row without one.
  private(set) var timeScale = 1.0
  /// Radians per unit of the attitude's angles; nil when it is a quaternion.
  private(set) var angleScale: Double?
  /// Whether the file's quaternions turn reference-frame vectors into device-frame vectors.
  private(set) var isAttitudeInverse = false
  private(set) var vectors: [Vectors] = []
  /// The file's columns, in the order in which a row has their numbers.
  private(set) var columns: [Int] = []
  /// The file's columns in which NaN is accepted.
  private(set) var mayBeMissing: Set<Int> = []

  private let text: DelimitedText
  private let mapped: Set<String>

  /// - Throws: `RecordingError.missingColumn`, `.repeatedColumn`; `.columnCount`, `.invalidParameter` for a mapping that
  ///   makes no sense.
  init(_ text: DelimitedText, _ mapping: ColumnMapping) throws {
    self.text = text
    mapped = mapping.names
    switch mapping.time {
    case .column(let name, let scale):
      time = try place("time", [name], 1)
      guard scale > 0, scale.isFinite else {
        throw TraceError.invalidParameter(
          "The time's scale", value: scale, expected: "above 0 s per unit of the column")
      }
      timeScale = scale
    case .rate(let rate):
      guard rate > 0, (1 / rate).isNormal else {
        throw TraceError.invalidParameter("The rate", value: rate, expected: "above 0 Hz")
      }
      timeScale = 1 / rate
    }
    switch mapping.attitude {
    case .quaternion(let names, let isInverse):
      attitude = try place("attitude", names, 4)
      isAttitudeInverse = isInverse
    case .rollPitchYaw(let names, let scale):
      attitude = try place("attitude", names, 3)
      angleScale = try checked(scale, of: "attitude")
    case nil: break
    }
    try add("userAcceleration", mapping.userAcceleration, \.userAcceleration)
    try add("specificForce", mapping.specificForce, \.specificForce)
    try add("rotationRate", mapping.rotationRate, \.rotationRate)
    try add("gravity", mapping.gravity, \.gravity)
    try add("magneticField", mapping.magneticField, \.magneticField)
    // A motion-capture system loses sight of the device now and then, and says NaN.
    try add("truePosition", mapping.truePosition, \.truePosition, mayBeMissing: mapping.hasGapsInTruth)
    trueAttitude = try place("trueAttitude", mapping.trueAttitude, 4, mayBeMissing: mapping.hasGapsInTruth)
    isTouching = try place("isTouching", mapping.isTouching.map { [$0] }, 1)
    isMoving = try place("isMoving", mapping.isMoving.map { [$0] }, 1)
  }

  private mutating func add(
    _ quantity: String, _ columns: ColumnMapping.Columns?, _ array: WritableKeyPath<TraceTable, [Vector3]> & Sendable,
    mayBeMissing: Bool = false
  ) throws {
    guard let columns else { return }
    let place = try place(quantity, columns.names, 3, mayBeMissing: mayBeMissing)
    let scale = try checked(columns.scale, of: quantity)
    guard columns.signs.count == 3 else {
      throw RecordingError.columnCount(quantity: "\(quantity).signs", found: columns.signs.count, expected: 3)
    }
    let signs = try columns.signs.map { (sign) throws in try checked(sign, of: "\(quantity).signs") }
    vectors.append(
      Vectors(
        array: array, place: place, scale: Vector3(signs[0], signs[1], signs[2]) * scale, mayBeMissing: mayBeMissing))
  }

  /// Adds columns to the wanted ones and returns the place of the first.
  private mutating func place(
    _ quantity: String, _ names: [String]?, _ count: Int, mayBeMissing: Bool = false
  ) throws -> Int {
    guard let names else { return -1 }
    guard names.count == count else {
      throw RecordingError.columnCount(quantity: quantity, found: names.count, expected: count)
    }
    for name in names {
      let index = try text.required(name, taken: mapped)
      if columns.contains(index) || text.header[(index + 1)...].contains(name) {
        throw RecordingError.repeatedColumn(name, place: text.place(text.headerLine))
      }
      columns.append(index)
      if mayBeMissing { self.mayBeMissing.insert(index) }
    }
    return columns.count - names.count
  }

  private func checked(_ scale: Double, of quantity: String) throws -> Double {
    guard scale.isFinite, scale != 0 else {
      throw TraceError.invalidParameter("The scale of \(quantity)", value: scale, expected: "finite and not 0")
    }
    return scale
  }

  /// The name of the column whose number is at `place`, for messages.
  func name(of place: Int) -> String { text.header[columns[place]] }
}
