internal import Basics
import Rotations
import Traces

/// Velocity and position over time, as a scheme computed them from a trace.
public struct Trajectory: Hashable, Sendable {
  /// Seconds on the trace's clock.
  public internal(set) var times: [Double]
  /// Per sample: m/s in the reference frame.
  public internal(set) var velocities: [Vector3]
  /// Per sample: m in the reference frame, from where the integration started.
  public internal(set) var positions: [Vector3]
  /// Per sample: device to reference frame, where the scheme estimates the attitude; nil where it takes the recording's.
  public internal(set) var attitudes: [Quaternion]?
  /// Per sample: how uncertain the scheme is; nil for a scheme that does not say.
  public internal(set) var covariances: [MotionCovariance]?

  /// A trajectory of no samples.
  public init() {
    (times, velocities, positions) = ([], [], [])
  }

  /// Forgets all samples and makes room for `capacity`, in the memory of an earlier pass where there is one.
  mutating func removeAll(reserving capacity: Int) {
    times = []  // May be the trace's own.
    velocities.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    times.reserveCapacity(capacity)
    velocities.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
    attitudes?.removeAll(keepingCapacity: true)
    covariances?.removeAll(keepingCapacity: true)
  }

  /// How many samples there are.
  public var count: Int { times.count }

  /// Velocity and position at the sample `index`. Assigning rewrites the past, as a scheme does that `rewritesPast`.
  public subscript(index: Int) -> Motion {
    get {
      Indexing.check(index, below: count, "samples of the trajectory")
      return Motion(velocity: velocities[index], position: positions[index])
    }
    set {
      Indexing.check(index, below: count, "samples of the trajectory")
      velocities[index] = newValue.velocity
      positions[index] = newValue.position
    }
  }

  /// The trajectory of the samples in `range`, which must lie within it.
  public subscript(range: Range<Int>) -> Trajectory {
    Indexing.check(range, within: count, "samples of the trajectory")
    var part = Trajectory()
    part.times = Array(times[range])
    part.velocities = Array(velocities[range])
    part.positions = Array(positions[range])
    part.attitudes = attitudes.map { Array($0[range]) }
    part.covariances = covariances.map { Array($0[range]) }
    return part
  }

  /// Calls `body` once, with the memory of all samples: a check of bounds and owner per sample would cost more than the arithmetic.
  @inline(__always)
  mutating func withMotions(_ body: (Motions) -> Void) {
    velocities.withUnsafeMutableBufferPointer { velocities in
      positions.withUnsafeMutableBufferPointer { positions in
        times.withUnsafeBufferPointer { times in
          guard let t = times.baseAddress, let v = velocities.baseAddress, let x = positions.baseAddress else { return }
          body(Motions(count: times.count, times: t, velocities: v, positions: x))
        }
      }
    }
  }

  /// Adds one sample at the end. All samples have an estimate, or none.
  @inline(__always)
  mutating func append(_ motion: Motion, at time: Double, _ estimate: MotionEstimate? = nil) {
    times.append(time)
    velocities.append(motion.velocity)
    positions.append(motion.position)
    guard let estimate else {
      // Empty ones hold memory of an earlier pass, which may still be asked for.
      if covariances?.isEmpty == false { (attitudes, covariances) = (nil, nil) }
      return
    }
    if count == 1, covariances == nil {
      (attitudes, covariances) = ([], [])
      attitudes?.reserveCapacity(times.capacity)
      covariances?.reserveCapacity(times.capacity)
    }
    attitudes?.append(estimate.attitude)
    covariances?.append(estimate.covariance)
  }

  /// Calls `body` once, with the memory of all samples, estimates included; where no sample has had one, all have to be written.
  @inline(__always)
  mutating func withEstimates(
    _ body: (Motions, UnsafeMutableBufferPointer<Quaternion>, UnsafeMutableBufferPointer<MotionCovariance>) -> Void
  ) {
    var (attitudes, covariances) = (self.attitudes ?? [], self.covariances ?? [])
    attitudes.resize(to: count, filling: .identity)
    covariances.resize(to: count, filling: .zero)
    // This value's own again below: in between they must have one owner.
    (self.attitudes, self.covariances) = (nil, nil)
    withMotions { motions in
      attitudes.withUnsafeMutableBufferPointer { attitudes in
        covariances.withUnsafeMutableBufferPointer { body(motions, attitudes, $0) }
      }
    }
    (self.attitudes, self.covariances) = (attitudes, covariances)
  }

  /// Forgets memory for estimates that no scheme has made.
  mutating func dropMissingEstimates() {
    if covariances?.count != count { (attitudes, covariances) = (nil, nil) }
  }

  /// Forgets the oldest samples.
  mutating func removeFirst(_ count: Int) {
    times.removeFirst(count)
    velocities.removeFirst(count)
    positions.removeFirst(count)
    attitudes?.removeFirst(count)
    covariances?.removeFirst(count)
  }

  /// The index of the first sample later than `time`; `count` when there is none. O(log *n*).
  public func firstIndex(after time: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Makes room for samples at these times in the memory of an earlier pass, where that is enough. What they hold is about to be overwritten.
  ///
  /// - Parameter keepsEstimates: Whether attitudes and covariances will be, too: `withEstimates(_:)` makes room for them.
  mutating func resize(to times: [Double], keepsEstimates: Bool = false) {
    self.times = times
    if !keepsEstimates { (attitudes, covariances) = (nil, nil) }
    velocities.resize(to: times.count, filling: .zero)
    positions.resize(to: times.count, filling: .zero)
  }
}

extension Array {
  /// Drops elements at the end or adds some, in the same memory where there is enough.
  fileprivate mutating func resize(to count: Int, filling element: Element) {
    if self.count > count { removeLast(self.count - count) }
    if self.count < count { self += repeatElement(element, count: count - self.count) }
  }
}

/// The samples of a trajectory in memory.
struct Motions {
  let count: Int
  let times: UnsafePointer<Double>
  fileprivate let velocities: UnsafeMutablePointer<Vector3>
  fileprivate let positions: UnsafeMutablePointer<Vector3>

  @inline(__always)
  subscript(index: Int) -> Motion {
    get { Motion(velocity: velocities[index], position: positions[index]) }
    nonmutating set { (velocities[index], positions[index]) = (newValue.velocity, newValue.position) }
  }
}
