import Foundation
import Processes
import Sandboxes
import TestTiers
import Testing
import Toolchains

@testable import Assignments
@testable import Grading

/// Submissions that were meant badly. None gets a point that it did not earn, and nobody else's marks are others than without them.
@Suite(.serialized) struct AttackTests {
  static let names = Sandboxes.all.map { $0.name }
  /// `make attacks` asks for all, those that take minutes too, or for some by their names, to look at a failure.
  static let asked = (ProcessInfo.processInfo.environment["GIMBAL_ATTACKS"] ?? "").split(separator: ",").map(
    String.init)

  static func isAsked(_ name: String) -> Bool { asked.isEmpty || asked == ["all"] || asked.contains(name) }

  /// Every other attack on each sandbox: the judge, who decides what they earn, is the same. All of them on both in `make prove`, and
  /// where `make attacks` asks.
  static func share<Attack>(_ attacks: [Attack], in sandbox: String) -> [Attack] {
    if Tier.proves || !asked.isEmpty { return attacks }
    let parity = sandbox == names[0] ? 0 : 1
    return attacks.enumerated().filter { $0.offset % 2 == parity }.map(\.element)
  }

  /// Grades a folder with these submissions among two others.
  private func attacked(
    _ sandbox: String, _ submissions: [(String, String)], limits: TreeLimits = Course.limits
  ) throws -> Course {
    let course = try Course()
    for (name, text) in submissions { try course.handIn(name, text) }
    try course.handIn("neighbour", Course.submission())
    try course.handIn("other", Course.submission(step: Course.rightStep.replacing("v + a", with: "v - a")))
    // Some keep the grading waiting, for a third of the total.
    try course.grade(in: sandbox, limits: limits, total: GradingTerms.standardTotal)
    #expect(try course.earned("neighbour") == ["step": 5, "turn": 4, "loot": 1])
    #expect(try course.earned("other") == ["step": 1, "turn": 4, "loot": 1])
    let others = try ["neighbour", "other"].map { try course.mark($0) }
    #expect(others.allSatisfy { $0.failure == nil && $0.tasks.allSatisfy { $0.failure == nil } })
    #expect(try String(contentsOfFile: course.source, encoding: .utf8) == Course.text)
    return course
  }

  @Test(arguments: names) func `the machine, other submissions and the judge are out of reach`(_ sandbox: String)
    throws
  {
    let course = try Course()
    let kit = URL(fileURLWithPath: LibraryLocation.currentProgram).deletingLastPathComponent().path
    let cache = "\(ProcessInfo.processInfo.environment["HOME"] ?? "/root")/.cache/gimbal"
    let attacks = Surroundings.attacks(course, cache: cache, kit: kit, outsider: getpid())
    #expect(attacks.count >= 45)
    try course.handIn("neighbour", Course.submission())
    try course.handIn("attacks", Attack.submission(attacks))
    try course.grade(in: sandbox)
    let mark = try course.mark("attacks")
    #expect(try course.earned("neighbour") == ["step": 5, "turn": 4, "loot": 1])
    #expect(mark.tasks[0].earned == 0 && mark.tasks[1].earned == 0, "\(mark.tasks)")
    // The cells ran to their ends, and have taken nothing.
    #expect(mark.tasks[2].earned == 1, "\(mark.tasks[2])")
    #expect(mark.tasks[2].failure == nil && mark.tasks[2].status == .graded)
  }

  @Test(arguments: names) func `no words, types or names win points`(_ sandbox: String) throws {
    let attacks = Self.share(Scoring.attacks.filter { Self.isAsked($0.name) }, in: sandbox)
    let course = try attacked(sandbox, attacks.map { ($0.name, $0.text) })
    for attack in attacks {
      let (earned, mark) = (try course.earned(attack.name), try course.mark(attack.name))
      #expect(
        earned["step"]! <= attack.most.step && earned["turn"]! <= attack.most.turn,
        "\(attack.name): \(mark)")
    }
  }

  @Test(.tags(.prove), arguments: names) func `a greedy submission is stopped`(_ sandbox: String) throws {
    let attacks = Self.share(
      Greed.attacks.filter { Self.isAsked($0.name) && (!$0.isLong || Tier.proves || !Self.asked.isEmpty) }, in: sandbox)
    // An honest submission takes one or two seconds of a processor.
    var limits = Course.limits
    limits.cpu = 10
    let course = try attacked(sandbox, attacks.map { ($0.name, $0.text) }, limits: limits)
    for attack in attacks {
      let mark = try course.mark(attack.name)
      #expect(mark.tasks[0].earned == 0 && mark.tasks[1].earned == 0, "\(attack.name): \(mark)")
    }
  }
}
