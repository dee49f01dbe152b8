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
      FILE is a recording in any format that notebooks read: a table, gzipped or not, a zip archive or a folder. A table in
      no known format is read with a mapping of its columns, which `info` proposes and writes.

      EXAMPLES
        gimbal trace info walk.csv
        gimbal trace info logger.csv --write-mapping
        gimbal trace convert export.zip walk.csv.gz
        gimbal trace plot walk.csv --output figures
        gimbal trace simulate figure-eight --seed 7 --output eight.csv
        gimbal trace simulate letter-A --phone iphone-4 --output a.csv
      """.flowing,
    subcommands: [TraceInfo.self, TraceConvert.self, TracePlot.self, TraceSimulate.self])
}

/// How a recording is read: the same for all commands.
struct TraceReading: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format, when its header does not tell: \(TraceFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name"), completion: .list(TraceFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    help: """
      What happens where samples are missing: bridge gaps of up to 0.2 s and refuse longer ones, refuse all, keep, \
      interpolate, or take the longest piece.
      """)
  var gaps = Trace.ReadingOptions.Gaps.bridge

  @Option(
    help: ArgumentHelp("The longest gap that --gaps interpolate fills, in seconds.", valueName: "s"))
  var longestFilled = Trace.ReadingOptions().longestFilled

  @Flag(help: "Read a table in no known format as `info` proposes, where that is sure, without a mapping next to it.")
  var asProposed = false

  @Option(
    help: """
      What happens with samples whose time repeats or runs backwards: refuse, drop them, or respace them evenly between \
      their neighbours. Without it they are refused, or dropped with --drop-bad-rows.
      """)
  var timeDefects: Trace.ReadingOptions.TimeDefects?

  @Flag(help: "Leave out rows that are cut off, hold no number, or whose time repeats or runs backwards.")
  var dropBadRows = false

  @Option(
    help: ArgumentHelp(
      "The true poses: TUM's format, EuRoC's truth, or a table that names time, position and quaternion.",
      valueName: "file"), completion: .file())
  var truth: String?

  @Flag(
    help: """
      Find how the clock of --truth runs against the recording's from how both turn, whatever their times say. Without it that is \
      done where they have no time in common.
      """)
  var findTruthClock = false

  @Flag(help: "Ignore the file with the truth next to a recording of OxIOD or EuRoC.")
  var noTruth = false

  @Option(help: ArgumentHelp("Which run of a file that holds several, from 1.", valueName: "number"))
  var run: Int?

  @Flag(help: "Take a device without attitude never to turn: a cart, a lift.")
  var fixedAttitude = false

  @Option(
    help: ArgumentHelp("Multiply the times: 0.001 for milliseconds that were read as seconds.", valueName: "factor"))
  var scaleTime = 1.0

  @Option(
    help: ArgumentHelp(
      "Multiply accelerations and gravity: 9.80665 for g that was read as m/s², -1 for the other sign.",
      valueName: "factor"))
  var scaleAcceleration = 1.0

  @Option(
    help: ArgumentHelp(
      "Multiply the rotation rate: 0.0174533 for degrees that were read as radians.", valueName: "factor"))
  var scaleRotation = 1.0

  @Option(help: ArgumentHelp("Which of the file's axes is the device's x, y and z: --axes=-y,x,z.", valueName: "axes"))
  var axes: String?

  @Option(
    help: ArgumentHelp("The calibration of the device's sensors, as gimbal calibrate writes it.", valueName: "file"),
    completion: .file())
  var calibration: String?

  @Flag(help: "Every row of an OxIOD recording.")
  var raw = false

  /// The options as the library takes them.
  func options() throws -> Trace.ReadingOptions {
    var options = Trace.ReadingOptions(
      format: try format.map { name in try TraceFormat(named: name) }, oxiod: raw ? .raw : .usual,
      readsTruth: !noTruth, attitude: fixedAttitude ? .fixed : .estimated, run: run, truth: truth,
      correction: .init(
        time: scaleTime, acceleration: scaleAcceleration, rotationRate: scaleRotation,
        axes: try axes.map { text in try .init(text) } ?? .standard),
      takesProposal: asProposed, longestFilled: longestFilled, calibration: calibration,
      truthClock: findTruthClock ? .found : .stated)
    options.gaps = gaps
    if dropBadRows { (options.badRows, options.timeDefects) = (.drop, .drop) }
    if let timeDefects { options.timeDefects = timeDefects }
    return options
  }

  func read(_ path: String) throws -> Trace { try Trace(contentsOf: path, options: options()) }
}

extension Trace.ReadingOptions.Gaps: ExpressibleByArgument {}
extension Trace.ReadingOptions.TimeDefects: ExpressibleByArgument {}

/// `gimbal trace info`.
struct TraceInfo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what a recording holds and what it suffers from.",
    discussion: """
      Rate, jitter, gaps, range, saturation, start-up transient, rests, bias at rest, and what does not look like the
      units, signs and axes that it should have, with the reason and the option that reads it so. What other commands refuse is
      described; a file that cannot be read is named, and the others follow. A track of poses is shown with its length and extent. For a table in no known format a mapping of its columns
      is proposed; --write-mapping writes it next to the recording, where every command and notebook finds it, and so it does with
      the correction of units, signs or axes that a doubt asks for. --as-proposed reads such a table at once, where that is sure.

      EXAMPLES
        gimbal trace info walk.csv
        gimbal trace info *.csv --range 8
        gimbal trace info logger.csv --write-mapping
      """.flowing)

  @Argument(help: "Recordings.", completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("The accelerometer's range in g, for the count of saturated samples.", valueName: "g"))
  var range: Double?

  @Flag(
    help: """
      Write the proposed mapping of the columns of a table in no known format, or the correction of a recording's units, \
      signs and axes, to FILE.mapping.yaml.
      """)
  var writeMapping = false

  @OptionGroup var reading: TraceReading

  func run() throws {
    try saying {
      let options = try reading.options()
      var omitted = 0
      for (index, file) in files.enumerated() {
        if index > 0 { print() }
        do {
          try describe(file, options)
        } catch let error as any InertialError {
          omitted += 1
          Terminal.complain("\(error.message(naming: .commandLine))\n")
        }
      }
      if omitted > 0 {
        if files.count > 1 { print("\nleft out: \(omitted) of \(files.count)") }
        throw ExitCode(2)
      }
    }
  }

  private func describe(_ file: String, _ options: Trace.ReadingOptions) throws {
    let inspection = try TraceInspection(
      contentsOf: file, options: options, accelerationLimit: range.map { $0 * standardGravity })
    print(inspection.message(naming: .commandLine))
    guard writeMapping else { return }
    guard !inspection.drafts.isEmpty else {
      throw ValidationError(
        "\(file) can be read without a mapping and needs no correction; nothing was written.")
    }
    for draft in inspection.drafts { print("wrote \(try draft.write())") }
  }
}

/// `gimbal trace convert`.
struct TraceConvert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording in the project's format, or its true track in the TUM format.",
    discussion: """
      The name of the new file decides: .csv is the project's format, .tum the true positions and attitudes as evo reads
      them, .gz after either packs it. “-” is standard output, in the project's format. The file appears complete or not at all. A file that is there already stays, unless
      --force says otherwise; the recording itself is never replaced.

      EXAMPLES
        gimbal trace convert phyphox.zip walk.csv
        gimbal trace convert walk.csv walk-50.csv.gz --rate 50
        gimbal trace convert walk.csv truth.tum
      """.flowing)

  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Argument(help: "The new file.", completion: .file())
  var output: String

  @Option(help: ArgumentHelp("Put the samples at equal steps of this rate in Hz.", valueName: "Hz"))
  var rate: Double?

  @OptionGroup var replacing: Replacing

  @OptionGroup var reading: TraceReading

  func run() throws {
    try saying {
      var trace = try reading.read(file)
      if let rate { trace = try trace.resampled(rate: rate) }
      guard output != "-" else { return print(trace.table, terminator: "") }
      try Destination.make(output, madeOf: [file, reading.truth].compactMap { $0 }, replacing) {
        if output.hasSuffix(".tum") || output.hasSuffix(".tum.gz") {
          try trace.trueTrack().writeTUM(to: $0)
        } else {
          try trace.write(to: $0)
        }
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
      """.flowing)

  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The folder for the figures.", valueName: "folder"), completion: .directory)
  var output = "."

  @OptionGroup var replacing: Replacing

  @OptionGroup var reading: TraceReading

  func run() throws {
    try saying {
      var trace: Trace
      var hasAttitude = true
      do {
        trace = try reading.read(file)
      } catch let error as any InertialError {
        guard case RecordingError.noAttitude = error else { throw error }
        // What was measured can be drawn without it.
        var options = try reading.options()
        options.attitude = .fixed
        trace = try Trace(contentsOf: file, options: options)
        hasAttitude = false
        Terminal.complain("the attitude is not drawn: \(error.message(naming: .commandLine))\n")
      }
      let renderer = FigureRenderer()
      var figures = [(try trace.accelerationFigure(), "acceleration")]
      if hasAttitude { figures.append((trace.attitudeFigure(), "attitude")) }
      let written = try Destination.make(in: output, madeOf: [file], replacing) { scratch in
        for (figure, what) in figures {
          _ = try renderer.render(
            figure, label: "\(Self.stem(trace.name))-\(what)", alternative: "\(what) of \(trace.name) over time",
            into: URL(fileURLWithPath: scratch))
        }
      }
      for path in written { print(output == "." ? String(path.dropFirst(2)) : path) }
    }
  }

  /// A recording's name as figures' files may be called: apps put spaces, brackets and colons into theirs.
  static func stem(_ name: String) -> String {
    let parts = name.unicodeScalars.split {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil && !"-_.".unicodeScalars.contains($0)
    }
    let stem = parts.map { String($0) }.joined(separator: "-").drop { ".-".contains($0) }.unicodeScalars.prefix(40)
    return stem.isEmpty ? "recording" : String(stem)
  }
}

/// `gimbal trace simulate`.
struct TraceSimulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make a simulated recording with the true track in it.",
    discussion: """
      The same arguments give the same file, byte for byte. Without options still, square, figure-eight and waving are the files in \
      notebooks/traces. Without --output the recording goes to standard output.

      EXAMPLES
        gimbal trace simulate letter-R --phone current --output r.csv
        gimbal trace simulate walk-foot --phone mounted --rate 200 --range 16 \\
          --output walk.csv
        gimbal trace simulate still --duration 3600 --bias-walk 0.001 \\
          --output long.csv.gz
        gimbal trace simulate square --phone iphone-4 --bits 8 --drop 0.02 --seed 7
      """.flowing)

  @Argument(
    help: ArgumentHelp(
      "\(Path.names.filter { !$0.hasPrefix("letter-") }.joined(separator: ", ")), letter-A to letter-Z.",
      valueName: "path"), completion: .list(Path.names))
  var name: String

  @Option(
    help: ArgumentHelp(
      "The class of phone: \(SensorModel.presets.map(\.name).joined(separator: ", ")). The options below change it.",
      valueName: "name"), completion: .list(SensorModel.presets.map(\.name)))
  var phone = "course"

  @Flag(help: "Sensors without error: the same as --phone ideal.")
  var ideal = false

  @Option(help: "Any number; another seed, another noise.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("How long \"still\" lasts, s.", valueName: "s"))
  var duration: Double?

  @Option(help: ArgumentHelp("The new file.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var replacing: Replacing

  @OptionGroup(title: "SENSORS") var sensors: SensorOptions

  func validate() throws {
    if duration != nil, name.lowercased() != "still" {
      throw ValidationError("--duration works only with “still”; every other path has its own duration.")
    }
  }

  func run() throws {
    try saying {
      let path =
        try duration.map { Path.still(duration: $0) } ?? Path(named: name)
      let model = sensors.applied(to: try SensorModel(named: ideal ? "ideal" : phone))
      let trace = try Trace.simulated(path, sensors: model, seed: seed)
      guard let output else { return print(trace.table, terminator: "") }
      try Destination.make(output, replacing) { try trace.write(to: $0) }
    }
  }
}

/// What is wrong with simulated sensors; each option replaces the preset's value.
struct SensorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Samples a second.", valueName: "Hz"))
  var rate: Double?
  @Option(
    help: ArgumentHelp(
      "White noise of the accelerometer, m/s² per √Hz, one-sided as in data sheets.", valueName: "density"))
  var noise: Double?
  @Option(
    help: ArgumentHelp(
      "White noise of the gyroscope, rad/s per √Hz, one-sided as in data sheets.", valueName: "density"))
  var gyroNoise: Double?
  @Option(help: ArgumentHelp("Standard deviation of the accelerometer's constant bias, m/s².", valueName: "m/s²"))
  var bias: Double?
  @Option(help: ArgumentHelp("Standard deviation of the gyroscope's constant bias, rad/s.", valueName: "rad/s"))
  var gyroBias: Double?
  @Option(help: ArgumentHelp("The accelerometer's bias instability, m/s².", valueName: "m/s²"))
  var biasInstability: Double?
  @Option(help: ArgumentHelp("The gyroscope's bias instability, rad/s.", valueName: "rad/s"))
  var gyroBiasInstability: Double?
  @Option(help: ArgumentHelp("How far the accelerometer's bias wanders in a second, m/s².", valueName: "m/s²"))
  var biasWalk: Double?
  @Option(help: ArgumentHelp("How far the gyroscope's bias wanders in a second, rad/s.", valueName: "rad/s"))
  var gyroBiasWalk: Double?
  @Option(help: ArgumentHelp("The accelerometer's range, g.", valueName: "g"))
  var range: Double?
  @Option(help: ArgumentHelp("Bits of the accelerometer over its range.", valueName: "bits"))
  var bits: Int?
  @Option(help: ArgumentHelp("The gyroscope's range, rad/s.", valueName: "rad/s"))
  var gyroRange: Double?
  @Option(help: ArgumentHelp("Rotation between sensor and device, standard deviation per axis, rad.", valueName: "rad"))
  var misalignment: Double?
  @Option(help: ArgumentHelp("The error of the angles between the sensors' axes, rad.", valueName: "rad"))
  var nonOrthogonality: Double?
  @Option(help: ArgumentHelp("Scale error of each axis, 0.01 for 1 %.", valueName: "share"))
  var scaleError: Double?
  @Option(help: ArgumentHelp("Start-up transient of the accelerometer, m/s².", valueName: "m/s²"))
  var transient: Double?
  @Option(help: ArgumentHelp("Its time constant, s.", valueName: "s"))
  var transientDuration: Double?
  @Option(help: ArgumentHelp("Error of the reported attitude, rad.", valueName: "rad"))
  var tilt: Double?
  @Option(help: ArgumentHelp("Share of the samples that are lost.", valueName: "share"))
  var drop: Double?
  @Option(help: ArgumentHelp("Standard deviation of the sampling times about the grid, s.", valueName: "s"))
  var jitter: Double?

  func applied(to preset: SensorModel) -> SensorModel {
    var model = preset
    func set<T>(_ path: WritableKeyPath<SensorModel, T>, _ value: T?) { if let value { model[keyPath: path] = value } }
    set(\.rate, rate)
    set(\.accelerationNoise, noise.map(NoiseDensity.init(oneSided:)))
    set(\.rotationNoise, gyroNoise.map(NoiseDensity.init(oneSided:)))
    set(\.accelerationBias, bias)
    set(\.rotationBias, gyroBias)
    set(\.accelerationBiasInstability, biasInstability)
    set(\.rotationBiasInstability, gyroBiasInstability)
    set(\.accelerationBiasWalk, biasWalk)
    set(\.rotationBiasWalk, gyroBiasWalk)
    set(\.accelerationRange, range.map { $0 * standardGravity })
    set(\.accelerationBits, bits.map { $0 })
    set(\.rotationRange, gyroRange)
    set(\.misalignment, misalignment)
    set(\.nonOrthogonality, nonOrthogonality)
    set(\.scaleError, scaleError)
    set(\.transient, transient)
    set(\.transientDuration, transientDuration)
    set(\.tiltError, tilt)
    set(\.dropProbability, drop)
    set(\.jitter, jitter)
    return model
  }
}
