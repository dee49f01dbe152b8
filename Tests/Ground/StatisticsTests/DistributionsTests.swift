import Statistics
import Testing

/// The numbers are SciPy's.
@Suite struct DistributionsTests {
  private func isNear(_ value: Double, _ expected: Double, _ tolerance: Double = 1e-12) -> Bool {
    (value - expected).magnitude <= tolerance * max(1e-300, expected.magnitude)
  }

  @Test(arguments: [
    (1e-300, -37.0470962993612), (1e-10, -6.361340902404056), (0.025, -1.9599639845400545),
    (0.3, -0.5244005127080409), (0.975, 1.959963984540054),
  ])
  func `quantiles of the normal distribution are SciPy's`(share: Double, expected: Double) {
    #expect(isNear(Distributions.normalQuantile(share), expected))
    #expect(isNear(Distributions.normal(below: expected), share, 1e-11))
  }

  @Test(arguments: [
    (0.975, 1.0, 12.706204736174694), (0.975, 4, 2.7764451051977934), (0.9, 10.5, 1.3675851988338203),
    (0.001, 3, -10.214531852407385), (0.975, 200, 1.9718962236339088),
  ])
  func `quantiles of Student's distribution are SciPy's`(share: Double, freedom: Double, expected: Double) {
    #expect(isNear(Distributions.studentQuantile(share, freedom: freedom), expected, 1e-10))
  }

  @Test(arguments: [
    (0.1, 1.0, 0.7518296340458492), (5.99, 2, 0.05003662708658629), (40, 3, 1.065509033425585e-08),
    (3, 10, 0.9814240637778593), (200, 7, 1.147781224014262e-39),
  ])
  func `tails of chi squared are SciPy's`(value: Double, freedom: Double, expected: Double) {
    #expect(isNear(Distributions.chiSquared(above: value, freedom: freedom), expected, 1e-11))
  }

  @Test(arguments: [
    (0.95, 3.0, 9.0, 3.8625483576247643), (0.95, 2, 15, 3.682320343673241), (0.05, 4, 10.5, 0.16808254365015793),
    (0.975, 1, 3, 17.443443320725112), (0.95, 3, 1e6, 2.604918176976153), (0.999, 300, 2, 999.496583295345),
    (1e-6, 3, 12, 7.748333722729323e-05),
  ])
  func `quantiles of F are SciPy's`(share: Double, numerator: Double, denominator: Double, expected: Double) {
    #expect(isNear(Distributions.fisherQuantile(share, numerator, denominator), expected, 1e-10))
  }

  @Test(arguments: [
    (3, 3.314493155398122), (4, 3.6331595749026278), (9, 4.38650911549537), (20, 5.0116887941184425),
  ])
  func `quantiles of the studentized range are SciPy's`(count: Int, expected: Double) {
    #expect(isNear(Distributions.normalRangeQuantile(above: 0.05, count: count), expected, 1e-6))
  }
}
