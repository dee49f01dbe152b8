import ArgumentParser
import Figures
import Foundation
import Inertial
import InertialFigures

/// `gimbal trace`: what one does with recordings outside a notebook.
struct TraceCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Look at, convert, draw and simulate recordings of motion.",
    discussion: """
      FILE is a recording in any format that notebooks read: a table, gzipped or not, a zip archive or a folder.

      EXAMPLES
        gimbal trace info walk.csv
        gimbal trace convert export.zip walk.csv.gz
        gimbal trace plot walk.csv --output figures
        gimbal trace simulate figure-eight --seed 7 --output eight.csv
      """,
    subcommands: [TraceInfo.self, TraceConvert.self, TracePlot.self, TraceSimulate.self])
}

/// How a recording is read: the same for all commands.
struct TraceReading: ParsableArguments {
  /// What happens where samples are missing.
  enum Gaps: String, ExpressibleByArgument, CaseIterable {
    case refuse, keep, interpolate, longest
  }

  /// What happens with timestamps that repeat or run backwards.
  enum TimeDefects: String, ExpressibleByArgument, CaseIterable {
    case refuse, drop, respace
  }

  @Option(
    help: ArgumentHelp(
      "The format, when its header does not tell: \(TraceFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name"))
  var format: String?

  @Option(help: "What happens where samples are missing: refuse, keep, interpolate, or take the longest piece.")
  var gaps = Gaps.refuse

  @Option(
    help: """
      What happens with samples whose time repeats or runs backwards: refuse, drop them, or respace them evenly between \
      their neighbours. Without it they are refused, or dropped with --drop-bad-rows.
      """)
  var timeDefects: TimeDefects?

  @Flag(help: "Leave out rows that are cut off, hold no number, or whose time repeats or runs backwards.")
  var dropBadRows = false

  @Flag(inversion: .prefixedNo, help: "Read the file with the truth beside a recording of OxIOD or EuRoC.")
  var truth = true

  @Flag(help: "Every row of an OxIOD recording, with the truth in Vicon's own axes.")
  var raw = false

  func read(_ path: String) throws -> Trace {
    var options = Trace.ReadingOptions(
      format: try format.map { name in try TraceFormat(named: name) }, oxiod: raw ? .raw : .usual,
      readsTruth: truth)
    switch gaps {
    case .refuse: options.gaps = .refuse
    case .keep: options.gaps = .keep
    case .interpolate: options.gaps = .interpolate
    case .longest: options.gaps = .longestPiece
    }
    if dropBadRows { (options.badRows, options.timeDefects) = (.drop, .drop) }
    switch timeDefects {
    case .refuse: options.timeDefects = .refuse
    case .drop: options.timeDefects = .drop
    case .respace: options.timeDefects = .respace
    case nil: break
    }
    return try Trace(contentsOf: path, options: options)
  }
}

/// `gimbal trace info`.
struct TraceInfo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what a recording holds and what it suffers from.",
    discussion: """
      Rate, jitter, gaps, range, saturation, start-up transient, rests, bias at rest, and what does not look like the
      units and signs that it should have, with the reason.

      EXAMPLES
        gimbal trace info walk.csv
        gimbal trace info *.csv --range 8
      """)

  @Argument(help: "Recordings.")
  var files: [String]

  @Option(help: ArgumentHelp("The accelerometer's range in g, for the count of saturated samples.", valueName: "g"))
  var range: Double?

  @OptionGroup var reading: TraceReading

  func run() throws {
    try saying {
      for (index, file) in files.enumerated() {
        if index > 0 { print() }
        print(TraceSummary(of: try reading.read(file), accelerationLimit: range.map { $0 * standardGravity }))
      }
    }
  }
}

/// `gimbal trace convert`.
struct TraceConvert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording in the project's format, or its true track in the TUM format.",
    discussion: """
      The name of the new file decides: .csv is the project's format, .tum the true positions and attitudes as evo reads
      them, .gz after either packs it. The file appears complete or not at all.

      EXAMPLES
        gimbal trace convert phyphox.zip walk.csv
        gimbal trace convert walk.csv walk-50.csv.gz --rate 50
        gimbal trace convert walk.csv truth.tum
      """)

  @Argument(help: "The recording.")
  var file: String

  @Argument(help: "The new file.")
  var output: String

  @Option(help: ArgumentHelp("Put the samples at equal steps of this rate in Hz.", valueName: "Hz"))
  var rate: Double?

  @OptionGroup var reading: TraceReading

  func run() throws {
    try saying {
      var trace = try reading.read(file)
      if let rate { trace = try trace.resampled(rate: rate) }
      if output.hasSuffix(".tum") || output.hasSuffix(".tum.gz") {
        try trace.trueTrack().writeTUM(to: output)
      } else {
        try trace.write(to: output)
      }
    }
  }
}

/// `gimbal trace plot`.
struct TracePlot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a recording: acceleration with the times at rest, and attitude.",
    discussion: """
      EXAMPLES
        gimbal trace plot walk.csv --output figures
      """)

  @Argument(help: "The recording.")
  var file: String

  @Option(help: ArgumentHelp("The folder for the figures.", valueName: "folder"))
  var output = "."

  @OptionGroup var reading: TraceReading

  func run() throws {
    try saying {
      let trace = try reading.read(file)
      let renderer = FigureRenderer()
      let folder = URL(fileURLWithPath: output)
      for (figure, what) in [(try trace.accelerationFigure(), "acceleration"), (trace.attitudeFigure(), "attitude")] {
        let files = try renderer.render(
          figure, label: "\(trace.name)-\(what)", alternative: "\(what) of \(trace.name) over time", into: folder)
        for file in files { print(file.relativePath) }
      }
    }
  }
}

/// `gimbal trace simulate`.
struct TraceSimulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make a simulated recording with the true track in it.",
    discussion: """
      The same name and seed give the same file, byte for byte. With the seed 1 they are the files in notebooks/traces.
      Without --output the recording goes to standard output.

      EXAMPLES
        gimbal trace simulate figure-eight --output figure-eight.csv
        gimbal trace simulate square --seed 7 --ideal
      """)

  @Argument(help: "\(SimulatedTrace.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: String

  @Option(help: "Any number; another seed, another noise.")
  var seed: UInt64 = 1

  @Flag(help: "Sensors without error.")
  var ideal = false

  @Option(help: ArgumentHelp("The new file.", valueName: "file"))
  var output: String?

  func run() throws {
    try saying {
      let trace = try SimulatedTrace(named: name).trace(sensors: ideal ? .ideal : .course, seed: seed)
      if let output { try trace.write(to: output) } else { print(trace.table, terminator: "") }
    }
  }
}
