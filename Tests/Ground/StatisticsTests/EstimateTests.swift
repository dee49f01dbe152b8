import Basics
import Foundation
import Statistics
import Testing

@Suite struct EstimateTests {
  /// In which share of samples the interval holds the true centre.
  private func coverage(
    _ count: Int, of studies: Int = 600, _ center: Center = .mean, truth: Double = 0,
    _ draw: (inout SeededRandom) -> Double
  ) -> Double {
    var random = SeededRandom(seed: 11)
    let held = (0..<studies).count { study in
      let values = (0..<count).map { _ in draw(&random) }
      return Estimate(center, of: values, seed: UInt64(study)).interval?.contains(truth) ?? false
    }
    return Double(held) / Double(studies)
  }

  @Test(arguments: [6, 12, 30])
  func `intervals hold the true mean in 95 percent of studies`(count: Int) {
    // Two standard deviations of 1000 studies are 1.4 %. Without the expansion it would be 87 % for six.
    for center in [Center.mean, .median] {
      let share = coverage(count, of: 1000, center) { $0.normal() }
      #expect((0.93...0.97).contains(share), "\(center): \(share)")
    }
  }

  @Test func `a geometric mean is that of the logarithms`() throws {
    let values = [0.2, 1.5, 0.7, 3.1, 0.9, 0.4, 1.1]
    let geometric = Estimate(.geometricMean, of: values)
    let logarithmic = Estimate(.mean, of: values.map { log($0) })
    #expect((geometric.value - exp(logarithmic.value)).magnitude < 1e-15)
    let (interval, logs) = (try #require(geometric.interval), try #require(logarithmic.interval))
    #expect((interval.lowerBound - exp(logs.lowerBound)).magnitude < 1e-15)
    #expect(interval.contains(geometric.value))
  }

  @Test func `an interval moves and grows with its values`() throws {
    let values = [0.2, 1.5, 0.7, 3.1, 0.9, 0.4, 1.1]
    let interval = try #require(Estimate(.mean, of: values).interval)
    let moved = try #require(Estimate(.mean, of: values.map { 3 * $0 - 7 }).interval)
    #expect((moved.lowerBound - (3 * interval.lowerBound - 7)).magnitude < 1e-9)
    #expect((moved.upperBound - (3 * interval.upperBound - 7)).magnitude < 1e-9)
    // Skewed to the right: the interval reaches further up than down.
    #expect(interval.upperBound - 1.128 > 1.128 - interval.lowerBound)
  }

  @Test func `a seed gives the same interval, and another one nearly the same`() throws {
    let values = PairedTestTests.thirty
    let first = try #require(Estimate(.mean, of: values, seed: 3).interval)
    #expect(Estimate(.mean, of: values, seed: 3).interval == first)
    let other = try #require(Estimate(.mean, of: values, seed: 4).interval)
    #expect(other != first)
    #expect((other.lowerBound - first.lowerBound).magnitude < 0.05 * (first.upperBound - first.lowerBound))
  }

  @Test func `of any number of a sample the interval is that of a mean where it is one`() throws {
    let values = PairedTestTests.twelve
    let mean = Estimate(.mean, of: values, seed: 5)
    let same = Estimate(over: values.count, seed: 5) { chosen in
      chosen.reduce(0) { $0 + values[$1] } / Double(chosen.count)
    }
    let (first, second) = (try #require(mean.interval), try #require(same.interval))
    #expect((mean.value - same.value).magnitude < 1e-12)
    #expect((first.lowerBound - second.lowerBound).magnitude < 1e-12)
    #expect((first.upperBound - second.upperBound).magnitude < 1e-12)
    #expect(Estimate(over: 5) { _ in .nan }.interval == nil)
  }

  @Test func `an infinite value makes it a median, between values`() {
    let values = [0.5, 0.1, .infinity, 0.3, 0.2, 0.4, .nan]
    #expect(Estimate(.mean, of: values) == Estimate(0.35, in: 0.1...Double.infinity, count: 6))
    // Five values are too few for two of them to hold the median with 95 %.
    #expect(Estimate(.median, of: [1, 2, 3, 4, 5]) == Estimate(3, in: nil, count: 5))
    #expect(Estimate(.median, of: (1...12).map(Double.init)).interval == 3...10)
  }

  @Test func `one or two recordings have no interval, and equal ones no width`() {
    #expect(Estimate(.mean, of: [4]) == Estimate(4, in: nil, count: 1))
    #expect(Estimate(.mean, of: [4, 5]).interval == nil)
    #expect(Estimate(.mean, of: [4, 4, 4]).interval == 4...4)
    #expect(Estimate(.mean, of: []).value.isNaN)
  }
}
