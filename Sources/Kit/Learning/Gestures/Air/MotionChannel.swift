/// One view of a gesture in the air; several of them, side by side, are its features.
///
/// Unless it says otherwise a channel is in the frame of the mean attitude (x to the right of the device, y to its
/// top, z out of the screen), sampled evenly in time, and scaled so that the squares of its numbers sum to 1: neither
/// size nor speed matters, and no channel outweighs another.
public enum MotionChannel: String, Hashable, Codable, Sendable, CaseIterable {
  /// The path, integrated with zero end velocity, about its centre: 3 numbers a sample.
  case path
  /// The velocity along it: 3 numbers a sample.
  case velocity
  /// The kinematic acceleration: 3 numbers a sample. What the sensor measures, without integration.
  case acceleration
  /// The rotation rate: 3 numbers a sample. Needs a trace that has it.
  case rotationRate
  /// How the device is held, compared with its mean attitude, about the mean: where its screen faces (x, y) and how
  /// it rolls (x of its top edge), 3 numbers a sample. People turn the wrist when they draw.
  case pointing
  /// The direction of the projected path, sampled evenly along the path: 2 numbers a sample.
  case direction
  /// By how much the projected path turns from one step to the next, evenly along the path, in half turns: 1 number a
  /// sample.
  case turning
  /// How much of the projected path runs in each of eight directions, shared between the two nearest: 8 numbers.
  case directionHistogram
}
