import Foundation

@testable import Figures

/// One figure of every kind, from made-up data: the golden scripts and the pictures to look at are made from these.
enum Gallery {
  static let figures: [(name: String, figure: Figure)] = [
    ("drift-logarithmic", driftLogarithmic), ("drift-focused", driftFocused), ("velocity", velocity),
    ("trajectory", trajectory), ("trajectory-3d", trajectory3D), ("triad", triad), ("rest", rest),
    ("scatter", scatter), ("bars", bars), ("sweep", sweep), ("confusion", confusion), ("ribbon", ribbon),
    ("bars-names", barsOverNames),
    ("rates", rates), ("hidden", hidden), ("shortage", shortage),
  ]

  static let schemes = ["none", "exponential", "nonlinear step", "rest recognition", "reset on release"]
  static let times = (0...600).map { Double($0) / 20 }

  static func drift(_ scheme: String, _ time: Double) -> Double {
    switch scheme {
    case "none": 0.02 * time * time * (1 + 0.3 * sin(time))
    case "exponential": 0.4 * (1 - exp(-time)) * (1 + 0.2 * sin(2 * time))
    case "nonlinear step": 0.25 * (1 - exp(-time)) * (1 + 0.3 * cos(1.5 * time))
    case "rest recognition": 0.06 * (time.truncatingRemainder(dividingBy: 7) + 0.2)
    default: 0.15 * time.truncatingRemainder(dividingBy: 10) + 0.001
    }
  }

  static let driftLogarithmic = Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("position error", unit: "m", scale: .logarithmic),
    schemes.map { scheme in .line(scheme, x: times, y: times.map { drift(scheme, $0) }) }
      + [.law("½bt²", x: Array(times.dropFirst()), y: times.dropFirst().map { 0.02 * $0 * $0 })])

  static let driftFocused = Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("position error", unit: "m", limits: .focused(factor: 8)),
    schemes.map { scheme in
      .line(scheme, x: times, y: times.map { drift(scheme, $0) * (scheme == "none" ? 130 : 1) })
    })

  static let velocity = Figure(
    stacked: ["x", "y", "z"].enumerated().map { index, component in
      Plane(
        x: FigureAxis("time", unit: "s"), y: FigureAxis("velocity \(component)", unit: "m/s"),
        ["truth", "none", "exponential"].enumerated().map { order, scheme in
          .line(
            scheme, x: times,
            y: times.map { sin($0 + Double(index)) * exp(-Double(order) * 0.03 * $0) + 0.02 * Double(order) * $0 })
        })
    })

  static let trajectory = Figure(
    x: FigureAxis("x", unit: "m", limits: .focused(factor: 8)),
    y: FigureAxis("y", unit: "m", limits: .focused(factor: 8)),
    aspect: .equal,
    ["truth", "none", "exponential", "rest recognition"].enumerated().map { order, scheme in
      let growth = scheme == "none" ? 0.02 : 0.001 * Double(order)
      return .path(
        scheme, x: times.map { 0.3 * sin($0 / 4) + growth * $0 * $0 },
        y: times.map { 0.3 * sin($0 / 2) + 0.01 * Double(order) + growth * $0 })
    })

  static let trajectory3D = Figure(
    Space(
      paths: ["truth", "exponential"].enumerated().map { order, scheme in
        Space.Path(
          scheme, x: times.map { 0.5 * sin($0 / 4) + 0.05 * Double(order) }, y: times.map { 0.5 * sin($0 / 2) },
          z: times.map { 0.2 * sin($0 / 3) + 0.004 * $0 * Double(1 - 2 * order) })
      }))

  static let triad = Figure(
    Space(
      arrows: Space.Arrow.triad(([1, 0, 0], [0, 1, 0], [0, 0, 1]), dash: .short)
        + Space.Arrow.triad(
          ([0.8, 0.6, 0], [-0.48, 0.64, 0.6], [0.36, -0.48, 0.8]), names: ("x′", "y′", "z′")),
      showsBox: false))

  static let rest = Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("acceleration", unit: "m/s²"),
    [
      .bands("rest", [0...3, 12...15.5, 25...30]),
      .line("x", x: times, y: times.map { sin(5 * $0) * (sin($0 / 3) > 0.4 ? 2 : 0.05) }),
      .line("z", x: times, y: times.map { cos(4 * $0) * (sin($0 / 3) > 0.4 ? 1 : 0.04) - 0.3 }),
    ])

  static let scatter = Figure(
    x: FigureAxis("rate of damping", unit: "s⁻¹", scale: .logarithmic), y: FigureAxis("final drift", unit: "m"),
    ["square", "figure of eight", "waving"].enumerated().map { order, name in
      .points(
        name, x: (0..<12).map { 0.1 * pow(1.5, Double($0)) },
        y: (0..<12).map { 0.3 + 0.1 * Double(order) * sin(Double($0)) + 0.02 * Double($0) })
    })

  static let bars = Figure(
    x: FigureAxis("", categories: ["square", "eight", "waving"]), y: FigureAxis("RMS drift", unit: "m"),
    schemes.dropFirst().map { scheme in
      .bars(scheme, x: [0, 1, 2], y: [0, 1, 2].map { drift(scheme, 5 + 3 * $0) })
    })

  static let barsOverNames = Figure(
    x: FigureAxis("movement"), y: FigureAxis("final error", unit: "m"),
    ["none", "exponential"].map { scheme in
      .bars(
        scheme, over: ["square", "figure of eight", "waving"], scheme == "none" ? [0.8, 1.4, 0.4] : [0.2, 0.3, 0.1])
    }
  ).fitted(to: .slide)

  /// Six series in one of two columns: the same scheme with four rates, and two others.
  static let rates = Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("position error", unit: "m"),
    [.line("none", x: times, y: times.map { 0.4 * drift("none", $0) })]
      + [0.5, 1, 2, 4].map { rate in
        .line("exponential (\(rate) s⁻¹)", x: times, y: times.map { 2 / rate * (1 - exp(-rate * $0)) + 0.1 * sin($0) })
      } + [.line("mine", x: times, y: times.map { 0.05 * $0 })]
  ).fitted(to: .column)

  static let hidden = Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("velocity", unit: "m/s"),
    ["truth", "none", "mine", "exponential"].map { .line($0, x: times, y: times.map { sin($0 / 3) }) })

  static let shortage = Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("position error", unit: "m", scale: .logarithmic),
    [
      .line("grows", x: times, y: times), .line("dips", x: times, y: times.map { 3 + 4 * sin($0 / 3) }),
      .line("never off", x: times, y: times.map { _ in 0 }), .line("lost", x: times, y: times.map { _ in .nan }),
      .line("now and then", x: [3, 6, 9, 12, 15, 18], y: [0.3, .nan, 0.6, .nan, 0.9, .nan]),
    ])

  static let sweep: Figure = {
    let rates: [Double] = (0..<24).map { 0.1 * pow(1.25, Double($0)) }
    let thresholds: [Double] = (0..<12).map { 0.05 + 0.05 * Double($0) }
    var drifts: [Double] = []
    for row in 0..<12 {
      for column in 0..<24 { drifts.append(0.02 + 0.01 * pow(Double(column - 14), 2) + 0.02 * pow(Double(row - 5), 2)) }
    }
    return Figure(
      Cells(
        x: FigureAxis("α", unit: "s⁻¹", scale: .logarithmic), y: FigureAxis("threshold", unit: "m/s²"), columns: rates,
        rows: thresholds, values: drifts, quantity: FigureAxis("drift", unit: "m", scale: .logarithmic)))
  }()

  static let confusion: Figure = {
    let letters = ["O", "I", "J", "L", "Z", "S"]
    let counts = letters.indices.flatMap { row in
      letters.indices.map { row == $0 ? 40 + row : (row * 3 + $0 * 5) % 11 == 0 ? 7 : 0 }
    }
    return Figure(
      Cells(
        x: FigureAxis("recognised", categories: letters), y: FigureAxis("written", categories: letters),
        columns: letters.indices.map(Double.init), rows: letters.indices.map(Double.init),
        values: counts.map(Double.init), quantity: FigureAxis("count"), texts: counts.map { $0 == 0 ? "" : "\($0)" }))
  }()

  static let ribbon = Figure(
    x: FigureAxis("training examples"), y: FigureAxis("accuracy", limits: .including(0.5, 1)),
    [
      .ribbon(
        "perceptron", x: times, low: times.map { 0.9 - 0.4 / (1 + $0) - 0.03 },
        high: times.map { 0.9 - 0.4 / (1 + $0) + 0.03 }),
      .line("perceptron", x: times, y: times.map { 0.9 - 0.4 / (1 + $0) }),
      .text("half of the examples", x: 15, y: 0.6),
    ])
}
