import Inertial
import Rotations
import Testing

/// Attitudes that anyone can check with a phone in the hand: how it is held, and what each frame must call it.
@Suite struct ReferenceFrameTests {
  /// The directions of the device's x and y axis, as (east, north, up).
  struct Pose: Sendable, CustomTestStringConvertible {
    var name: String
    var x: Vector3
    var y: Vector3
    var testDescription: String { name }
    /// Device→(east, north, up).
    var attitude: Quaternion {
      Quaternion(RotationMatrix(uncheckedColumns: x, y, x.cross(y)))
    }
    var sample: RawSample {
      let back = attitude.inverse
      return RawSample(
        time: 0, rotationRate: .zero, specificForce: back.act(on: Vector3(0, 0, 9.80665)),
        magneticField: back.act(on: Vector3(0, 20, -45)))
    }
  }

  static let poses = [
    Pose(name: "face up, top to the north", x: Vector3(1, 0, 0), y: Vector3(0, 1, 0)),
    Pose(name: "face up, top to the east", x: Vector3(0, -1, 0), y: Vector3(1, 0, 0)),
    Pose(name: "upright, screen to the south", x: Vector3(1, 0, 0), y: Vector3(0, 0, 1)),
    Pose(name: "face down, top to the north", x: Vector3(-1, 0, 0), y: Vector3(0, 1, 0)),
    Pose(name: "on its right edge, screen to the west", x: Vector3(0, 0, -1), y: Vector3(0, 1, 0)),
  ]

  /// The device's y axis in each frame, written down by hand, pose by pose in the order above.
  static let topInFrame: [ReferenceFrame: [Vector3]] = [
    .eastNorthUp: [
      Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1), Vector3(0, 1, 0), Vector3(0, 1, 0),
    ],
    .northEastDown: [
      Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1), Vector3(1, 0, 0), Vector3(1, 0, 0),
    ],
    .xNorthZVertical: [
      Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(1, 0, 0),
    ],
  ]

  /// The device's x axis, likewise.
  static let rightInFrame: [ReferenceFrame: [Vector3]] = [
    .eastNorthUp: [
      Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 0, -1),
    ],
    .northEastDown: [
      Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1),
    ],
    .xNorthZVertical: [
      Vector3(0, -1, 0), Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 1, 0), Vector3(0, 0, -1),
    ],
  ]

  static let filters: [@Sendable () throws -> any AttitudeFilter] = [
    { try ComplementaryFilter() }, { try MahonyFilter() }, { try MadgwickFilter() },
    { try VersatileFilter(interval: 0.01) },
  ]

  @Test(arguments: [ReferenceFrame.eastNorthUp, .northEastDown, .xNorthZVertical])
  func everyFilterGivesTheTabledAttitudes(frame: ReferenceFrame) throws {
    for make in Self.filters {
      for (index, pose) in Self.poses.enumerated() {
        func first(_ filter: some AttitudeFilter) throws -> DeviceMotion {
          var source = try DeviceMotionSource(filter, frame: frame)
          return try source.process(pose.sample)
        }
        let motion = try first(make())
        let top = try #require(Self.topInFrame[frame])[index]
        let right = try #require(Self.rightInFrame[frame])[index]
        #expect(close(motion.attitude.act(on: Vector3(0, 1, 0)), top, 1e-9), "\(pose.name)")
        #expect(close(motion.attitude.act(on: Vector3(1, 0, 0)), right, 1e-9), "\(pose.name)")
        #expect(close(motion.attitude.act(on: motion.gravity), frame.up * -9.80665, 1e-9), "\(pose.name)")
        #expect(close(motion.userAcceleration, .zero, 1e-9))
      }
    }
  }

  @Test(arguments: [ReferenceFrame.xArbitraryZVertical, .xArbitraryCorrectedZVertical])
  func arbitraryFramesStartAtHeadingZero(frame: ReferenceFrame) throws {
    for pose in Self.poses {
      var source = try DeviceMotionSource(VersatileFilter(interval: 0.01), frame: frame)
      let motion = try source.process(pose.sample)
      #expect(abs(motion.attitude.headingAboutUp) < 1e-9, "\(pose.name)")
      #expect(close(motion.attitude.act(on: motion.gravity), Vector3(0, 0, -9.80665), 1e-9))
    }
  }

  @Test func onlyTheCorrectedFrameListensToTheMagnetometer() throws {
    var random = SeededRandom(seed: 1)
    var sensor = SensorModel.ideal
    sensor.rotationOffset = Vector3(0, 0, 0.01)
    let samples = try sensor.record(duration: 40, attitude: { _ in .identity }, using: &random)
    func heading(_ frame: ReferenceFrame) throws -> Double {
      var source = try DeviceMotionSource(ComplementaryFilter(headingTime: 5), frame: frame)
      return try abs(#require(source.process(samples).last).attitude.headingAboutUp)
    }
    #expect(try heading(.xArbitraryZVertical) > 0.39)
    #expect(try heading(.xArbitraryCorrectedZVertical) < 0.06)
    #expect(try heading(.xArbitraryCorrectedZVertical) > 0.04)
  }

  @Test("Only a frame with a north asks the field for one", arguments: ReferenceFrame.allCases)
  func whoNeedsNorth(frame: ReferenceFrame) throws {
    for field in [Vector3(0, 0, -40), .zero] {
      let sample = RawSample(
        time: 0, rotationRate: .zero, specificForce: Vector3(0, 0, 9.80665), magneticField: field)
      var source = try DeviceMotionSource(VersatileFilter(interval: 0.01), frame: frame)
      if frame.needsMagnetometer {
        let error = #expect(throws: FusionError.self) { try source.process(sample) }
        #expect(error.map { if case .noNorth = $0 { true } else { false } } == true)
      } else {
        #expect(try source.process(sample).attitude == .identity)
      }
    }
  }

  @Test func relativeAttitudeIsTheTurnSinceTheReference() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<100 {
      let (reference, turn) = (random.rotation(), random.rotation())
      #expect(angle((reference * turn).relative(to: reference), turn) < 1e-12)
      #expect(angle(reference.relative(to: reference), .identity) < 1e-12)
    }
  }
}
