import Foundation
import Sandboxes
import TestTiers
import Testing
import Toolchains

@testable import Assignments
@testable import Grading

/// A task answers for the code that runs when it is judged, and for nothing else.
@Suite(.serialized) struct ForbiddenCallTests {
  /// How many of the generated attacks are tried: every way once around some function of the kit. `make attacks` tries 360, or
  /// as many as its number says, spread over all of them.
  static let generated: [Int] = {
    let all = 360
    if let count = AttackTests.asked.first.flatMap({ Int($0) }) {
      return (0..<min(count, all)).map { $0 * all / count }
    }
    return Tier.proves || !AttackTests.asked.isEmpty
      ? Array(0..<all) : (0..<Hostile.kinds).map { $0 + $0 % 7 * Hostile.kinds }
  }()

  private func graded(_ submissions: [(name: String, text: String)], in sandbox: String) throws -> Course {
    let course = try Course(Ground.text)
    for (name, text) in submissions { try course.handIn(name, text) }
    try course.grade(in: sandbox)
    return course
  }

  /// Expects that a task's code was held back where it turned a vector by a function of the kit.
  private func expectHeldBack(_ turn: TaskMark, _ name: String) {
    #expect(turn.earned == 0, "\(name): \(turn)")
    let isHeldBack =
      turn.failure == nil && turn.checks.contains { $0.results.contains { $0.words.contains("was stopped") } }
    #expect(turn.status == .forbidden && !turn.forbiddenCalls.isEmpty || isHeldBack, "\(name): \(turn)")
  }

  @Test func `a student's type below a task, named as the kit's, costs no point`() throws {
    let types = ["struct Vector3 { var a = 1 }\nprint(Vector3().a)", "enum Quaternion { case q }\nprint(Quaternion.q)"]
    let course = try graded(
      types.enumerated().map { ("type \($0)", Ground.submission(after: [$1])) }, in: Sandboxes.all[0].name)
    for number in types.indices {
      let mark = try course.mark("type \(number)")
      #expect(mark.tasks.allSatisfy { $0.earned == $0.possible }, "\(mark.tasks)")
    }
  }

  @Test(arguments: Sandboxes.all.map { $0.name }) func `a forbidden function ends the call, however it is reached`(
    _ sandbox: String
  ) throws {
    #expect(Ground.indirect.count >= 40)
    let packs = Ground.packs(AttackTests.share(Ground.indirect + Self.generated.map(Hostile.attack), in: sandbox))
    let course = try Course(Ground.manyTurns)
    for pack in packs { try course.handIn(pack.name, pack.text) }
    try course.grade(in: sandbox)
    for pack in packs {
      let tasks = try course.mark(pack.name).tasks
      for (way, turn) in zip(pack.ways, tasks) { expectHeldBack(turn, way.name) }
      // The others' points are their own; and the way was gone to its end, not lost to a misprint.
      #expect(tasks[pack.ways.count..<Ground.turns].allSatisfy { $0.earned == 4 }, "\(pack.name): \(tasks)")
      #expect(tasks.last?.earned == 1, "\(pack.name): \(tasks)")
    }
  }

  @Test(arguments: Sandboxes.all.map { $0.name }) func `a function of a task's name hides none that it forbids`(
    _ sandbox: String
  ) throws {
    let attacks = AttackTests.share(Ground.misleading, in: sandbox)
    #expect(Ground.misleading.count == 20)
    let course = try graded(attacks, in: sandbox)
    for (name, _) in attacks {
      let tasks = try course.mark(name).tasks
      expectHeldBack(tasks[0], name)
      #expect(tasks[2].earned == 1, "\(name): \(tasks[2])")
    }
  }

  @Test(arguments: Sandboxes.all.map { $0.name }) func `a number that the kit has computed is not the student's`(
    _ sandbox: String
  ) throws {
    let attacks = AttackTests.share(
      Ground.smuggled + Ground.kept + Hostile.states + Hostile.borrowed + Hostile.later, in: sandbox)
    let course = try graded(attacks, in: sandbox)
    for (name, _) in attacks {
      let reach = try course.mark(name).tasks[1]
      // What another process remembered may not be there at all.
      #expect(reach.earned == 0 && [.forbidden, .failed].contains(reach.status), "\(name): \(reach)")
      // Another task's points are lost only with what no task with a list may do.
      let turn = try course.mark(name).tasks[0]
      #expect(turn.earned == 4 || turn.status != .graded, "\(name): \(turn)")
    }
  }

  @Test func `pointers are noticed without their name`() throws {
    let course = try graded(Hostile.pointers, in: Sandboxes.all[0].name)
    for (name, _) in Hostile.pointers {
      let mark = try course.mark(name)
      #expect(mark.tasks.map(\.earned) == [0, 0, 1] && mark.tasks[0].status == .forbidden, "\(name): \(mark)")
    }
  }

  @Test(arguments: Sandboxes.all.map { $0.name }) func `nobody answers for a watched process`(
    _ sandbox: String
  ) throws {
    let course = try graded(Hostile.servers, in: sandbox)
    for (name, _) in Hostile.servers {
      let turn = try course.mark(name).tasks[0]
      #expect(turn.earned == 0, "\(name): \(turn)")
    }
  }

  @Test func `the table of watched calls names functions as people do`() throws {
    let kit = URL(fileURLWithPath: LibraryLocation.currentProgram).deletingLastPathComponent().appendingPathComponent(
      "libGimbalKit.so"
    ).path
    let names = Set(try WatchTable(kit: kit, lists: [[]]).names)
    for name in [
      "Quaternion.act", "Quaternion.inverse", "Quaternion", "RotationMatrix", "Vector3.cross", "Unstabilized.integrate",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(!names.contains { $0.contains("metadata") && $0.contains(" ") })
  }
}
