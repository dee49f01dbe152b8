import Foundation

/// Columns whose names differ in their axis only: the components of one vector or quaternion.
struct ColumnGroup: Sendable {
  /// What the columns are called next to axis and unit.
  let words: [String]
  /// The columns' places in the header, by axis: x y z, or w x y z.
  let columns: [Int]
  /// What is where their unit is.
  let unitText: String?

  var isQuaternion: Bool { columns.count == 4 }

  /// The unit in its name, if that is an unknown one: “furlong/s2”. Other words in brackets are not units.
  var unknownUnit: String? {
    unitText.flatMap { $0.contains("/") && MeasurementUnit($0) == nil ? $0 : nil }
  }

  /// What it is by its words, and those of the file in which it is; nil when they do not say.
  ///
  /// - Parameter stem: The file's name.
  func quantity(inFile stem: String) -> Quantity? {
    if isQuaternion { return .attitude }
    // A letter in a file's name is no quantity: `v-2.csv`, `w1.csv`.
    let file = ColumnName(stem).words.filter { $0.count > 2 }
    // `X (m/s^2)` in `Linear Accelerometer.csv`: the file says what the column does not.
    if words.isEmpty || stem.lowercased().hasPrefix("linear accel") {
      return Self.quantity(words + file, unitText)
    }
    return Self.quantity(words, unitText) ?? Self.quantity(words + file, unitText)
  }

  /// What can be measured.
  enum Quantity: String, Hashable, Sendable, CaseIterable {
    /// With gravity in it, or not known to be without it.
    case specificForce = "specific-force"
    case userAcceleration = "user-acceleration"
    case gravity
    case rotationRate = "rotation-rate"
    case magneticField = "magnetic-field"
    case position, velocity
    case attitude = "quaternion"
    case angles

    /// Whether a motion sensor measures it, and not what an app makes of its readings.
    var isSensed: Bool { ![.position, .velocity, .angles].contains(self) }

    var unitKind: MeasurementUnit.Kind? {
      switch self {
      case .specificForce, .userAcceleration, .gravity: .acceleration
      case .rotationRate: .rotationRate
      case .magneticField: .magneticField
      case .position: .length
      case .angles: .angle
      case .attitude, .velocity: nil
      }
    }
  }

  private static func quantity(_ words: [String], _ unit: String?) -> Quantity? {
    func begins(_ prefixes: String...) -> Bool {
      words.contains { word in prefixes.contains { word.hasPrefix($0) } }
    }
    func has(_ some: String...) -> Bool { words.contains { some.contains($0) } }
    let isMagnetic = begins("mag", "compass") || has("b") || words == ["m"]
    // The unit first: “rotation acceleration” does not exist, “gyroscope in m/s²” neither.
    if let unit {
      if MeasurementUnit(unit, of: .rotationRate) != nil { return .rotationRate }
      // G is gauss next to the words of a magnetometer.
      if MeasurementUnit(unit, of: .acceleration) != nil, !isMagnetic {
        if begins("grav", "gravedad", "schwer") { return .gravity }
        return isLinear(words) ? .userAcceleration : .specificForce
      }
      if MeasurementUnit(unit, of: .magneticField) != nil { return .magneticField }
      if MeasurementUnit(unit, of: .angle) != nil { return .angles }
      if MeasurementUnit(unit, of: .length) != nil { return .position }
    }
    if isMagnetic { return .magneticField }
    if begins("gyr", "omega", "angular", "rotation", "giros", "drehrate") || has("w", "rr") || words == ["g"]
      || words == ["r"] || has("rot")
    {
      return .rotationRate
    }
    if begins("grav") && !begins("acc") { return .gravity }
    if isLinear(words) { return .userAcceleration }
    if begins("acc", "beschl", "acel", "aceler") || has("a", "gforce", "gf", "force", "f", "af") {
      return .specificForce
    }
    if begins("vel") || has("v") { return .velocity }
    if begins("pos") || has("p", "t", "tx", "translation") { return .position }
    return nil
  }

  private static func isLinear(_ words: [String]) -> Bool {
    words.contains { $0.hasPrefix("lin") || $0.hasPrefix("user") || $0 == "la" || $0 == "ua" || $0 == "free" }
      || ["without", "ohne", "sans", "sin", "no"].contains { word in words.contains(word) && words.contains("g") }
  }
}

extension ColumnGroup {
  /// All groups in a header, in the order of their first columns.
  static func all(in header: [String]) -> [ColumnGroup] {
    struct Key: Hashable {
      let words: [String]
      let unit: String?
    }
    var places = [Key: [Character: Int]]()
    var order = [Key]()
    for (index, text) in header.enumerated() {
      let name = ColumnName(text)
      guard let axis = name.axis else { continue }
      // A quaternion's w may have another unit, or none.
      let key = Key(words: name.words, unit: axis == "w" ? nil : name.unitText)
      if places[key] == nil { order.append(key) }
      if places[key, default: [:]][axis] == nil { places[key, default: [:]][axis] = index }
    }
    var groups = [ColumnGroup]()
    for key in order {
      guard let found = places[key], let x = found["x"], let y = found["y"], let z = found["z"] else { continue }
      // A quaternion has no unit, or SensorLog's “R”.
      let mayTurn = key.unit == nil || key.unit == "R" || key.unit == "1"
      if mayTurn, let w = found["w"] ?? places[Key(words: key.words, unit: nil)]?["w"] {
        groups.append(ColumnGroup(words: key.words, columns: [w, x, y, z], unitText: key.unit))
      } else {
        groups.append(ColumnGroup(words: key.words, columns: [x, y, z], unitText: key.unit))
      }
    }
    // q0 … q3: w comes first.
    let numbered = (0...3).compactMap { number in
      header.firstIndex { ["q\(number)", "quat\(number)", "quaternion\(number)"].contains(ColumnName($0).key) }
    }
    if numbered.count == 4 { groups.append(ColumnGroup(words: ["q"], columns: numbered, unitText: nil)) }
    return groups
  }
}
