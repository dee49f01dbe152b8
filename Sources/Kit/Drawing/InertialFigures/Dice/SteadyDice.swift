import Evaluation
import Figures
import Foundation
import Rotations
import Simulation
import Stabilization
import Traces

/// A dice that stays put in the world while the camera turns with the phone; or the phone itself, turning in the reference
/// frame before a camera that stays put.
public struct SteadyDice: Hashable, Sendable {
  /// What the pictures show.
  public enum View: String, CaseIterable, Hashable, Codable, Sendable {
    /// The dice, through a camera that turns with the phone.
    case dice
    /// The phone as a box in the reference frame, with the frame's axes, from the front and above: of a phone that lies
    /// or is the screen and its top edge are seen.
    case phone
  }

  /// Seconds, increasing.
  public let times: [Double]
  /// Device→reference frame, one per time.
  public let attitudes: [Quaternion]
  /// What the pictures show.
  public var view: View
  /// From the camera to the middle of the dice, whose edges have length 1. Default 4. Larger values show it smaller and with
  /// less perspective. A recording's phone is seen from 5.
  public var distance: Double
  /// Vertical field of view, rad. Default 60°, of a recording's phone 30°. Larger values show it smaller, with more perspective.
  public var fieldOfView: Double

  /// Pictures of a movement that is given by attitudes.
  ///
  /// - Throws: ``SceneError/empty(_:)`` for no attitudes, ``SceneError/timing(name:value:expected:)`` for times that do not fit them.
  public init(
    times: [Double], attitudes: [Quaternion], view: View = .dice, distance: Double = 4,
    fieldOfView: Double = 60 * .pi / 180
  ) throws(SceneError) {
    guard !attitudes.isEmpty else { throw .empty("attitude to show") }
    try SceneError.check(times, count: attitudes.count, one: "attitude")
    (self.times, self.attitudes, self.view) = (times, attitudes, view)
    (self.distance, self.fieldOfView) = (distance, fieldOfView)
  }

  /// Pictures of a recorded movement.
  ///
  /// - Throws: as ``init(times:attitudes:view:distance:fieldOfView:)``, never for a trace.
  public init(_ trace: Trace, view: View = .dice) throws(SceneError) {
    try self.init(times: trace.elapsed, attitudes: trace.attitude, view: view)
    if view == .phone { fillFrame() }
  }

  /// A phone that is or turns about the origin, from so far away that it fills the picture and its axes are seen.
  static func phone(_ attitudes: [Quaternion]) throws(SceneError) -> SteadyDice {
    var dice = try SteadyDice(times: attitudes.indices.map(Double.init), attitudes: attitudes, view: .phone)
    dice.fillFrame()
    return dice
  }

  private mutating func fillFrame() { (distance, fieldOfView) = (5, 30 * .pi / 180) }

  /// The attitude at a time, s: along the shortest turn between the samples about it; at the ends, the first or the last.
  public func attitude(at time: Double) -> Quaternion {
    Resampling(at: [time], of: times).attitudes(attitudes)[0]
  }

  /// The picture at an attitude.
  ///
  /// - Throws: ``SceneError`` for a camera inside the dice.
  public func frame(_ attitude: Quaternion, caption: String = "") throws(SceneError) -> SceneFrame {
    switch view {
    case .dice:
      return try SceneCamera(attitude: attitude, distance: distance, fieldOfView: fieldOfView)
        .picture(of: [.dice], caption: caption)
    case .phone:
      let camera = try phoneCamera()
      let phone = SceneSolid.phone.mapped { attitude.act(on: $0) }
      let frame = try camera.picture(of: [phone], caption: caption)
      return try ReferenceAxes(phone, camera).added(to: frame)
    }
  }

  /// Several instants side by side, evenly spread from the first sample to the last.
  ///
  /// - Parameters:
  ///   - instants: how many; at least 1.
  ///   - columns: how many in a row.
  /// - Throws: ``SceneError``.
  public func picture(instants: Int = 8, columns: Int = 4) throws(SceneError) -> ScenePicture {
    guard instants > 0 else { throw .timing(name: "instants", value: Double(instants), expected: "1 or more") }
    let step = { (index: Int) in duration * Double(index) / Double(max(1, instants - 1)) }
    return try ScenePicture(frames: frames((0..<instants).map(step)), columns: columns, alternative: alternative)
  }

  /// The whole movement as an animation at its own speed.
  ///
  /// - Parameter rate: frames a second. Default 12. Larger values are smoother, and the file grows with them.
  /// - Throws: ``SceneError``, also for more than 2000 frames.
  public func animation(rate: Double = 12) throws(SceneError) -> SceneAnimation {
    guard rate > 0, rate.isFinite else { throw .timing(name: "rate", value: rate, expected: "above 0 frames a second") }
    let count = max(1, (duration * rate).rounded(.down))
    guard count <= 2000 else {
      throw .timing(name: "number of frames", value: count, expected: "at most 2000: lower the rate or cut the trace")
    }
    return try SceneAnimation(
      frames: frames((0..<Int(count)).map { Double($0) / rate }), rate: rate, alternative: alternative)
  }

  /// The dice to turn by hand in an HTML page, with the recorded movement to play.
  ///
  /// - Parameter rate: cameras a second that are stored. Default 30.
  /// - Throws: ``SceneError``.
  public func interactive(rate: Double = 30) throws(SceneError) -> InteractiveScene {
    guard rate > 0, rate.isFinite else {
      throw .timing(name: "rate", value: rate, expected: "above 0 cameras a second")
    }
    let instants = (0...Int(min(duration * rate, 1e5))).map { times[0] + Double($0) / rate }
    let cameras = try instants.map { (time) throws(SceneError) in
      // The phone before a fixed camera is a fixed phone before a camera that turns the other way; the light turns
      // with the phone then.
      let q = attitude(at: time)
      if view == .dice { return try SceneCamera(attitude: q, distance: distance, fieldOfView: fieldOfView) }
      let (camera, back) = (try phoneCamera(), q.inverse)
      return try SceneCamera(
        right: back.act(on: camera.right), up: back.act(on: camera.up), back: back.act(on: camera.back),
        distance: distance, fieldOfView: fieldOfView)
    }
    let still =
      view == .dice
      ? try SceneCamera(attitude: .identity, distance: distance, fieldOfView: fieldOfView) : try phoneCamera()
    return try InteractiveScene(
      solid: view == .dice ? .dice : .phone, cameras: cameras, times: instants, alternative: alternative,
      following: SceneFollowing(view == .dice ? .along : .against, from: still))
  }

  /// The camera that looks at the phone.
  private func phoneCamera() throws(SceneError) -> SceneCamera {
    try .standing(azimuth: -0.6 * .pi, elevation: 0.21 * .pi, distance: distance, fieldOfView: fieldOfView)
  }

  /// Seconds from the first to the last sample.
  public var duration: Double { times[times.count - 1] - times[0] }

  private var alternative: String {
    view == .dice
      ? "A dice that stays where it is in the world, seen through a camera that turns with the phone"
      : "The phone as a box that turns in the reference frame"
  }

  /// What is seen at instants, s after the first sample.
  private func frames(_ instants: [Double]) throws(SceneError) -> [SceneFrame] {
    try instants.map { (instant) throws(SceneError) in
      let time = times[0] + instant
      return try frame(attitude(at: time), caption: String(format: "%.1f s", time))
    }
  }
}
