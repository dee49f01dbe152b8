import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Tables in long form: a row for each reading, and a column that names the sensor")
struct LongTableTests {
  private let hand = HandMotion()

  /// A row of the accelerometer, and 3 ms later one of the gyroscope.
  private func table(
    _ header: String?, _ separator: String = ",",
    _ row: (_ time: Double, _ isForce: Bool, _ vector: Vector3) -> [String]
  ) -> String {
    let rows = hand.times.indices.flatMap { index in
      [
        row(hand.times[index], true, hand.forces[index]), row(hand.times[index] + 0.003, false, hand.rates[index]),
      ]
    }
    return (header.map { [$0] } ?? []).joined() + (header == nil ? "" : "\n")
      + rows.map { $0.joined(separator: separator) + "\n" }.joined()
  }

  private var named: String {
    table("time,sensor,x,y,z") { [cell($0), $1 ? "accelerometer" : "gyroscope"] + cells($2) }
  }

  private func expectHand(_ trace: Trace) {
    #expect(trace.count > 590 && trace.doubts.isEmpty && abs(trace.medianStep - 0.01) < 1e-6)
    for index in stride(from: 100, to: 590, by: 70) {
      let row = Int((trace.timestamps[index] / 0.01).rounded())
      #expect(distance(trace.rotationRate![index], hand.rates[row]) < 0.01)
      let force = -(trace.userAcceleration[index] + trace.gravity![index])
      // The clock may begin with the second row, the first that both sensors have.
      #expect([row, row + 1].contains { distance(force, hand.forces[$0]) < 1e-4 })
    }
  }

  @Test("They are read like a table for each sensor, under any names, with names of columns or without")
  func read() throws {
    expectHand(try proposed(memory(named)))
    let android = table("timestamp;type;value1;value2;value3", ";") { time, isForce, vector in
      ["\(Int((time * 1000).rounded()))", "android.sensor.\(isForce ? "accelerometer" : "gyroscope")"] + cells(vector)
    }
    expectHand(try proposed(memory(android)))
    let nameless = table(nil, "\t") { time, isForce, vector in
      [isForce ? "ACC" : "GYR", "\(Int((time * 1e9).rounded()) + 1_000_000_000_000)"] + cells(vector)
    }
    expectHand(try proposed(memory(nameless)))
  }

  @Test("A bad row is named by its line of the file")
  func line() {
    var lines = named.split(separator: "\n")
    lines[200] = "1.0,gyroscope,0.1,oops,0.2"
    #expect(refusal(memory(lines.joined(separator: "\n"))).hasPrefix("a.csv#gyroscope:201:"))
  }

  @Test("Each sensor's mapping can be written and corrected")
  func mapped() throws {
    let inspection = try TraceInspection(contentsOf: "a.csv", in: memory(named))
    #expect(inspection.drafts.map(\.path) == ["a.csv#accelerometer.mapping.yaml", "a.csv#gyroscope.mapping.yaml"])
    var files = memory(named)
    for draft in inspection.drafts { files[draft.path] = Data(draft.yaml.utf8) }
    expectHand(try Trace(contentsOf: "a.csv", in: files))
  }

  @Test("A row for each number is refused with what to do")
  func numbers() throws {
    let axes = ["ax", "ay", "az", "gx", "gy", "gz"]
    let rows = hand.times.indices.flatMap { index in
      zip(axes, cells(hand.forces[index]) + cells(hand.rates[index])).map { "\(cell(hand.times[index])),\($0),\($1)\n" }
    }
    let proposal = try MappingProposal(contentsOf: "a.csv", in: memory("time,name,value\n" + rows.joined()))
    #expect(proposal.remarks.contains { $0.hasPrefix("“name” says what each row holds, “ax” in the first") })
  }

  @Test("A column of texts that names no sensors leaves a table as it is")
  func others() throws {
    let text = hand.table("time,activity,ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)") { index in
      [cell(hand.times[index]), index < 300 ? "walking" : "running"] + cells(hand.forces[index])
        + cells(hand.rates[index])
    }
    #expect(try proposed(memory(text)).count == 600)
  }
}
