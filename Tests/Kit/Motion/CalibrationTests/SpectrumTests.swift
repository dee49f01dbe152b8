import Basics
import Evaluation
import Figures
import Foundation
import Inertial
import InertialFigures
import Rotations
import Simulation
import Testing

@Suite struct SpectrumTests {
  static func noise(_ count: Int, seed: UInt64, deviation: Double = 1) -> [Double] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in random.normal() * deviation }
  }

  @Test func `white noise has the height of its one-sided density`() throws {
    let density = NoiseDensity(oneSided: 0.01)
    let readings = Self.noise(200_000, seed: 1, deviation: density.deviation(at: 100))
    let spectrum = try PowerSpectrum(of: readings, rate: 100, segment: 256)
    let inner = spectrum.densities.dropFirst(2).dropLast(2)
    let mean = inner.reduce(0, +) / Double(inner.count)
    #expect(abs(mean / 1e-4 - 1) < 0.01)
    #expect(spectrum.frequencies.last == 50 && spectrum.frequencies[1] == 100.0 / 256)
  }

  @Test(arguments: [64, 100, 129, 255] as [Int])
  func `the power over all frequencies is the variance under the window`(_ length: Int) throws {
    // One segment: Parseval's theorem, exactly.
    let readings = Self.noise(length, seed: UInt64(length))
    let spectrum = try PowerSpectrum(of: readings, rate: 50, segment: length)
    #expect(spectrum.segments == 1)
    let mean = readings.reduce(0, +) / Double(length)
    let window = (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length)) }
    let expected =
      zip(readings, window).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 * $1.1 }
      / window.reduce(0) { $0 + $1 * $1 }
    #expect(abs(spectrum.power(in: 0...25) / expected - 1) < 1e-12)
  }

  @Test func `a sine's power is half its square, at its frequency`() throws {
    let readings = (0..<6000).map { 3 * sin(2 * .pi * 10 * Double($0) / 100) }
    let spectrum = try PowerSpectrum(of: readings, rate: 100)
    #expect(spectrum.frequencies.count == 257)
    #expect(abs(spectrum.power(in: 8...12) / 4.5 - 1) < 0.01)
    #expect(abs(try #require(spectrum.peak(in: 1...40)) - 10) < 0.11)
    #expect(spectrum.power(in: 20...50) < 1e-6)
    #expect(spectrum.peak(in: 60...70) == nil)
  }

  @Test func `the sum over the axes does not depend on how they lie`() throws {
    var random = SeededRandom(seed: 8)
    let readings = (0..<1000).map { _ in Vector3(random.normal(), 2 * random.normal(), 0.1 * random.normal()) }
    let turn = Quaternion(rotationVector: Vector3(1, -2, 0.5))
    let (plain, turned) = (
      try PowerSpectrum(of: readings, rate: 100), try PowerSpectrum(of: readings.map(turn.act(on:)), rate: 100)
    )
    for (a, b) in zip(plain.densities, turned.densities) { #expect(abs(a - b) < 1e-12 * max(a, 1)) }
  }

  @Test func `a tremor, steps and vibration appear in their bands`() throws {
    for (frequency, band) in [(2.0, PowerSpectrum.Band.steps), (10, .tremor), (30, .vibration)] {
      let times = (0..<3000).map { Double($0) / 100 }
      let trace = try Trace(
        timestamps: times, attitude: times.map { _ in .identity },
        userAcceleration: times.map { Vector3(0, sin(2 * .pi * frequency * $0), 0) })
      let spectrum = try trace.spectrum()
      let most = PowerSpectrum.Band.allCases.max { spectrum.power(in: $0.range) < spectrum.power(in: $1.range) }
      #expect(most == band)
      let figure = spectrum.figure(unit: "m/s²")
      guard case .plane(let plane) = figure.panels[0] else { return }
      #expect(plane.marks.filter { $0.kind == .text }.map(\.name) == ["steps", "tremor", "vibration"])
      #expect(throws: TraceError.self) { try trace.spectrum(of: .rotationRate) }
    }
  }

  @Test func `uneven steps and bad numbers are refused`() throws {
    let times = (0..<100).map { index -> Double in index > 50 ? Double(index) / 100 + 0.3 : Double(index) / 100 }
    let trace = try Trace(
      timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map { _ in .zero })
    #expect(throws: TraceError.self) { try trace.spectrum() }
    #expect(throws: TraceError.self) { try trace.lowPassed(cutoff: 5) }
    #expect(throws: TraceError.self) { try PowerSpectrum(of: [1, 2, 3], rate: 10) }
    #expect(throws: TraceError.self) { try PowerSpectrum(of: Self.noise(100, seed: 1), rate: 10, segment: 101) }
    #expect(throws: TraceError.self) { try PowerSpectrum(of: Self.noise(99, seed: 1) + [.nan], rate: 10) }
  }
}

@Suite struct ZeroPhaseLowPassTests {
  @Test(arguments: 1...8) func `constants and straight lines pass unchanged`(_ order: Int) throws {
    let filter = try ZeroPhaseLowPass(cutoff: 3, order: order)
    let line = (0..<2000).map { 5 + 0.25 * Double($0) }
    let passed = try filter.filtered(line, rate: 100)
    // At the ends it has to settle.
    for index in 900..<1100 { #expect(abs(passed[index] - line[index]) < 1e-8) }
    let constant = [Double](repeating: -2, count: 200)
    for value in try filter.filtered(constant, rate: 100) { #expect(abs(value + 2) < 1e-12) }
  }

  @Test(arguments: 1...8) func `a sine keeps its phase and loses what two runs take`(_ order: Int) throws {
    let (rate, cutoff, frequency) = (100.0, 6.0, 7.0)
    let readings = (0..<4000).map { sin(2 * .pi * frequency * Double($0) / rate) }
    let smooth = try ZeroPhaseLowPass(cutoff: cutoff, order: order).filtered(readings, rate: rate)
    // |H|² of a Butterworth filter through the bilinear transform.
    let ratio = tan(.pi * frequency / rate) / tan(.pi * cutoff / rate)
    let gain = 1 / (1 + pow(ratio, Double(2 * order)))
    for index in 1500..<2500 { #expect(abs(smooth[index] - gain * readings[index]) < 1e-6) }
  }

  @Test func `it is linear, and does not know which way time runs`() throws {
    let (a, b) = (SpectrumTests.noise(500, seed: 1), SpectrumTests.noise(500, seed: 2))
    let filter = try ZeroPhaseLowPass(cutoff: 8)
    let (fa, fb) = (try filter.filtered(a, rate: 100), try filter.filtered(b, rate: 100))
    let sum = try filter.filtered(zip(a, b).map { 2 * $0 - 3 * $1 }, rate: 100)
    let back = try filter.filtered(Array(a.reversed()), rate: 100)
    for index in 0..<500 {
      let expected = 2 * fa[index] - 3 * fb[index]
      #expect(abs(sum[index] - expected) < 1e-10)
      // The ends are extended, and settle, on their own sides.
      if (150..<350).contains(index) { #expect(abs(back[499 - index] - fa[index]) < 1e-6) }
    }
  }

  @Test func `every option changes the result, and nonsense is refused`() throws {
    let readings = SpectrumTests.noise(300, seed: 3)
    let base = try ZeroPhaseLowPass(cutoff: 8).filtered(readings, rate: 100)
    #expect(try ZeroPhaseLowPass(cutoff: 9).filtered(readings, rate: 100) != base)
    #expect(try ZeroPhaseLowPass(cutoff: 8, order: 2).filtered(readings, rate: 100) != base)
    #expect(try ZeroPhaseLowPass(cutoff: 8).filtered(readings, rate: 90) != base)
    #expect(throws: TraceError.self) { try ZeroPhaseLowPass(cutoff: 0) }
    #expect(throws: TraceError.self) { try ZeroPhaseLowPass(cutoff: 8, order: 9) }
    #expect(throws: TraceError.self) { try ZeroPhaseLowPass(cutoff: 50).filtered(readings, rate: 100) }
    #expect(throws: TraceError.self) { try ZeroPhaseLowPass(cutoff: 8).filtered([1, 2, 3], rate: 100) }
  }

  @Test func `a trace keeps its times and attitudes, and says what was done`() throws {
    let trace = try Trace.simulated(.square(), seed: 1)
    let smooth = try trace.lowPassed(cutoff: 5)
    #expect(smooth.timestamps == trace.timestamps && smooth.attitude == trace.attitude)
    #expect(smooth.truePosition == trace.truePosition)
    #expect(smooth.userAcceleration != trace.userAcceleration && smooth.rotationRate != trace.rotationRate)
    #expect(smooth.notes.last == "smoothed by a zero-phase low-pass of order 4 at 5.0 Hz")
  }
}
