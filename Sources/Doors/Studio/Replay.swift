import Foundation
import Fusion
import PhoneLink
import Recordings
import Rotations
import Stabilization
import Synchronization
import Traces

import enum Basics.GivenFile
import enum Basics.OwnThread

/// Plays a recording as if a phone sent it, at its own pace, again and again.
package final class Replay: Sendable {
  private let recording: PhoneRecording
  private let desk: MotionDesk
  private let isOver = Mutex(false)

  /// A replay of a file: the events of a phone as they were sent, or any recording that notebooks read.
  ///
  /// - Throws: `PhoneError` or an `InertialError` for what cannot be read.
  package init(file: String, desk: MotionDesk) throws {
    self.desk = desk
    if file.hasSuffix(".jsonl") {
      let data: Data
      do { data = try GivenFile.read(file) } catch {
        throw RecordingError.unreadableFile(file, reason: error.description)
      }
      recording = try PhoneRecording(lines: data)
    } else {
      recording = PhoneRecording(try Trace(contentsOf: file))
    }
    guard recording.span != nil else { throw PhoneError.malformed("\(file) has no motion") }
  }

  /// Starts to play, on its own thread.
  package func start() {
    _ = OwnThread.start { [self] in
      while !isOver.withLock({ $0 }) { playOnce() }
    }
  }

  package func stop() { isOver.withLock { $0 = true } }

  private func playOnce() {
    let start = ContinuousClock.now
    let events = recording.events
    let first = events.map(\.time).min() ?? 0
    var device = recording.device
    device.origin = Date().timeIntervalSince1970 * 1000
    let page = "replay" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    var number = 0
    while number < events.count, !isOver.withLock({ $0 }) {
      let now = first + (ContinuousClock.now - start) / .milliseconds(1)
      var end = number
      while end < events.count, events[end].time <= now, end - number < PhoneBatch.largestCount { end += 1 }
      let batch = PhoneBatch(
        page: page, phone: "replay", first: number, device: device, events: Array(events[number..<end]))
      // What cannot be kept is sent again, as a phone does.
      if end > number, (try? desk.take(batch)) != nil { number = end }
      usleep(5000)
    }
    usleep(500_000)
  }
}

extension PhoneRecording {
  /// The events that a phone with Apple's signs would have sent for this trace.
  package init(_ trace: Trace) {
    self.init(device: PhoneBatch.Device(convention: .apple, name: "\(trace.name), played", origin: 0))
    let degree = 180 / Double.pi
    var wasTouching = false
    for index in 0..<trace.count {
      let sample = trace[index]
      let time = (sample.timestamp - trace.timestamps[0]) * 1000
      let angles = RollPitchYaw(sample.attitude)
      let gravity = sample.gravity ?? sample.attitude.inverse.act(on: Vector3(0, 0, -standardGravity))
      let (whole, user) = (sample.userAcceleration + gravity, sample.userAcceleration)
      let rate = sample.rotationRate.map { $0 * degree }
      if let isTouching = sample.isTouching, isTouching != wasTouching {
        append([.touch(time: time, isDown: isTouching)])
        wasTouching = isTouching
      }
      append([
        .orientation(
          .init(
            time: time, angles: .init(angles.yaw * degree, angles.pitch * degree, angles.roll * degree),
            isAbsolute: false)),
        .motion(
          .init(
            time: time, accelerationIncludingGravity: .init(whole.x, whole.y, whole.z),
            acceleration: .init(user.x, user.y, user.z), rotationRate: rate.map { .init($0.x, $0.y, $0.z) },
            interval: trace.medianStep * 1000)),
      ])
    }
  }
}
