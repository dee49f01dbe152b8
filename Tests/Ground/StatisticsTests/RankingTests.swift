import Basics
import Foundation
import Statistics
import Testing

@Suite struct RankingTests {
  /// Errors of schemes that are factors of each other, apart from a scatter.
  private func errors(_ factors: [Double], recordings: Int, scatter: Double, seed: UInt64) -> [[Double]] {
    var random = SeededRandom(seed: seed)
    let difficulty = (0..<recordings).map { _ in exp(random.normal()) }
    return factors.map { factor in difficulty.map { $0 * factor * exp(scatter * random.normal()) } }
  }

  private func names(_ count: Int) -> [String] { (0..<count).map { "scheme \($0)" } }

  @Test func `a difference that all recordings share is found, whatever separates the recordings`() throws {
    // Recordings differ by a factor of ten, the schemes by a fifth.
    let values = errors([1.2, 1, 3], recordings: 12, scatter: 0.05, seed: 1)
    let ranking = Ranking(names(3), values: values, units: (1...12).map { "\($0)" }, reference: 2)
    #expect(ranking.entries.map(\.index) == [1, 0, 2])
    #expect(ranking.groups.isEmpty)
    let against = try #require(ranking.entries[1].againstBest)
    #expect((against.estimate.value - 1.2).magnitude < 0.05)
    #expect(against.estimate.interval?.contains(1) == false)
    #expect(against.isShown && against.p == 2 * 0x1p-12 * 3)
    #expect(ranking.entries[0].won == 1)
    #expect(ranking.entries[0].againstReference?.estimate.interval.map { $0.upperBound < 0.5 } == true)
    #expect(ranking.entries[2].againstReference == nil)
    // Their own intervals overlap all the same.
    let (first, second) = (ranking.entries[0].estimate.interval, ranking.entries[1].estimate.interval)
    #expect(try #require(first).overlaps(try #require(second)))
  }

  @Test func `the order of competitors and the unit of errors change no conclusion`() {
    let values = errors([1, 1.02, 1.6, 1.7], recordings: 10, scatter: 0.2, seed: 2)
    let units = (1...10).map { "\($0)" }
    let ranking = Ranking(names(4), values: values, units: units)
    let turned = Ranking(names(4).reversed(), values: values.reversed().map { $0.map { 1000 * $0 } }, units: units)
    #expect(turned.entries.map(\.name) == ranking.entries.map(\.name))
    #expect(turned.groups == ranking.groups)
    #expect(ranking.groups.first == 0...1)
    #expect(turned.friedman?.statistic == ranking.friedman?.statistic)
  }

  @Test func `schemes that do not differ are found different in at most 6 percent of 2000 studies`() {
    var (found, random) = (0, SeededRandom(seed: 8))
    let units = 1...8
    for _ in 0..<2000 {
      let logarithms: [[Double]] = (0..<4).map { _ in units.map { _ in random.normal() } }
      var p: [Double] = []
      for first in 0..<4 {
        for second in (first + 1)..<4 {
          let differences: [Double] = zip(logarithms[first], logarithms[second]).map { $0 - $1 }
          p.append(PairedTest(of: differences).p)
        }
      }
      if PairedTest.corrected(p).contains(where: { $0 <= 0.05 }) { found += 1 }
    }
    #expect(found <= 120, "\(found) of 2000")
  }

  @Test func `missing numbers are counted and named, and a mean is over those that are there`() throws {
    let values = [[1.0, .nan, 2, 4], [2, 3, 4, 9]]
    let ranking = Ranking(names(2), values: values, units: ["a", "b", "c", "d"], center: .mean)
    let first = try #require(ranking.entries.first)
    #expect(first.name == "scheme 0" && first.missing == ["b"] && first.estimate.count == 3)
    #expect((first.estimate.value - 7.0 / 3).magnitude < 1e-15)
    #expect(first.againstNext?.count == 3)
    #expect(ranking.friedman == nil)
    let none = Ranking(names(2), values: [[.nan, .nan], [1, 2]], units: ["a", "b"])
    #expect(none.entries.map(\.name) == ["scheme 1", "scheme 0"] && none.leaders.count == 1)
  }

  @Test func `where a scheme fails all are ranked by their median`() {
    let values = [[1.0, .infinity, 2, 4, 2, 2, 3], [2, 3, 4, 9, 3, 3, 4]]
    let ranking = Ranking(names(2), values: values, units: (1...7).map { "\($0)" })
    #expect(ranking.center == .median)
    #expect(ranking.entries.map(\.estimate.value) == [2, 3])
    #expect(ranking.entries[0].won == 6.0 / 7)
  }

  @Test func `large numbers are best where they are the goal`() {
    let values = [[0.5, 0.6, 0.4], [0.9, 0.8, 0.7]]
    #expect(Ranking(names(2), values: values, units: ["a", "b", "c"], goal: .largest).entries[0].index == 1)
    #expect(Ranking(names(2), values: values, units: ["a", "b", "c"]).entries[0].index == 0)
  }

  @Test func `many competitors are compared with the best, the next and the reference, corrected for all pairs`() {
    let values = errors((0..<20).map { 1 + Double($0) / 5 }, recordings: 15, scatter: 0.02, seed: 3)
    let ranking = Ranking(names(20), values: values, units: (1...15).map { "\($0)" }, reference: 19)
    #expect(ranking.comparisons == 190)
    #expect(ranking.difference(3, 7) == nil)
    #expect(ranking.difference(3, 4) != nil && ranking.difference(0, 9) != nil && ranking.difference(5, 19) != nil)
    #expect(ranking.entries[5].againstBest?.p == 190 * 2 * 0x1p-15)
  }

  @Test func `how many recordings are needed`() throws {
    // Six that all point the same way give 2/64.
    #expect(PairedDifference.fewest(comparisons: 1) == 6)
    #expect(PairedDifference.fewest(comparisons: 3) == 7)
    let few = errors([1, 1.3], recordings: 4, scatter: 0.1, seed: 4)
    let difference = PairedDifference(of: few[1], and: few[0])
    #expect(!difference.isShown)
    let needed = try #require(difference.countNeeded(comparisons: 1))
    #expect((6...20).contains(needed))
    #expect(try #require(difference.countNeeded(comparisons: 10)) > needed)
    #expect(PairedDifference(of: [1, 2], and: [1, 2]).countNeeded(comparisons: 1) == nil)
    // With that many, four studies of five find it.
    let found = (0..<200).count { seed in
      let values = errors([1, 1.1], recordings: 14, scatter: 0.085, seed: UInt64(seed))
      return PairedDifference(of: values[1], and: values[0]).isShown
    }
    let planned = try #require(
      PairedDifference(
        of: errors([1.1], recordings: 400, scatter: 0.12, seed: 9)[0],
        and: errors([1], recordings: 400, scatter: 0, seed: 9)[0]
      ).countNeeded(comparisons: 1))
    #expect((11...17).contains(planned), "\(planned)")
    #expect((140...195).contains(found), "\(found) of 200")
  }
}

@Suite struct HeldOutTests {
  @Test func `each recording is scored with what is best in the others`() {
    let held = HeldOut([[1, 9, 1], [2, 2, 2], [5, 0, 5]])
    #expect(held.best() == 1)
    #expect(held.choices() == [1, 0, 1])
    #expect(HeldOut([[1], [2]]).choices() == nil)
  }

  @Test func `recordings of one group are held out together`() {
    // The first candidate suits only the recordings of Ada.
    let errors = [[1.0, 1, 9, 9], [3, 3, 3, 3]]
    #expect(HeldOut(errors, groups: ["Ada", "Ada", "Bob", "Cy"]).choices() == [1, 1, 1, 1])
    #expect(HeldOut([[1.0, 1, 1.5, 9], [3, 3, 3, 3]]).choices() == [1, 1, 1, 0])
  }

  @Test func `failures lose to any error`() {
    #expect(HeldOut([[0, .infinity], [1e9, 1e9], [.nan, 0]]).best() == 1)
  }

  @Test func `a choice between families is made without the recording, too`() {
    // The second family has a candidate for each recording that is perfect there and bad elsewhere: tuned on itself it would win.
    let errors: [[Double]] = [[2, 2, 2, 2], [0, 9, 9, 9], [9, 0, 9, 9], [9, 9, 0, 9], [9, 9, 9, 0]]
    let held = HeldOut(errors)
    #expect(held.nestedChoices([0..<1, 1..<5]) == [0, 0, 0, 0])
    #expect(HeldOut([[1, 2]]).nestedChoices([0..<1]) == nil)
  }
}
