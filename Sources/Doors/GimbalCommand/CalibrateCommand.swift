import ArgumentParser
import Foundation
import Inertial

/// `gimbal calibrate`.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract:
      "Calibrate a phone's accelerometer, gyroscope and magnetometer from recordings of still positions and turns.",
    discussion: """
      Record the raw sensors while you lay the phone on each of its six sides and lean it on edges and corners: 18 positions, two seconds
      of rest in each. The rests calibrate the accelerometer, the turns between them the gyroscope. For the magnetometer turn the phone in
      all directions for half a minute, away from iron; that can be a second recording.

      The command finds rests and turns, prints every parameter with its 95 % interval, and says which positions are missing where they do
      not suffice. It writes a small YAML file. Readers apply it with --calibration, with `calibration:` in a mapping
      next to a recording, or in a notebook: Trace(contentsOf: params.trace, calibration: params.calibration).

      Exit status: 0 when a sensor was calibrated and written, 2 when none could be, or one that --only names could not.

      EXAMPLES
        gimbal calibrate positions.csv
        gimbal calibrate positions.zip field.csv --output phone.calibration.yaml
        gimbal calibrate sides.csv --no-cross-axis --gravity 9.8072
        gimbal trace info walk.csv --calibration phone.calibration.yaml
      """.flowing)

  @Argument(help: "Recordings of one phone: files, archives or folders.", completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("The file that is written.", valueName: "file"), completion: .file())
  var output = "phone.calibration.yaml"

  @Flag(
    name: .customLong("no-cross-axis"),
    help: "Fit bias and scale of the accelerometer alone: six sides and one edge are enough.")
  var noCrossAxis = false

  @Option(help: ArgumentHelp("The length of gravity where the phone lay, in m/s².", valueName: "m/s²"))
  var gravity = standardGravity

  @Option(
    help: ArgumentHelp(
      "The strength of the earth's magnetic field there, in µT; without it the scale stays.", valueName: "µT"))
  var field: Double?

  @Option(
    help: ArgumentHelp(
      "Calibrate this sensor alone: \(DeviceCalibration.Sensor.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "sensor"))
  var only: DeviceCalibration.Sensor?

  @OptionGroup var replacing: Replacing

  @OptionGroup var reading: TraceReading

  func validate() throws {
    if files.isEmpty {
      throw ValidationError("Name at least one recording, for example: gimbal calibrate positions.csv")
    }
    if reading.calibration != nil {
      throw ValidationError("gimbal calibrate takes readings as they are; leave --calibration out.")
    }
  }

  func run() throws {
    try saying {
      let options = try reading.options()
      let recordings = try files.map { file in try RawRecording(contentsOf: file, options: options) }
      let found = try DeviceCalibration(
        of: recordings, model: noCrossAxis ? .biasAndScale : .full, gravity: gravity, field: field)
      print(found.message(naming: .commandLine))
      let written = found.calibration(of: only)
      guard written != SensorCalibration() else {
        Terminal.complain("nothing was calibrated, and nothing was written\n")
        throw ExitCode(2)
      }
      let names = files.map { ($0 as NSString).lastPathComponent }.joined(separator: ", ")
      let text = written.yaml(
        comment: "Calibration from \(names), by gimbal calibrate.", accelerometer: found.accelerometer?.fit,
        gyroscope: found.gyroscope?.fit, magnetometer: found.magnetometer?.fit)
      try Destination.write(text, to: output, madeOf: files, replacing)
      print("\nwrote \(output)")
    }
  }
}

extension DeviceCalibration {
  /// The calibrations, or that of one sensor alone.
  fileprivate func calibration(of sensor: Sensor?) -> SensorCalibration {
    guard let sensor else { return calibration }
    let all = calibration
    return switch sensor {
    case .accelerometer: SensorCalibration(accelerometer: all.accelerometer)
    case .gyroscope: SensorCalibration(gyroscope: all.gyroscope)
    case .magnetometer: SensorCalibration(magnetometer: all.magnetometer)
    }
  }
}

extension DeviceCalibration.Sensor: ExpressibleByArgument {}
