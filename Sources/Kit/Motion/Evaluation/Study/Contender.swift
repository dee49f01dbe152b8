import Foundation
import Recordings
import Stabilization
import Traces

/// What takes part in a ``Study``: a scheme, or a family of schemes whose parameters are chosen on other recordings.
public struct Contender: Sendable {
  /// What tables call it.
  public let name: String
  /// The scheme, or those to choose from.
  public let candidates: [any Scheme]

  /// Whether its parameters are chosen.
  public var isTuned: Bool { candidates.count > 1 }

  /// Schemes to choose from. With a single setting there is nothing to choose.
  public init(_ name: String, choosingFrom candidates: [any Scheme]) {
    (self.name, self.candidates) = (name, candidates)
  }

  /// A scheme with the parameters that it has.
  public static func scheme(_ scheme: any Scheme) -> Contender {
    Contender(scheme.label, choosingFrom: [scheme])
  }

  /// A scheme of which one parameter is chosen, from values between the ends of a range: on a logarithmic scale where the range is
  /// positive.
  ///
  ///     .tuned("exponential", over: 0.1...10) { .exponential(rate: $0) }
  ///
  /// - Parameters:
  ///   - name: What tables call it; “tuned” is added.
  ///   - range: The parameter's range.
  ///   - count: How many values are tried, the ends among them. More than 20 rarely find anything better.
  ///   - scheme: Makes the scheme for a value.
  public static func tuned(
    _ name: String, over range: ClosedRange<Double>, count: Int = 20, scheme: (Double) -> any Scheme
  ) -> Contender {
    Contender("\(name), tuned", choosingFrom: values(range, count).map(scheme))
  }

  /// A scheme of which two parameters are chosen, each from a range: all pairs of `count` values are tried.
  public static func tuned(
    _ name: String, over first: ClosedRange<Double>, and second: ClosedRange<Double>, count: Int = 7,
    scheme: (Double, Double) -> any Scheme
  ) -> Contender {
    let seconds = values(second, count)
    return Contender(
      "\(name), tuned", choosingFrom: values(first, count).flatMap { first in seconds.map { scheme(first, $0) } })
  }

  /// The same contenders, where schemes with one label are called by the parameters in which they differ.
  static func distinct(_ contenders: [Contender]) -> [Contender] {
    let places = contenders.indices.filter {
      contenders[$0].candidates.count == 1 && contenders[$0].name == contenders[$0].candidates[0].label
    }
    let labels = DistinctLabels.of(places.map { contenders[$0].candidates[0] }, isNumbered: false)
    var named = contenders
    for (place, label) in zip(places, labels) {
      named[place] = Contender(label, choosingFrom: contenders[place].candidates)
    }
    return named
  }

  private static func values(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard count > 1, low < high else { return [low] }
    return (0..<count).map { index in
      // The ends are exact.
      if index == 0 { return low }
      if index == count - 1 { return high }
      let share = Double(index) / Double(count - 1)
      let value = low > 0 ? low * pow(high / low, share) : low + (high - low) * share
      // What a table says is what was tried.
      return Double(String(format: "%.3g", value)).map { min(max($0, low), high) } ?? value
    }
  }
}

extension [Contender] {
  /// The course's schemes: as they come, and with their rates and thresholds chosen on other recordings.
  public static var course: [Contender] {
    [
      .scheme(.none), .scheme(.exponential(rate: 2)),
      .tuned("exponential", over: 0.05...10) { .exponential(rate: $0) }, .scheme(.nonlinearStep()),
      .tuned("nonlinear step", over: 0.01...10) { .nonlinearStep(velocityRate: $0, positionRate: $0 / 4) },
      .scheme(.restRecognition()),
      .tuned("rest recognition", over: 0.05...2) { .restRecognition(threshold: $0, duration: 0.3) },
    ]
  }
}
