import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Tables of unknown apps: cells")
struct TableCellTests {
  private let hand = HandMotion()
  private let names = ["ax (m/s^2)", "ay (m/s^2)", "az (m/s^2)", "gx (rad/s)", "gy (rad/s)", "gz (rad/s)"]

  private func numbers(_ index: Int) -> [String] { cells(hand.forces[index]) + cells(hand.rates[index]) }

  private func plain() throws -> Trace {
    try proposed(
      memory(hand.table("time (s),\(names.joined(separator: ","))") { [cell(hand.times[$0])] + numbers($0) }))
  }

  @Test(
    "A decimal comma is decided field by field: within quotation marks, next to points in a date or in another column")
  func decimalCommas() throws {
    let plain = try plain()
    func comma(_ text: String) -> String { text.replacing(".", with: ",") }
    let quoted = hand.table("time (s),\(names.joined(separator: ","))") { index in
      ([cell(hand.times[index])] + numbers(index)).map { "\"\(comma($0))\"" }
    }
    #expect(try proposed(memory(quoted)).userAcceleration == plain.userAcceleration)
    let partly = hand.table("time (ms),\(names.joined(separator: ","))") { index in
      ["\(index * 10)"] + numbers(index).map { "\"\(comma($0))\"" }
    }
    #expect(try proposed(memory(partly)).rotationRate == plain.rotationRate)
    func clock(_ index: Int) -> String {
      String(format: "17.07.2024 10:00:%02d,%03d", index / 100, index % 100 * 10)
    }
    let dated = hand.table("Date;\(names.joined(separator: ";"))", separator: ";") { index in
      [clock(index)] + numbers(index).map(comma)
    }
    #expect(try proposed(memory(dated)).rotationRate == plain.rotationRate)
    let mixed = hand.table("time (s)\t\(names.joined(separator: "\t"))", separator: "\t") { index in
      [cell(hand.times[index])] + numbers(index).map(comma)
    }
    #expect(try proposed(memory(mixed)).userAcceleration == plain.userAcceleration)
    let thousands = hand.table("time (ms);\(names.joined(separator: ";"))", separator: ";") { index in
      let time = 10_000 + index * 10
      return ["\(time / 1000).\(String(format: "%03d", time % 1000)),0"] + numbers(index).map(comma)
    }
    #expect(try proposed(memory(thousands)).count == hand.times.count)
  }

  @Test("Commas both between and within numbers are refused with the reason and the line")
  func twoKindsOfCommas() {
    let text = hand.table("time (s),\(names.joined(separator: ","))") { index in
      ([cell(hand.times[index])] + numbers(index)).map { $0.replacing(".", with: ",") }
    }
    let message = refusal(memory(text))
    #expect(
      message.hasPrefix("a.csv:2: cannot be read: commas separate both fields and decimals (7 names and 14 fields)"))
  }

  @Test("Empty cells at the ends of rows make no column, in all rows or in some", arguments: [1, 2, 5])
  func trailing(count: Int) throws {
    let plain = try plain()
    let header = "time (s),\(names.joined(separator: ","))"
    let all = hand.table(header, ending: String(repeating: ",", count: count)) { [cell(hand.times[$0])] + numbers($0) }
    let some = hand.table(header) { index in
      [cell(hand.times[index])] + numbers(index) + Array(repeating: "", count: index % 7 == 3 ? count : 0)
    }
    let named = hand.table(header + String(repeating: ",", count: count)) { [cell(hand.times[$0])] + numbers($0) }
    for text in [all, some, named] {
      #expect(try proposed(memory(text)).userAcceleration == plain.userAcceleration)
    }
  }

  @Test("A clock of text tells the unit of a gyroscope; minutes and seconds are no hours, and PM is the afternoon")
  func textClocks() throws {
    func table(_ clock: (_ index: Int) -> String) -> String {
      hand.table("time,ax,ay,az,gx,gy,gz") {
        [clock($0)] + cells(hand.forces[$0]) + cells(hand.rates[$0], scale: 180 / .pi)
      }
    }
    let clocks: [(Int) -> String] = [
      { String(format: "2026-03-24T17:00:%02d.%02d0Z", $0 / 100, $0 % 100) },
      { String(format: "00:%02d.%02d", $0 / 100, $0 % 100) },
      {
        String(format: "%02d:%02d:%02d.%02d p.m.", $0 < 200 ? 12 : 1, $0 < 200 ? 59 : 0, (58 + $0 / 100) % 60, $0 % 100)
      },
    ]
    for clock in clocks {
      let trace = try proposed(memory(table(clock)))
      #expect(trace.count == 600 && abs(trace.duration - 5.99) < 1e-6, "\(clock(0))")
      #expect(distance(trace.rotationRate![300], hand.rates[300]) < 1e-5, "\(clock(0))")
    }
    let night = {
      String(format: "%d:%02d:%02d.%02d", $0 < 200 ? 23 : 0, $0 < 200 ? 59 : 0, (58 + $0 / 100) % 60, $0 % 100)
    }
    #expect(abs(try proposed(memory(table(night))).duration - 5.99) < 1e-6)
  }

  @Test("Batches with one time each tell the unit of a gyroscope when they are re-spaced")
  func batchedUnit() throws {
    let text = hand.table("time,ax,ay,az,gx,gy,gz") {
      [cell(Double($0 / 25) * 0.25)] + cells(hand.forces[$0]) + cells(hand.rates[$0], scale: 180 / .pi)
    }
    let trace = try proposed(memory(text)) { $0.timeDefects = .respace }
    #expect(distance(trace.rotationRate![300], hand.rates[300]) < 1e-5)
  }

  @Test("One damaged cell changes no unit, and is doubted as what it is", arguments: [4, 1])
  func spike(column: Int) throws {
    let text = hand.table("time,ax,ay,az,gx,gy,gz") { index in
      var fields = [cell(hand.times[index])] + numbers(index)
      if index == 300 { fields[column] = "99999999" }
      return fields
    }
    let trace = try proposed(memory(text))
    #expect(distance(trace.rotationRate![100], hand.rates[100]) < 1e-5)
    #expect(trace.doubts.map(\.kind).contains(.range))
    #expect(
      trace.doubts.map(\.description).joined().contains(
        "in 1 sample, more than any phone measures: correct or delete these rows"))
  }

  @Test("The first of two devices in one table is read, and the other is named")
  func twoDevices() throws {
    let text = hand.table(
      "t,left_acc_x,left_acc_y,left_acc_z,left_gyro_x,left_gyro_y,left_gyro_z,right_acc_x,right_acc_y,right_acc_z,right_gyro_x,right_gyro_y,right_gyro_z"
    ) {
      [cell(hand.times[$0])] + numbers($0) + numbers(hand.times.count - 1 - $0)
    }
    let trace = try proposed(memory(text))
    #expect(distance(trace.rotationRate![100], hand.rates[100]) < 1e-5)
    for name in ["right_acc_x", "right_gyro_x"] {
      #expect(trace.notes[0].contains("“\(name)” and its other axes are left out"), "\(trace.notes)")
    }
  }

  @Test("A clock that runs backwards is named as the reason, and so is one that cannot be re-spaced")
  func backwards() throws {
    let often = hand.table("time,ax,ay,az,gx,gy,gz") {
      [cell(hand.times[$0] - ($0 % 10 == 0 ? 0.02 : 0))] + numbers($0)
    }
    #expect(refusal(memory(often)).contains("“time” is named as a clock, but runs backwards at 59 of 599 steps"))
    let setBack = hand.table("time,ax,ay,az,gx,gy,gz") { [cell(hand.times[$0] - ($0 < 300 ? 0 : 1))] + numbers($0) }
    #expect {
      try proposed(memory(setBack)) { $0.timeDefects = .respace }
    } throws: {
      "\($0)".contains("the clock was set back, or two recordings are in one file") && !"\($0)".contains("respace")
    }
  }

  @Test("An acceleration that is named linear and has gravity's length all the time has gravity in it")
  func linearByName() throws {
    let text = hand.table(
      "%time,field.angular_velocity.x,field.angular_velocity.y,field.angular_velocity.z,"
        + "field.linear_acceleration.x,field.linear_acceleration.y,field.linear_acceleration.z"
    ) { [cell(hand.times[$0])] + cells(hand.rates[$0]) + cells(hand.forces[$0]) }
    let trace = try proposed(memory(text))
    #expect(distance(-(trace.userAcceleration[300] + trace.gravity![300]), hand.forces[300]) < 1e-5)
  }

  @Test("Times are known in other languages", arguments: ["temps", "tiempo", "Tempo", "tijd", "время", "时间"])
  func languages(name: String) throws {
    let text = hand.table("\(name);acc x;acc y;acc z;gyro x;gyro y;gyro z", separator: ";") {
      [cell(hand.times[$0])] + numbers($0)
    }
    #expect(abs(try proposed(memory(text)).duration - 5.99) < 1e-9)
  }

  @Test("A line of units may have brackets, a delimiter at its end and words that are no units")
  func unitLine() throws {
    let text = hand.table(
      "S_Time\tA_X\tA_Y\tA_Z\tG_X\tG_Y\tG_Z\tBattery\t\nms\tm/(s^2)\tm/(s^2)\tm/(s^2)\tdeg/s\tdeg/s\tdeg/s\tno_units\t",
      separator: "\t", ending: "\t"
    ) {
      [cell(hand.times[$0] * 1000)] + cells(hand.forces[$0]) + cells(hand.rates[$0], scale: 180 / .pi) + ["3.7"]
    }
    let trace = try proposed(memory(text))
    #expect(trace.count == 600 && distance(trace.rotationRate![300], hand.rates[300]) < 1e-5)
  }

  @Test("Acceleration without gravity has the unit of the gravity next to it", arguments: [1, 1 / standardGravity])
  func gravityBeside(scale: Double) throws {
    let text = hand.table("time,lin_acc_x,lin_acc_y,lin_acc_z,gravity_x,gravity_y,gravity_z,gyro_x,gyro_y,gyro_z") {
      [cell(hand.times[$0])] + cells(Vector3(0.1, 0.2, 0.3), scale: scale)
        + cells(hand.forces[$0] * (standardGravity / hand.forces[$0].length), scale: scale) + cells(hand.rates[$0])
    }
    #expect(distance(try proposed(memory(text)).userAcceleration[9], -Vector3(0.1, 0.2, 0.3)) < 1e-4)
  }

  @Test("Rows with another number of fields are refused with both numbers and the line, text as text")
  func counts() {
    #expect(
      refusal(memory("Timestamp,X,Y,Z\n0.002\n0.023\n0.043\n")).hasPrefix("a.csv:2: 1 field, but the header has 4"))
    let more = hand.table("time,ax,ay,az") { [cell(hand.times[$0])] + cells(hand.forces[$0]) + ["1.5"] }
    #expect(refusal(memory(more)).hasPrefix("a.csv:2: 5 fields, but the header has 4"))
    #expect(refusal(memory(more)).contains("Give each column a name in the header"))
    // Leaving all rows out is no advice.
    #expect(!refusal(memory(more)).contains("badRows"))
    let commas = hand.table("time, s,ax, g,ay, g,az, g") { [cell(hand.times[$0])] + cells(hand.forces[$0]) }
    #expect(refusal(memory(commas)).contains("put names with commas in quotation marks"))
    #expect(refusal(memory("time,ax,ay,az,gx,gy,gz\n")).contains("no samples"))
    let timesOnly = hand.table("time,ax,ay,az,gx,gy,gz") { [cell(hand.times[$0])] + Array(repeating: "", count: 6) }
    #expect(refusal(memory(timesOnly)).contains("“ax” and its other axes hold no numbers: that sensor was off"))
    #expect(refusal(memory("# Notes\n\nIt was 3, 4 and 5.\n")).contains("it is text, without rows of numbers"))
    let text = "# Notes\n\nThis is a text, with commas.\nIt goes on, and on.\n\nAnd it ends here, with 3 words.\n"
    #expect(throws: RecordingError.self) { try TraceInspection(contentsOf: "a.md", in: memory(text, "a.md")) }
    #expect(refusal(memory(text)).contains("it is text, without rows of numbers"))
    #expect(refusal(["a.csv": Data(count: 4000)]).contains("it is binary"))
    var random = SeededRandom(seed: 4)
    let noise = Data((0..<4000).map { _ in UInt8.random(in: 0...255, using: &random) })
    #expect(refusal(["a.csv": noise]).contains("it is binary"))
  }

  @Test("A sensor that writes fewer cells than the others is read at its own rate, and one that writes none is named")
  func emptyCells() throws {
    let plain = try plain()
    let header = "time (s),\(names.joined(separator: ",")),mx (uT),my (uT),mz (uT)"
    let slow = hand.table(header) { index in
      [cell(hand.times[index])] + numbers(index)
        + (index % 3 == 0 ? cells(Vector3(20, Double(index) / 100, -40)) : ["", "", ""])
    }
    let trace = try proposed(memory(slow))
    #expect(trace.count == plain.count && distance(trace.rotationRate![77], plain.rotationRate![77]) < 1e-9)
    #expect(distance(trace.magneticField![4], Vector3(20, 0.04, -40)) < 1e-6)
    let none = try MappingProposal(
      contentsOf: "a.csv",
      in: memory(hand.table(header) { [cell(hand.times[$0])] + numbers($0) + ["null", "null", "null"] }))
    #expect(none.remarks.contains { $0.contains("“mx (uT)”") && $0.contains("that sensor was off") })
  }

  @Test("A row for each sensor's event, the cells of the others empty or as they were: no gaps, the rate of the events")
  func events() throws {
    let header = "time (s),\(names.joined(separator: ","))"
    func line(_ time: Double, _ fields: [String]) -> String { ([cell(time)] + fields).joined(separator: ",") + "\n" }
    var (empty, held) = (header + "\n", header + "\n")
    let none = ["", "", ""]
    for index in hand.times.indices {
      let (time, force, rate) = (hand.times[index], cells(hand.forces[index]), cells(hand.rates[index]))
      empty += line(time, force + none)
      empty += line(time + 0.0012, none + rate)
      held += line(time, force + cells(hand.rates[max(index - 1, 0)]))
      held += line(time + 0.0012, force + rate)
    }
    let apart = try proposed(memory(empty))
    #expect(apart.count >= hand.times.count - 1 && abs(apart.medianStep - 0.01) < 1e-9)
    // Each sensor is read in the rows in which it changes, so that both tables are one recording.
    let together = try proposed(memory(held))
    let summary = TraceSummary(of: together)
    #expect(summary.gaps.isEmpty && abs(summary.rate - 100) < 1)
    #expect(!together.notes.contains { $0.contains("gap") })
    for index in stride(from: 10, to: 500, by: 70) {
      let (first, second) = (together.userAcceleration[index], apart.userAcceleration[index])
      #expect(distance(first, second) < 0.1, "\(index)")
    }
  }

  @Test("Sensors that fire at different rates, and hold their readings meanwhile, are each read at their rate")
  func heldAtOwnRates() throws {
    let fast = HandMotion(count: 798, step: 0.00752)
    var events = hand.times.indices.map { (time: hand.times[$0], force: $0 as Int?, rate: nil as Int?) }
    events += fast.times.indices.map { (time: fast.times[$0] + 0.0021, force: nil, rate: $0) }
    events.sort { $0.time < $1.time }
    var text = "time (s),\(names.joined(separator: ","))\n"
    var (force, rate) = ([String](), [String]())
    for event in events {
      if let index = event.force { force = cells(hand.forces[index]) }
      if let index = event.rate { rate = cells(fast.rates[index]) }
      guard !force.isEmpty, !rate.isEmpty else { continue }
      text += ([cell(event.time)] + force + rate).joined(separator: ",") + "\n"
    }
    let trace = try proposed(memory(text))
    #expect(abs(trace.medianStep - 0.01) < 1e-6 && trace.notes.contains { $0.contains("in which it changes") })
    // A device whose accelerometer is new in each row, and its coarse gyroscope in some, is no such log.
    let coarse = hand.table("time (s),\(names.joined(separator: ","))") { index in
      [cell(hand.times[index])] + cells(hand.forces[index]) + cells(hand.rates[index / 3 * 3])
    }
    #expect(try proposed(memory(coarse)).notes.allSatisfy { !$0.contains("in which it changes") })
  }
}

@Suite("Tables of unknown apps: units")
struct TableUnitTests {
  private func finding(_ key: String, _ text: String) throws -> MappingProposal.Finding {
    let proposal = try MappingProposal(contentsOf: "a.csv", in: memory(text))
    return try #require(proposal.findings.first { $0.key == key }, "\(proposal)")
  }

  @Test(
    "A gyroscope without a unit is in °/s when gravity stands still though radians would turn it",
    arguments: [2.8, 10, 45])
  func degreesAtRest(bias: Double) throws {
    let still = HandMotion(isStill: true, bias: Vector3(-0.8, 0.4, 0.3) * (bias * .pi / 180))
    let text = still.table("Time_ms,AX,AY,AZ,GX,GY,GZ") { index in
      ["\(1_768_149_426_894 + index * 10)"] + cells(still.forces[index], scale: 1 / standardGravity)
        + cells(still.rates[index], scale: 180 / .pi)
    }
    let rate = try finding("rotation-rate", text)
    #expect(rate.unit == "deg/s" && rate.confidence == .likely)
    let trace = try proposed(memory(text))
    #expect(trace.rotationRate!.allSatisfy { $0.length < 1 } && trace.doubts.allSatisfy { $0.kind != .rotationUnit })
    // Under a name that says radians it is doubted, with the correction.
    let wrong = still.table("time (s),ax (g),ay (g),az (g),gx (rad/s),gy (rad/s),gz (rad/s)") { index in
      [cell(still.times[index])] + cells(still.forces[index], scale: 1 / standardGravity)
        + cells(still.rates[index], scale: 180 / .pi)
    }
    let doubts = try proposed(memory(wrong)).doubts
    #expect(doubts.contains { $0.kind == .rotationUnit && "\($0)".contains("0.0174533") })
    let corrected = try proposed(memory(wrong)) { $0.correction = .init(rotationRate: .pi / 180) }
    #expect(corrected.doubts.allSatisfy { $0.kind != .rotationUnit })
    // A bias that a gyroscope in rad/s may have is not doubted.
    let usual = HandMotion(isStill: true, bias: Vector3(0.03, -0.02, 0.01))
    let right = usual.table("time (s),ax (g),ay (g),az (g),gx (rad/s),gy (rad/s),gz (rad/s)") { index in
      [cell(usual.times[index])] + cells(usual.forces[index], scale: 1 / standardGravity) + cells(usual.rates[index])
    }
    #expect(try proposed(memory(right)).doubts.isEmpty)
  }

  @Test("A coarse gyroscope that reads 0 at rest is read; one that reads 0 while gravity turns was off")
  func zeros() throws {
    let header = "time (s),ax (g),ay (g),az (g),gx (deg/s),gy (deg/s),gz (deg/s)"
    let still = HandMotion(isStill: true)
    let trace = try proposed(
      memory(
        still.table(header) { index in
          [cell(still.times[index])] + cells(still.forces[index], scale: 1 / standardGravity, digits: 2) + [
            "0", "0", "0",
          ]
        }))
    #expect(trace.rotationRate?.allSatisfy { $0 == .zero } == true)
    let hand = HandMotion()
    let off = hand.table(header) { index in
      [cell(hand.times[index])] + cells(hand.forces[index], scale: 1 / standardGravity) + ["0", "0", "0"]
    }
    #expect(refusal(memory(off)).contains("no column of a rotation rate"))
  }

  @Test("A unit in a name wins, however it is written; a contradiction is remarked")
  func names() throws {
    let hand = HandMotion()
    func table(_ force: String, scale: Double) -> String {
      hand.table("time (s),x (\(force)),y (\(force)),z (\(force)),gx (dps),gy (dps),gz (dps)") { index in
        [cell(hand.times[index])] + cells(hand.forces[index], scale: scale / standardGravity)
          + cells(hand.rates[index], scale: 180 / .pi)
      }
    }
    for (name, unit, scale) in [("in G's", "g", 1.0), ("G’s", "g", 1), ("mg", "mg", 1000), ("milli-g", "mg", 1000)] {
      let force = try finding("specific-force", table(name, scale: scale))
      #expect(force.unit == unit && force.confidence == .sure, "\(name)")
      let trace = try proposed(memory(table(name, scale: scale)))
      #expect(trace.doubts.isEmpty, "\(name)")
    }
    let twice = try MappingProposal(contentsOf: "a.csv", in: memory(table("mg", scale: 2000)))
    let force = try #require(twice.findings.first { $0.key == "specific-force" })
    #expect(
      force.unit == "mg" && force.details.isEmpty && twice.remarks.contains { $0.contains("if the name is wrong") })
    #expect(
      try proposed(memory(table("mg", scale: 2000))).doubts.contains {
        [.gravityAtRest, .accelerationUnit].contains($0.kind)
      })
    let field = hand.table("timestamp (s),x (in microteslas),y (in microteslas),z (in microteslas)") { index in
      [cell(hand.times[index]), "100", "\(-180 + index % 3)", "-445"]
    }
    let magnetic = try finding("magnetic-field", field)
    #expect(magnetic.unit == "uT" && magnetic.confidence == .sure)
  }

  @Test("G next to a magnetometer's letter is gauss, and next to an accelerometer's gravity")
  func gauss() throws {
    let hand = HandMotion()
    let field = Vector3(0.22, 0, -0.42)
    let text = hand.table("time,ax (G),ay (G),az (G),gx,gy,gz,mx (G),my (G),mz (G)") { index in
      [cell(hand.times[index])] + cells(hand.forces[index], scale: 1 / standardGravity) + cells(hand.rates[index])
        + cells(field)
    }
    let proposal = try MappingProposal(contentsOf: "a.csv", in: memory(text))
    let units = Dictionary(uniqueKeysWithValues: proposal.findings.map { ($0.key, $0.unit) })
    #expect(units["magnetic-field"] == "gauss" && units["specific-force"] == "g")
  }

  @Test("A unit's whole name counts behind a low line, too", arguments: ["microteslas", "milligauss"])
  func spelledOut(unit: String) throws {
    let hand = HandMotion()
    let text = hand.table("seconds,mag_x_\(unit),mag_y_\(unit),mag_z_\(unit)") { index in
      [cell(hand.times[index])]
        + cells(Vector3(10, -18 + 0.1 * Double(index % 3), -44), scale: unit == "microteslas" ? 1 : 10)
    }
    let field = try finding("magnetic-field", text)
    #expect(field.unit == (unit == "microteslas" ? "uT" : "mgauss") && field.confidence == .sure)
  }

  @Test(
    "Rates of roll, pitch and yaw are a rotation rate about the axes by which gravity turns", arguments: [false, true])
  func vehicleRates(isCoreMotions: Bool) throws {
    let hand = HandMotion()
    let order = isCoreMotions ? [1, 0, 2] : [0, 1, 2]
    for (roll, yaw) in [("Roll rate (deg/sec)", "Yaw rate (deg/sec)"), ("gyro_roll_dps", "gyro_yaw_dps")] {
      let pitch = roll.replacing("Roll", with: "Pitch").replacing("roll", with: "pitch")
      let text = hand.table("Elapsed (s),X (G's),Y (G's),Z (G's),\(roll),\(pitch),\(yaw)") { index in
        [cell(hand.times[index])] + cells(hand.forces[index], scale: 1 / standardGravity)
          + order.map { cell(hand.rates[index][$0] * 180 / .pi) }
      }
      let trace = try proposed(memory(text))
      #expect(distance(trace.rotationRate![70], hand.rates[70]) < 1e-5 && trace.doubts.isEmpty)
    }
    // At rest nothing tells which axes are meant.
    let still = HandMotion(isStill: true)
    let text = still.table("t (s),ax (g),ay (g),az (g),roll rate (deg/s),pitch rate (deg/s),yaw rate (deg/s)") {
      index in
      [cell(still.times[index])] + cells(still.forces[index], scale: 1 / standardGravity) + cells(still.rates[index])
    }
    #expect(try finding("rotation-rate", text).confidence == .guess)
  }

  @Test(
    "Columns whose names say nothing are the gyroscope's where gravity turns by them",
    arguments: [1, 180 / Double.pi])
  func namelessRates(scale: Double) throws {
    let hand = HandMotion()
    let text = hand.table("time,agx,agy,agz,one,two,three") { index in
      [cell(hand.times[index])] + cells(hand.forces[index]) + cells(hand.rates[index], scale: scale)
    }
    let trace = try proposed(memory(text))
    #expect(distance(trace.rotationRate![70], hand.rates[70]) < 1e-5 && trace.doubts.isEmpty)
    let other = hand.table("time,agx,agy,agz,one,two,three") { index in
      [cell(hand.times[index])] + cells(hand.forces[index]) + cells(Vector3(Double(index % 7), Double(index % 5), 1))
    }
    #expect(refusal(memory(other)).contains("no column of a rotation rate"))
  }

  @Test("SampleTimeFine counts microseconds or ticks of 0.1 ms: its steps tell", arguments: [60, 100, 120, 400])
  func sampleTimeFine(rate: Double) throws {
    for (unit, size) in [("us", 1e-6), ("100us", 1e-4)] {
      let hand = HandMotion(step: 1 / rate)
      let text = hand.table("PacketCounter,SampleTimeFine,Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z") { index in
        ["\(index)", "\(4_000_000 + Int((hand.times[index] / size).rounded()))"] + cells(hand.forces[index])
          + cells(hand.rates[index], scale: 180 / .pi)
      }
      #expect(try finding("time", text).unit == unit)
      let trace = try proposed(memory(text))
      #expect(abs(trace.medianStep * rate - 1) < 0.05)
    }
  }

  @Test("Free acceleration has no gravity in it, and is turned from the reference frame into the device's")
  func freeAcceleration() throws {
    let turns = (0..<300).map { Quaternion(.z, 0.01 * Double($0)) * Quaternion(.x, 0.004 * Double($0)) }
    let text =
      "PacketCounter,SampleTimeFine,Quat_W,Quat_X,Quat_Y,Quat_Z,FreeAcc_X,FreeAcc_Y,FreeAcc_Z\n"
      + turns.enumerated().map { index, q in
        "\(index),\(3_343_016_133 + index * 10_000),\(q.w),\(q.x),\(q.y),\(q.z),\(sin(0.1 * Double(index))),1,0.5\n"
      }.joined()
    let found = try finding("user-acceleration", text)
    #expect(found.unit == "m/s2" && found.details.contains("frame: reference") && found.confidence != .guess)
    let trace = try proposed(memory(text))
    for index in turns.indices {
      let back = trace.attitude[index].act(on: -trace.userAcceleration[index])
      #expect(distance(back, Vector3(sin(0.1 * Double(index)), 1, 0.5)) < 1e-5)
    }
  }

  @Test(
    "Every recording whose acceleration and gravity together are far from 9.8 m/s² is doubted",
    arguments: [0.1, 0.5, 3, 9.8])
  func force(scale: Double) throws {
    let hand = HandMotion()
    let text = hand.table("time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)") { index in
      [cell(hand.times[index])] + cells(hand.forces[index], scale: scale) + cells(hand.rates[index])
    }
    #expect(try !proposed(memory(text)).doubts.isEmpty)
  }

  @Test("A clock that runs backwards is chosen only where there is no other")
  func clocks() throws {
    let hand = HandMotion()
    let text = hand.table("HostTimestamp,NodeTimestamp,ax (g),ay (g),az (g),gx (dps),gy (dps),gz (dps)") { index in
      ["\(102_428 + index * 10 - (index % 40 == 7 ? 25 : 0))", "\(15_073 + index * 10)"]
        + cells(hand.forces[index], scale: 1 / standardGravity) + cells(hand.rates[index], scale: 180 / .pi)
    }
    #expect(try finding("time", text).columns == ["NodeTimestamp"])
    // The time at which a radio's batch came, next to the date of each row.
    let batches = hand.table("Date,HostTimestamp,ax (g),ay (g),az (g),gx (dps),gy (dps),gz (dps)") { index in
      [
        String(format: "23/02/2020 15:18:%02d.%03d", 10 + index / 100, index % 100 * 10),
        "\(102_428 + index / 3 * 30)",
      ] + cells(hand.forces[index], scale: 1 / standardGravity) + cells(hand.rates[index], scale: 180 / .pi)
    }
    #expect(try finding("time", batches).columns == ["Date"])
    let trace = try proposed(memory(batches))
    #expect(trace.count == 600 && abs(trace.medianStep - 0.01) < 1e-6)
    // Alone, it is the clock.
    let alone = hand.table("Date,HostTimestamp,ax (g),ay (g),az (g),gx (dps),gy (dps),gz (dps)") { index in
      ["23/02/2020", "\(102_428 + index / 3 * 30)"] + cells(hand.forces[index], scale: 1 / standardGravity)
        + cells(hand.rates[index], scale: 180 / .pi)
    }
    #expect(try finding("time", alone).columns == ["HostTimestamp"])
  }

  @Test("A unit that is not known, and raw counts, are guesses with a reason, and are not read unasked")
  func unknownUnits() throws {
    let hand = HandMotion()
    func table(_ force: String, _ rate: String, _ scales: (force: Double, rate: Double), digits: Int = 6) -> String {
      let header = ["a", "g"].flatMap { name in ["x", "y", "z"].map { "\(name)\($0)\(name == "a" ? force : rate)" } }
      return hand.table("time (s)," + header.joined(separator: ",")) { index in
        [cell(hand.times[index])] + cells(hand.forces[index], scale: scales.force, digits: digits)
          + cells(hand.rates[index], scale: scales.rate, digits: digits)
      }
    }
    let turns = table(" (m/s^2)", " (turns/s)", (1, 0.5 / .pi))
    func scale(_ rate: MappingProposal.Finding) throws -> Double {
      #expect(rate.confidence == .guess)
      return try #require(rate.details.first?.split(separator: " ").last.flatMap { Double($0) })
    }
    // Pushes are in the force, too: the scale is a start.
    #expect(try abs(scale(finding("rotation-rate", turns)) / (2 * .pi) - 1) < 0.1)
    #expect(refusal(memory(turns)).contains("rotation-rate is a guess"))
    let furlongs = table(" (furlong/s2)", " (rad/s)", (1 / 201.168, 1))
    #expect(refusal(memory(furlongs)).contains("“furlong/s2” is no unit that is known here"))
    let counts = table("", "", (16384 / standardGravity, 131 * 180 / .pi), digits: 0)
    #expect(try abs(scale(finding("rotation-rate", counts)) * 131 * 180 / .pi - 1) < 0.1)
    #expect(refusal(memory(counts)).contains("raw counts"))
  }

  @Test("Two clocks named as Sensor Logger names them make no table of its, and accelerations in g none of phyphox's")
  func eagerFormats() throws {
    let hand = HandMotion()
    for (clock, scale) in [("time,seconds_elapsed", 1.0), ("count,Time (s)", 1 / standardGravity)] {
      let text = hand.table("\(clock),accX,accY,accZ,gyrX,gyrY,gyrZ") { index in
        ["\(1_700_000_000_000_000_000 + index * 10_000_000)", cell(hand.times[index])]
          + cells(hand.forces[index], scale: scale) + cells(hand.rates[index])
      }
      let trace = try proposed(memory(text))
      #expect(trace.doubts.isEmpty && distance(trace.rotationRate![10], hand.rates[10]) < 1e-5, "\(clock)")
    }
  }

  @Test("A rate that the file states is its clock where no column is")
  func statedRate() throws {
    let hand = HandMotion()
    for line in ["# Sampling rate: 100 Hz", "# fs = 100", "// Update Rate: 100.0Hz", "# sampling interval 10 ms"] {
      let text =
        line + "\n"
        + hand.table("ax (g),ay (g),az (g),gx (dps),gy (dps),gz (dps)") { index in
          cells(hand.forces[index], scale: 1 / standardGravity) + cells(hand.rates[index], scale: 180 / .pi)
        }
      let trace = try proposed(memory(text))
      #expect(abs(trace.medianStep - 0.01) < 1e-9, "\(line)")
      // The rate at which gravity turns shows the unit of a gyroscope that has none.
      let bare = line + "\n" + hand.table("ax,ay,az,gx,gy,gz") { cells(hand.forces[$0]) + cells(hand.rates[$0]) }
      let rate = try finding("rotation-rate", bare)
      #expect(rate.unit == "rad/s" && rate.confidence == .sure, "\(line)")
    }
  }
}

@Suite("Events of a browser")
struct BrowserEventTests {
  private let hand = HandMotion()

  private func log(_ header: String, scale: Double = 1, _ angles: (Int) -> [String]) -> String {
    hand.table(header) { index in
      ["\(1_700_000_000_000 + index * 10)"] + cells(hand.forces[index], scale: scale) + angles(index)
    }
  }

  /// Degrees by the attitude that the gyroscope tells.
  private func orientations() -> [[String]] {
    var attitude = Quaternion.identity
    return hand.rates.map { rate in
      let angles = attitude.rollPitchYaw
      attitude = attitude * Quaternion(rotationVector: rate * 0.01)
      return [angles.yaw, angles.pitch, angles.roll].map { cell($0 * 180 / .pi) }
    }
  }

  @Test("alpha, beta and gamma are rates where gravity turns by them, in either order of axes, named as rates or not")
  func rates() throws {
    for order in [[0, 1, 2], [2, 0, 1]] {
      for prefix in ["", "rotationRate."] {
        let text = log("t,x,y,z,\(prefix)alpha,\(prefix)beta,\(prefix)gamma") { index in
          order.map { cell(hand.rates[index][$0] * 180 / .pi) }
        }
        let trace = try proposed(memory(text))
        for index in stride(from: 0, to: 600, by: 50) {
          #expect(distance(trace.rotationRate![index], hand.rates[index]) < 1e-6)
        }
        #expect(trace.doubts.isEmpty)
        #expect(throws: RecordingError.self) { try Trace(contentsOf: "a.csv", in: memory(text)) }
      }
    }
  }

  @Test(
    "They are angles where gravity points as they say; the force is in g or m/s², in either sign",
    arguments: [1, -1, 1 / standardGravity, -1 / standardGravity])
  func angles(scale: Double) throws {
    let angles = orientations()
    let text = log("t,x,y,z,alpha,beta,gamma", scale: scale) { angles[$0] }
    let trace = try Trace(contentsOf: "a.csv", in: memory(text))
    #expect(trace.userAcceleration.allSatisfy { $0.length < 2 } && trace.doubts.isEmpty)
  }

  @Test("Without gravity they are angles where they keep a value while the device rests, and rates otherwise")
  func withoutGravity() throws {
    func key(_ values: (_ index: Int, _ motion: Double) -> [Double]) throws -> [String] {
      let text = hand.table("t,ax,ay,az,alpha,beta,gamma") { index in
        let motion = max(0, Double(index - 150))
        let push = Vector3(0.4 * sin(0.05 * motion), 0.3 * sin(0.08 * motion), 0.001 * Double(index % 3))
        return [cell(hand.times[index])] + cells(push) + values(index, motion).map { cell($0) }
      }
      let proposal = try MappingProposal(contentsOf: "a.csv", in: memory(text))
      return proposal.findings.map(\.key).filter { $0 == "angles" || $0 == "rotation-rate" }
    }
    #expect(try key { _, motion in [40 + 30 * sin(0.01 * motion), 17.2, -5 * sin(0.02 * motion)] } == ["angles"])
    #expect(
      try key { index, motion in [2.8 + 60 * sin(0.03 * motion), -1.4, 0.1 * Double(index % 2)] } == ["rotation-rate"])
  }

  @Test("null is named as a gyroscope that was not there")
  func null() throws {
    let text = log("t,x,y,z,alpha,beta,gamma") { _ in ["null", "null", "null"] }
    #expect(refusal(memory(text)).contains("no column of a rotation rate or an attitude"))
    let proposal = try MappingProposal(contentsOf: "a.csv", in: memory(text))
    #expect(proposal.remarks.contains { $0.contains("there was no gyroscope") })
    // Other columns next to these names are another program's.
    let other = hand.table("timestamp,accX,accY,accZ,alpha,beta,gamma") { index in
      ["\(1_700_000_000_000 + index * 10)"] + cells(hand.forces[index]) + cells(hand.rates[index], scale: 180 / .pi)
    }
    #expect(try proposed(memory(other)).rotationRate != nil)
  }
}
