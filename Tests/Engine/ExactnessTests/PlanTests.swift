import Files
import Testing

import struct Basics.SeededRandom

@testable import CellKernel

/// The plan against what states mean: a state is the list of what has run, and a unit may be kept exactly when the list
/// before it, written out, is the one before which it ran.
@Suite("Plan")
struct PlanTests {
  /// A unit as the model sees it.
  private struct Word: Hashable {
    var name: Int
    /// How many units with this name come before it, so that two equal units remain two.
    var occurrence = 0
    var leavesNothing: Bool
    var fails: Bool
    var changesFiles: Bool
  }

  /// A program, the steps of its last run, and what each state means.
  private struct World {
    var steps: [Plan.Step] = []
    var words: [Word] = []
    /// For each state, what has run that stays, in order.
    var meanings: [Plan.StateID: [Word]] = [0: []]
    var noCheckpoints: Set<Plan.StateID> = []

    mutating func run(_ program: [Word], random: inout SeededRandom) {
      var state = 0
      for word in program {
        var after = state
        if !word.fails, !word.leavesNothing || noCheckpoints.contains(state) {
          after = meanings.count
          meanings[after] = meanings[state]! + [word]
          if random.happens(0.15) { noCheckpoints.insert(after) }
        }
        steps.append(
          Plan.Step(
            key: PlanTests.key(word), before: state, after: after, isReusable: !word.fails,
            changesFiles: word.changesFiles))
        words.append(word)
        state = after
      }
    }
  }

  private static func key(_ word: Word) -> ContentHash { ContentHash(["\(word)"]) }

  private static let vocabulary: [Word] = (0..<6).map {
    Word(name: $0, leavesNothing: $0 % 3 == 0, fails: $0 == 4, changesFiles: $0 == 2 || $0 == 3)
  }

  private static func numbered(_ program: [Word]) -> [Word] {
    program.indices.map { index in
      var word = program[index]
      word.occurrence = program[..<index].count { $0.name == word.name }
      return word
    }
  }

  private static func edited(_ program: [Word], _ random: inout SeededRandom) -> [Word] {
    var program = program
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let word = random.pick(vocabulary)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: program.insert(word, at: Int.random(in: 0...program.count, using: &random))
      case 1: if !program.isEmpty { program.remove(at: Int.random(in: program.indices, using: &random)) }
      default: if !program.isEmpty { program[Int.random(in: program.indices, using: &random)] = word }
      }
    }
    return numbered(program)
  }

  private func trial(_ seed: UInt64) -> (World, [Word], [Plan.Action]) {
    var random = SeededRandom(seed: seed)
    var world = World()
    let before = Self.numbered((0..<Int.random(in: 0...7, using: &random)).map { _ in random.pick(Self.vocabulary) })
    world.run(before, random: &random)
    for index in world.steps.indices where random.happens(0.1) { world.steps[index].stale = .input("changed") }
    let program = Self.edited(before, &random)
    let actions = Plan.make(
      program.map { Plan.Unit(key: Self.key($0), leavesNothing: $0.leavesNothing) }, state: 0, steps: world.steps,
      isCheckpoint: { [world] in !world.noCheckpoints.contains($0) })
    return (world, program, actions)
  }

  /// What the rule says, word by word: a unit may be kept if it ran in the last run, ended as it should, looked at nothing
  /// that has changed, and began where all that stays of the units above it is what it was then.
  private func mayBeKept(_ world: World, _ program: [Word], _ index: Int, step: Int, actions: [Plan.Action]) -> Bool {
    var above: [Word] = []
    var state: Plan.StateID = 0
    for place in 0..<index {
      switch actions[place] {
      case .keep(let kept): state = world.steps[kept].after
      case .run: guard program[place].leavesNothing, !world.noCheckpoints.contains(state) else { return false }
      }
      above = world.meanings[state]!
    }
    return world.words[step] == program[index] && world.steps[step].isReusable && world.steps[step].stale == nil
      && world.meanings[world.steps[step].before]! == above
  }

  @Test("Nothing is kept that a run from the top could give otherwise", arguments: 0..<20)
  func sound(part: UInt64) {
    for seed in part * 500..<part * 500 + 500 {
      let (world, program, actions) = trial(seed)
      #expect(actions.count == program.count)
      var used: Set<Int> = []
      var hasRun = false
      for (index, action) in actions.enumerated() {
        guard case .keep(let step) = action else {
          hasRun = true
          continue
        }
        #expect(used.insert(step).inserted, "seed \(seed): a step is kept twice")
        #expect(mayBeKept(world, program, index, step: step, actions: actions), "seed \(seed): unit \(index)")
        #expect(
          !(hasRun && world.steps[step].changesFiles), "seed \(seed): unit \(index) would write over what ran above it")
      }
    }
  }

  @Test("Once a unit has run, nothing below it is kept whose changes of files are undone")
  func afterRun() {
    for seed in 0..<2000 as Range<UInt64> {
      let (world, program, _) = trial(seed)
      let actions = Plan.make(
        program.map { Plan.Unit(key: Self.key($0), leavesNothing: $0.leavesNothing) }, state: 0, steps: world.steps,
        hasRun: true)
      for case .keep(let step) in actions { #expect(!world.steps[step].changesFiles, "seed \(seed)") }
    }
  }

  @Test("What could be kept is kept", arguments: 0..<20)
  func complete(part: UInt64) {
    for seed in part * 500..<part * 500 + 500 {
      let (world, program, actions) = trial(seed)
      var used: Set<Int> = []
      var filesGoBack = false
      var hasRun = false
      for (index, action) in actions.enumerated() {
        if case .keep(let step) = action {
          used.insert(step)
          continue
        }
        let candidates = world.steps.indices.filter {
          !used.contains($0) && mayBeKept(world, program, index, step: $0, actions: actions)
        }
        if let first = candidates.first {
          // If files go back, all below that place runs.
          #expect(
            filesGoBack || hasRun && candidates.contains { world.steps[$0].changesFiles }, "seed \(seed): unit \(index)"
          )
          if world.steps[first].changesFiles { filesGoBack = true }
        }
        hasRun = true
      }
    }
  }

  @Test("The same program is kept whole when nothing has changed, and what failed runs again")
  func unchanged() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      var world = World()
      let program = Self.numbered((0..<6).map { _ in random.pick(Self.vocabulary) })
      world.run(program, random: &random)
      let actions = Plan.make(
        program.map { Plan.Unit(key: Self.key($0), leavesNothing: $0.leavesNothing) }, state: 0, steps: world.steps,
        isCheckpoint: { [world] in !world.noCheckpoints.contains($0) })
      for (index, action) in actions.enumerated() {
        if program[..<(index + 1)].contains(where: \.fails) { break }
        #expect(action == .keep(step: index), "seed \(seed): \(program)")
      }
    }
  }
}
