internal import Basics
import Foundation
import Rotations
import Traces

/// The search for time, vectors and attitude among the columns of a table.
struct ColumnSearch {
  private let sample: ColumnSample
  private(set) var findings: [MappingProposal.Finding] = []
  private(set) var remarks: [String] = []
  private var taken = Set<Int>()
  /// The places of what was found, by key.
  private var places: [String: [Int]] = [:]
  /// Seconds per unit of the time.
  private var timeScale: Double?
  /// Hz, where no column is a clock and the file states a rate.
  private var statedRate: Double?
  /// Whether nothing tells which column of the rotation rate is about which axis.
  private var areAxesOpen = false
  /// Vectors that are left out, because another of their kind was found before, in words.
  private(set) var doubles: [String] = []
  /// Sensors without a number, in words.
  private(set) var silent: [String] = []
  /// A gyroscope that reads nothing but 0.
  private var unmoved: ColumnGroup?

  init(_ sample: ColumnSample) { self.sample = sample }

  /// A column's name as a mapping file has to write it.
  private func name(_ column: Int) -> String { sample.text.header[column] }

  private func index(of key: String) -> Int? { findings.firstIndex { $0.key == key } }

  private mutating func add(
    _ key: String, _ columns: [Int], unit: String?, details: [String] = [], _ confidence: MappingProposal.Confidence,
    _ reasons: [String]
  ) {
    findings.append(
      .init(
        key: key, columns: columns.map(name), unit: unit, details: details, confidence: confidence, reasons: reasons))
    places[key] = columns
    taken.formUnion(columns)
  }

  // MARK: - Time

  mutating func findTime() {
    var best: (column: Int, score: Double, isClock: Bool)?
    for column in sample.names.indices {
      let name = ColumnName(sample.names[column])
      let isNamed = name.isOfTime
      let isClock = sample.isClock(column)
      guard isClock || sample.isDense(column) && sample.varies(column) else { continue }
      let steps = sample.steps(column)
      let rising = steps.count { $0 > 0 }
      let falling = steps.count { $0 < 0 }
      // Batches that a radio brings have one time each.
      guard isClock || rising * (isNamed ? 100 : 2) > steps.count, falling * 20 <= steps.count else { continue }
      var score = isNamed ? 3.0 : 0
      if name.unit(of: .time) != nil { score += 1 }
      if isClock { score -= isNamed ? 2 : -1 }
      if !isNamed, !isClock {
        // Without a name it has to look like a clock: always forwards, by steps of one size.
        guard falling == 0, Self.areRegular(steps), !isCounter(steps) else { continue }
        score += column == 0 ? 1 : 0.5
      } else {
        score += Double(rising) / Double(max(steps.count, 1))
        if isCounter(steps) { score -= 2 }
        // A time that counts from the sensor's start has a finer resolution than the logger's clock.
        if name.has("sensor", "reboot", "elapsed") { score += 0.3 }
        // A clock that runs backwards is chosen only where there is no other, one that stands still for most rows where there is none
        // that does not.
        if falling > 0 { score -= 4 }
        if rising * 2 < steps.count { score -= 3 }
      }
      if best.map({ score > $0.score }) ?? true { best = (column, score, isClock) }
    }
    guard let best else {
      let noClock = wordsForNoClock
      if let (rate, words) = StatedRate.find(in: sample.text) {
        statedRate = rate
        add(
          "time", [], unit: nil, details: ["rate: \(shortNumber(rate))"], .likely,
          [noClock, words])
      } else {
        add(
          "time", [], unit: nil, details: ["rate: 0"], .guess,
          ["\(noClock): put the number of samples a second in"])
      }
      return
    }
    addTime(best.column, isClock: best.isClock, isNamed: ColumnName(sample.names[best.column]).isOfTime)
  }

  /// Why no column is the time.
  private var wordsForNoClock: String {
    for column in sample.names.indices where ColumnName(sample.names[column]).isOfTime && sample.isDense(column) {
      let steps = sample.steps(column)
      let falling = steps.count { $0 < 0 }
      guard falling > 0 else { continue }
      return "“\(name(column))” is named as a clock, but runs backwards at \(falling) of \(steps.count) steps"
    }
    return "no column runs like a clock"
  }

  private static func areRegular(_ steps: [Double]) -> Bool {
    guard steps.count > 2 else { return false }
    let median = median(of: steps)
    return median > 0 && steps.count { abs($0 - median) < 0.5 * median } * 10 >= steps.count * 8
  }

  /// Whether the steps are those of a number of rows; dates have none.
  private func isCounter(_ steps: [Double]) -> Bool { !steps.isEmpty && steps.allSatisfy { $0 == 1 } }

  private mutating func addTime(_ column: Int, isClock: Bool, isNamed: Bool) {
    if isClock {
      add("time", [column], unit: "clock", .likely, ["dates or times of day, “\(sample.firstFields[column])”"])
      timeScale = 1
      return
    }
    let steps = sample.steps(column).filter { $0 > 0 }
    let step = steps.isEmpty ? 0 : median(of: steps)
    let first = abs(sample.columns[column].first { !$0.isNaN } ?? 0)
    func plausible(_ scale: Double) -> Bool { ClockUnit.isPlausible(step: step * scale) }
    if let unit = ColumnName(sample.names[column]).unit(of: .time) {
      timeScale = unit.scale
      let fits = plausible(unit.scale)
      add(
        "time", [column], unit: unit.symbol, fits ? .sure : .guess,
        ["its name says \(unit.symbol)", "a sample every \(shortSeconds(step * unit.scale))"])
      if !fits {
        remarks.append("a sample every \(shortSeconds(step * unit.scale)) is unusual: another unit may be meant")
      }
      return
    }
    if let unit = ClockUnit.since1970(first), plausible(unit.seconds) {
      timeScale = unit.1
      add(
        "time", [column], unit: unit.0, .sure,
        [
          "\(unit.0) since 1970: it begins on \(dateAndTime(first * unit.1))",
          "a sample every \(shortSeconds(step * unit.1))",
        ])
      return
    }
    // The name tells which clock it is, and the steps which of its two units.
    let isFine = ColumnName(sample.names[column]).key == "sampletimefine" && step > 0
    let units = isFine ? ClockUnit.sampleTimeFine : ClockUnit.all
    let unit = (isFine ? ClockUnit.nearest(units, step: step) : ClockUnit.plausible(step: step)) ?? units[0]
    timeScale = unit.1
    let others = isFine ? [] : ClockUnit.all.filter { $0.0 != unit.0 && plausible($0.1) }
    add(
      "time", [column], unit: unit.0, !isNamed || !plausible(unit.1) ? .guess : others.isEmpty ? .likely : .guess,
      [
        isNamed ? "by its name" : "the column that runs like a clock",
        "in \(unit.0) there is a sample every \(shortSeconds(step * unit.1))",
      ] + others.map { "in \($0.0) there would be one every \(shortSeconds(step * $0.1))" })
  }

  /// The column named as a time, and its unit, “clock” for dates and times of day.
  static func namedTime(in text: DelimitedText) throws -> (column: Int, unit: String)? {
    guard let column = text.header.firstIndex(where: { ColumnName($0).isOfTime }) else { return nil }
    var search = ColumnSearch(try ColumnSample(text))
    search.findTime()
    guard search.places["time"] == [column], let unit = search.findings.first?.unit else { return nil }
    return (column, unit)
  }

  // MARK: - Vectors

  mutating func findVectors() {
    for group in ColumnGroup.all(in: sample.names) where !group.isQuaternion {
      guard taken.isDisjoint(with: group.columns) else { continue }
      guard group.columns.allSatisfy(sample.isNumeric) else {
        if let quantity = group.quantity(inFile: sample.text.file.stem), quantity.isSensed {
          silent.append(
            "“\(name(group.columns[0]))” and its other axes hold no numbers: "
              + (group.columns.allSatisfy(sample.isEmpty) ? "that sensor was off" : "they are left out"))
          remarks.append(silent[silent.count - 1])
        }
        continue
      }
      guard group.columns.contains(where: { sample.varies($0) || sample.columns[$0].contains { $0 != 0 } }) else {
        if group.quantity(inFile: sample.text.file.stem) == .rotationRate {
          // A coarse gyroscope that rests reads nothing but 0.
          unmoved = group
        } else if group.quantity(inFile: "") != nil {
          remarks.append("“\(name(group.columns[0]))” and its other axes never change: that sensor was off")
        }
        continue
      }
      guard let quantity = group.quantity(inFile: sample.text.file.stem) else {
        findNameless(group.columns)
        continue
      }
      addVector(quantity, group)
    }
    if places["specific-force"] == nil, places["user-acceleration"] == nil { findForceByLength() }
    if let group = unmoved, places["rotation-rate"] == nil {
      if let force = force, Self.standsStill(sample.vectors(force)) {
        addVector(.rotationRate, group)
      } else {
        remarks.append("“\(name(group.columns[0]))” and its other axes never change: that sensor was off")
      }
    }
  }

  /// The columns that show where gravity points.
  private var force: [Int]? { places["gravity"] ?? places["specific-force"] }

  /// Whether a force points one way all the time, to within 3°, in the mean over a twentieth of the rows.
  private static func standsStill(_ forces: [Vector3]) -> Bool {
    let size = max(1, forces.count / 20)
    let means = stride(from: 0, to: forces.count - size + 1, by: size).map { start in
      forces[start..<(start + size)].reduce(.zero, +)
    }
    guard let first = means.first, first.length > 0 else { return false }
    return means.allSatisfy { $0.dot(first) > cos(3 * .pi / 180) * $0.length * first.length }
  }

  private mutating func addVector(_ quantity: ColumnGroup.Quantity, _ group: ColumnGroup) {
    let (length, spread) = sample.length(group.columns)
    switch quantity {
    case .specificForce, .userAcceleration, .gravity:
      addAcceleration(quantity, group, length, spread)
    case .rotationRate:
      guard isFirst(quantity, group) else { return }
      if let unit = group.unitText.flatMap({ MeasurementUnit($0, of: .rotationRate) }) {
        add(quantity.rawValue, group.columns, unit: unit.symbol, .sure, ["its name says \(unit.symbol)"])
      } else if let app = sample.androidApp {
        add(quantity.rawValue, group.columns, unit: "rad/s", .likely, ["by its name", "\(app) writes rad/s"])
      } else {
        // One damaged cell does not change the unit.
        let largest = quantile(0.995, of: sample.vectors(group.columns).map(\.length))
        // No phone's gyroscope reaches 40 rad/s; a hand turns by more than 40°/s at once.
        let isDegrees = largest > 40
        let unknown = group.unknownUnit
        add(
          quantity.rawValue, group.columns, unit: isDegrees ? "deg/s" : "rad/s",
          isDegrees && unknown == nil ? .likely : .guess,
          ["by its name", "up to \(shortNumber(largest)), so that it is \(isDegrees ? "deg/s" : "rad/s")"]
            + (unknown.map { ["“\($0)” is no unit that is known here"] } ?? []))
      }
    case .magneticField:
      guard isFirst(quantity, group) else { return }
      let unit = group.unitText.flatMap { MeasurementUnit($0, of: .magneticField) }
      let guessed = length < 2 ? "gauss" : length < 150 ? "uT" : length < 1500 ? "mgauss" : "nT"
      let field = length * (unit?.scale ?? 1)
      // Apps write µT; other units are as long as a raw field may be.
      let isEarths = guessed == "uT" && (20...80).contains(length)
      add(
        quantity.rawValue, group.columns, unit: unit?.symbol ?? guessed,
        unit != nil ? .sure : isEarths ? .likely : .guess,
        [
          unit == nil
            ? "its length is \(shortNumber(length)), the earth's field 25 to 65 µT" : "its name says \(unit!.symbol)"
        ])
      if unit != nil, !(2...1000).contains(field) {
        remarks.append(
          "“\(name(group.columns[0]))” and its other axes are \(shortNumber(field)) µT long, the earth's field 25 to 65 µT: the "
            + "unit of its name is used nevertheless")
      }
    case .position, .velocity, .angles:
      remarks.append("“\(name(group.columns[0]))” and its other axes are not needed")
      taken.formUnion(group.columns)
    case .attitude: break
    }
  }

  /// Whether no other of this kind was found before; if there was one, a remark reports it.
  private mutating func isFirst(_ quantity: ColumnGroup.Quantity, _ group: ColumnGroup) -> Bool {
    guard places[quantity.rawValue] != nil else { return true }
    doubles.append("“\(name(group.columns[0]))” and its other axes are left out: there is another of its kind")
    remarks.append(doubles[doubles.count - 1])
    return false
  }

  private mutating func addAcceleration(
    _ named: ColumnGroup.Quantity, _ group: ColumnGroup, _ length: Double, _ spread: Double
  ) {
    var quantity = named
    let said = group.unitText.flatMap { MeasurementUnit($0, of: .acceleration) }
    var reasons = [said == nil ? "by its name" : "its name says \(said!.symbol)"]
    var confidence = said == nil ? MappingProposal.Confidence.likely : .sure
    var (unit, details) = (said?.symbol, [String]())
    if quantity == .userAcceleration, !group.words.contains("free"), unitOfGravity == nil,
      let seen = Self.gravityUnit(length, spread), said == nil || said?.symbol == seen, spread < 0.15 * length
    {
      quantity = .specificForce
      reasons.append("gravity is in it, though its name has it off")
    }
    let gravities: [(String, Double)] = [("m/s2", standardGravity), ("g", 1), ("mg", 1000)]
    if quantity == .userAcceleration {
      if unit == nil, group.words.contains("free") {
        unit = "m/s2"
        reasons.append("free acceleration is written in m/s²")
      } else if unit == nil, sample.androidApp == nil, let gravity = unitOfGravity {
        unit = gravity
        reasons.append("gravity next to it is in \(gravity == "g" ? "g" : "m/s²")")
      } else if unit == nil, let app = sample.androidApp {
        unit = "m/s2"
        reasons.append("\(app) writes m/s²")
      } else if unit == nil {
        unit = "m/s2"
        reasons.append("its length is \(shortNumber(length)), and m/s² is what most loggers write")
        confidence = .guess
      }
    } else {
      let fitting = gravities.first { abs(length - $0.1) < 0.2 * $0.1 }
      let isGravity = said.map { abs(length * $0.scale - standardGravity) < 0.2 * standardGravity } ?? false
      if let said, isGravity {
        reasons.append("its length is \(shortNumber(length)), gravity's in \(said.symbol)")
      } else if let fitting {
        reasons.append("its length is \(shortNumber(length)), gravity's in \(fitting.0)")
        if let said, said.symbol != fitting.0 {
          reasons.append("which is not the unit of its name: the name wins")
          confidence = .likely
          contradict(group, length, said)
        }
        unit = said?.symbol ?? fitting.0
      } else if quantity == .specificForce, length < 0.3 * (said.map { standardGravity / $0.scale } ?? standardGravity),
        length + 3 * spread < 8
      {
        quantity = .userAcceleration
        unit = unit ?? "m/s2"
        confidence = sample.androidApp == nil ? .guess : .likely
        reasons.append("its length is \(shortNumber(length)): gravity is not in it")
      } else if let said {
        reasons.append(
          "its length is \(shortNumber(length)), which gravity does not have in \(said.symbol): the name wins")
        confidence = .likely
        contradict(group, length, said)
      } else if length > 100 {
        details = ["scale: \(String(format: "%.6g", standardGravity / length))"]
        unit = "m/s2"
        confidence = .guess
        reasons.append("its length is \(shortNumber(length)): raw counts, which are scaled so that it becomes 9.8")
      } else {
        unit = unit ?? "m/s2"
        confidence = .guess
        reasons.append("its length is \(shortNumber(length)), which gravity has in no unit")
      }
    }
    if let unknown = group.unknownUnit {
      confidence = .guess
      reasons.append("“\(unknown)” is no unit that is known here")
    }
    guard isFirst(quantity, group) else { return }
    // Only Apple takes gravity off in g.
    let isApple =
      quantity == .userAcceleration && unit == "g" && group.words.contains { $0.hasPrefix("user") || $0 == "motion" }
      || group.words.contains("motion")
    if isApple {
      details.append("sign: apple")
      reasons.append("named as Core Motion names it, so with Apple's sign")
    }
    if quantity == .userAcceleration, group.words.contains("free") {
      details.append("frame: reference")
      reasons.append("free acceleration is in the reference frame")
      if !ColumnGroup.all(in: sample.names).contains(where: \.isQuaternion) {
        confidence = .guess
        reasons.append("and there is no quaternion to turn it into the device's")
      }
    }
    add(quantity.rawValue, group.columns, unit: unit, details: details, confidence, reasons)
  }

  /// Remarks that the numbers of an acceleration do not have gravity's length in the unit of its name.
  private mutating func contradict(_ group: ColumnGroup, _ length: Double, _ said: MeasurementUnit) {
    remarks.append(
      "“\(name(group.columns[0]))” and its other axes are \(shortNumber(length * said.scale)) m/s² long in \(said.symbol), gravity "
        + "9.8 m/s²: if the name is wrong, correct the unit")
  }

  /// The unit, by its length, in which gravity is recorded, alone or in another acceleration.
  private var unitOfGravity: String? {
    ColumnGroup.all(in: sample.names).lazy.compactMap { group in
      let quantity = group.quantity(inFile: sample.text.file.stem)
      guard quantity == .gravity || quantity == .specificForce, group.columns.allSatisfy(sample.isNumeric) else {
        return nil
      }
      let (length, spread) = sample.length(group.columns)
      return Self.gravityUnit(length, spread)
    }.first
  }

  private mutating func findNameless(_ columns: [Int]) {
    let (length, spread) = sample.length(columns)
    guard places["specific-force"] == nil, let unit = Self.gravityUnit(length, spread) else {
      remarks.append("“\(name(columns[0]))” and its other axes are left out: nothing says what they are")
      return
    }
    add(
      "specific-force", columns, unit: unit, .likely,
      ["x, y and z of a length of \(shortNumber(length)), gravity's in \(unit == "g" ? "g" : "m/s²")"])
  }

  private static func gravityUnit(_ length: Double, _ spread: Double) -> String? {
    if abs(length - standardGravity) < 0.2 * standardGravity, spread < 0.5 * standardGravity { return "m/s2" }
    if abs(length - 1) < 0.2, spread < 0.5 { return "g" }
    return nil
  }

  /// Among columns without names, three in a row whose length is gravity's; the three that follow may be the gyroscope's.
  private mutating func findForceByLength() {
    let free = sample.names.indices.filter { !taken.contains($0) && sample.isNumeric($0) }
    for column in free where free.contains(column + 1) && free.contains(column + 2) {
      let columns = [column, column + 1, column + 2]
      guard columns.contains(where: sample.varies) else { continue }
      let (length, spread) = sample.length(columns)
      guard let unit = Self.gravityUnit(length, spread) else { continue }
      add(
        "specific-force", columns, unit: unit, .guess,
        ["three columns of a length of \(shortNumber(length)), gravity's in \(unit == "g" ? "g" : "m/s²")"])
      return
    }
  }

  /// Three columns in a row by which gravity turns, among those whose names are unknown.
  private mutating func findRateByTurning() {
    let key = places["gravity"] != nil ? "gravity" : "specific-force"
    guard let (times, forces) = track(of: key) else { return }
    let free = sample.names.indices.filter { !taken.contains($0) && sample.isNumeric($0) }
    for column in free where free.contains(column + 1) && free.contains(column + 2) {
      let columns = [column, column + 1, column + 2]
      let rates = times.rows.map { sample.vector(columns, $0) }
      guard columns.allSatisfy(sample.varies), rates.allSatisfy({ !$0.sum().isNaN }),
        let turning = GravityTurning(times.values, forces, rates), turning.betterAxes == nil, turning.explained > 0.5,
        let unit = [MeasurementUnit.degreesPerSecond, .radiansPerSecond].first(where: {
          (0.8 * $0.scale...1.2 * $0.scale).contains(turning.factor)
        })
      else { continue }
      add(
        "rotation-rate", columns, unit: unit.symbol, .likely,
        ["three columns by which gravity turns in \(unit.symbol) (factor \(shortNumber(turning.factor)))"])
      if let index = index(of: key), findings[index].confidence == .guess {
        findings[index].confidence = .likely
        findings[index].reasons.append("and it turns as a gyroscope in the table says")
      }
      return
    }
  }

  // MARK: - Events of a browser

  /// Columns named alpha, beta and gamma.
  mutating func findEventAngles() {
    guard let events = EventAngles(in: sample.names), taken.isDisjoint(with: events.columns) else { return }
    guard events.columns.allSatisfy(sample.isNumeric) else {
      if events.columns.allSatisfy(sample.isEmpty) {
        remarks.append("“\(name(events.columns[0]))” and the two next to it hold no numbers: there was no gyroscope")
      }
      return
    }
    let agreement = force.flatMap { events.agreement(sample, $0) }
    if events.isNamedRate != false, places["rotation-rate"] == nil {
      let key = places["gravity"] != nil ? "gravity" : "specific-force"
      if let (times, forces) = track(of: key), let rate = events.rate(sample, times.values, times.rows, forces) {
        add(
          "rotation-rate", rate.columns, unit: rate.unit.symbol, .sure,
          ["gravity turns by it in \(rate.unit.symbol) (factor \(shortNumber(rate.factor)))"])
        return
      }
      // Without gravity only the rests tell.
      let areKept = force == nil && places["user-acceleration"].map { events.areKeptAtRest(sample, $0) } ?? false
      if events.isNamedRate == true || abs(agreement ?? 0) < 0.9 && !areKept {
        areAxesOpen = true
        add(
          "rotation-rate", events.orders[0].map { events.columns[$0] }, unit: events.rateUnit?.symbol ?? "deg/s",
          .guess,
          [events.convention])
        return
      }
    }
    guard places["angles"] == nil else { return }
    add(
      "angles", [2, 1, 0].map { events.columns[$0] }, unit: "deg", .guess,
      ["the W3C's angles, which are Core Motion's roll, pitch and yaw"])
  }

  // MARK: - Attitude

  mutating func findAttitude() {
    guard let group = ColumnGroup.all(in: sample.names).first(where: \.isQuaternion),
      group.columns.allSatisfy(sample.isNumeric), taken.isDisjoint(with: group.columns)
    else {
      findAngles()
      return
    }
    let norms = (0..<sample.count).map { row in
      group.columns.reduce(0.0) { $0 + sample.columns[$1][row] * sample.columns[$1][row] }.squareRoot()
    }.filter { !$0.isNaN }
    guard !norms.isEmpty, norms.allSatisfy({ abs($0 - 1) < 0.05 }) else {
      remarks.append("“\(name(group.columns[0]))” and its other axes are not a quaternion: their length is not 1")
      return
    }
    add(
      "quaternion", group.columns, unit: nil, details: ["turns: device to reference"], .likely,
      ["four columns of length 1"])
  }

  /// Columns named roll, pitch and yaw.
  private mutating func findAngles() {
    guard places["angles"] == nil else { return }
    let columns = ["roll", "pitch", "yaw"].compactMap { word in
      sample.names.indices.first { column in
        let name = ColumnName(sample.names[column])
        return name.has(word) && !name.has("rate", "speed", "velocity", "gyro", "true", "truth")
          && sample.isNumeric(column) && !taken.contains(column)
      }
    }
    guard Set(columns).count == 3 else { return }
    let said = ColumnName(sample.names[columns[0]]).unit(of: .angle)
    let largest = columns.flatMap { sample.columns[$0] }.filter { !$0.isNaN }.map(abs).max() ?? 0
    let unit = said?.symbol ?? (largest > 2 * .pi ? "deg" : "rad")
    add(
      "angles", columns, unit: unit, .guess,
      [
        "by their names",
        said == nil ? "up to \(shortNumber(largest)), so that it is \(unit)" : "their name says \(unit)",
        "read as Core Motion's: about z by yaw, then x by pitch, then y by roll",
      ])
  }

  // MARK: - All together

  /// What the quantities say of each other: which way round the quaternion turns, and whether the gyroscope is in degrees.
  mutating func judgeTogether() {
    judgeAttitude("quaternion")
    judgeAttitude("angles")
    if places["rotation-rate"] == nil, places["quaternion"] == nil, places["angles"] == nil { findRateByTurning() }
    if let index = index(of: "rotation-rate"), findings[index].confidence != .sure, !areAxesOpen {
      judgeRotation(index)
    }
    if places["specific-force"] == nil, places["user-acceleration"] == nil {
      remarks.append("no acceleration was found: without it there is nothing to integrate")
      if let (column, first) = sample.columnOfNames() {
        remarks.append(
          "“\(name(column))” says what each row holds, “\(first)” in the first: write a row for each time, and a column for each of "
            + "these names")
      }
    } else if places["rotation-rate"] == nil, places["quaternion"] == nil, places["angles"] == nil {
      remarks.append("neither rotation rate nor attitude was found: record the gyroscope too")
    }
    if findings.contains(where: { $0.key == "user-acceleration" && $0.details.contains("sign: apple") }),
      let index = index(of: "gravity"), findings[index].details.isEmpty
    {
      findings[index].details.append("sign: apple")
      findings[index].reasons.append("next to an acceleration of Core Motion's, so with Apple's sign")
    }
    if let index = index(of: "specific-force"), places["quaternion"] == nil, places["angles"] == nil,
      !findings[index].details.contains(where: { $0.hasPrefix("sign") }), sample.androidApp == nil,
      case let forces = sample.vectors(places["specific-force"] ?? []),
      2 * forces.count(where: { $0.z < 0 }) > forces.count
    {
      // Nothing tells which of the two it is.
      findings[index].confidence = .guess
      findings[index].reasons.append("z is negative most of the time: if the screen faced up, add “sign: apple”")
    }
  }

  /// Which way round an attitude turns, and how well it agrees with gravity: w x y z, or roll pitch yaw.
  private mutating func judgeAttitude(_ key: String) {
    guard let columns = places[key], let index = index(of: key) else { return }
    let isQuaternion = columns.count == 4
    let unit = findings[index].unit.flatMap { MeasurementUnit($0, of: .angle) } ?? .radians
    let attitudes = (0..<sample.count).map { row in
      let v = columns.map { sample.columns[$0][row] }
      guard !isQuaternion else { return Quaternion(w: v[0], x: v[1], y: v[2], z: v[3]) }
      return Quaternion(RollPitchYaw(roll: v[0] * unit.scale, pitch: v[1] * unit.scale, yaw: v[2] * unit.scale))
    }
    guard let (other, there, back) = agreement(of: attitudes) else { return }
    let isInverse = isQuaternion && abs(back) > abs(there) + 0.01
    let agreement = isInverse ? back : there
    if isQuaternion {
      findings[index].details = ["turns: \(isInverse ? "reference to device" : "device to reference")"]
    }
    guard abs(agreement) > 0.9 else {
      findings[index].confidence = .guess
      findings[index].reasons.append(
        (isQuaternion ? "it does not agree with " : "they do not agree with ")
          + "\(other) (mean cosine \(shortNumber(agreement))): "
          + (isQuaternion
            ? "its frame is another; leave it out to have the attitude estimated"
            : "their order or their frame is another; leave them out to have the attitude estimated"))
      return
    }
    findings[index].confidence = isQuaternion && abs(abs(there) - abs(back)) > 0.02 ? .sure : .likely
    findings[index].reasons.append(
      (isQuaternion ? "it agrees with " : "they agree with ") + "\(other) (mean cosine \(shortNumber(abs(agreement))))")
    if agreement < 0 { takeForApple() }
  }

  /// How well an attitude per row makes gravity, or the specific force, point up: the mean cosine of the attitudes, and of their
  /// inverses; nil without either.
  private func agreement(of attitudes: [Quaternion]) -> (key: String, there: Double, back: Double)? {
    let key = places["gravity"] != nil ? "gravity" : "specific-force"
    guard let other = places[key] else { return nil }
    var (there, back, count) = (0.0, 0.0, 0.0)
    for (row, q) in attitudes.enumerated() {
      let v = sample.vector(other, row)
      guard !v.sum().isNaN, !q.normSquared.isNaN, v.length > 0 else { continue }
      there += q.act(on: v).z / v.length
      back += q.inverse.act(on: v).z / v.length
      count += 1
    }
    return count > 0 ? (key, there / count, back / count) : nil
  }

  /// Gives the accelerations Apple's sign: gravity and specific force point up by Android's.
  private mutating func takeForApple() {
    for place in findings.indices
    where ["gravity", "specific-force", "user-acceleration"].contains(findings[place].key) {
      findings[place].details.removeAll { $0.hasPrefix("sign") }
      findings[place].details.append("sign: apple")
      findings[place].reasons.append("it points down where the attitude says up")
    }
  }

  /// By how much gravity turns in the device's frame, against the gyroscope.
  private mutating func judgeRotation(_ index: Int) {
    guard let (times, rates) = track(of: "rotation-rate"), let force else { return }
    let forces = sample.heldVectors(force)
    guard forces.count == sample.count else { return }
    judge(&findings[index], times.values, times.rows.map { forces[$0] }, rates)
  }

  /// The times of a clock. A batch with one time says little of when its samples were taken: if most rows repeat the time before, the
  /// rows are spread evenly.
  private func evenTimes(_ clock: Int) -> [Double] {
    let (times, steps) = (sample.times(clock), sample.steps(clock))
    guard let first = times.first, let last = times.last, steps.count == times.count - 1,
      steps.allSatisfy({ $0 >= 0 }), steps.count(where: { $0 == 0 }) * 2 > steps.count
    else { return times }
    return times.indices.map { first + (last - first) * Double($0) / Double(times.count - 1) }
  }

  /// A vector's times in s and its readings, of the rows that hold it; nil where it or the time was not found.
  func track(of key: String) -> (times: (values: [Double], rows: [Int]), vectors: [Vector3])? {
    guard let columns = places[key] else { return nil }
    let clock = places["time"]?.first
    let clocks = clock.map(evenTimes) ?? []
    func time(ofRow row: Int) -> Double {
      if clock != nil, let timeScale { return clocks[row] * timeScale }
      return statedRate.map { Double(row) / $0 } ?? .nan
    }
    var (times, rows, vectors) = ([Double](), [Int](), [Vector3]())
    for row in 0..<sample.count {
      let (vector, time) = (sample.vector(columns, row), time(ofRow: row))
      guard !vector.sum().isNaN, !time.isNaN, times.last.map({ $0 < time }) ?? true else { continue }
      times.append(time)
      rows.append(row)
      vectors.append(vector)
    }
    guard !vectors.isEmpty else { return nil }
    return ((values: times, rows: rows), vectors)
  }
}

/// Settles the unit of a rotation rate by how gravity turns, or does not.
func judge(_ finding: inout MappingProposal.Finding, _ times: [Double], _ forces: [Vector3], _ rates: [Vector3]) {
  if let turning = GravityTurning(times, forces, rates) {
    for unit in [MeasurementUnit.radiansPerSecond, .degreesPerSecond]
    where (0.5 * unit.scale...1.5 * unit.scale).contains(turning.factor) {
      (finding.unit, finding.confidence) = (unit.symbol, .sure)
      finding.reasons = ["gravity turns by it in \(unit.symbol) (factor \(shortNumber(turning.factor)))"]
      return
    }
    // Noise and shakes make the factor uncertain, but not by a factor of four.
    let scales = [MeasurementUnit.radiansPerSecond, .degreesPerSecond].map(\.scale)
    guard turning.explained > 0.5, turning.factor > 0, turning.betterAxes == nil,
      !scales.contains(where: { (0.25 * $0...4 * $0).contains(turning.factor) })
    else { return }
    (finding.unit, finding.confidence) = ("rad/s", .guess)
    finding.details = ["scale: \(String(format: "%.6g", turning.factor))"]
    finding.reasons = [
      "gravity turns by \(shortNumber(turning.factor)) rad/s for each of its units, which is neither rad/s nor deg/s: raw counts, which are "
        + "scaled so that they agree"
    ]
  } else if let rest = GravityTurning.Stillness(times, forces, rates), rest.refutesRadians {
    (finding.unit, finding.confidence) = ("deg/s", .likely)
    finding.reasons = ["in rad/s \(rest.words)"]
  }
}
