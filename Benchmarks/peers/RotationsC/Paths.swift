import Rotations

/// Keeps a Swift value for C, which holds a pointer to it.
final class Box<Value> {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private func knots(
  _ m: Int, _ times: UnsafePointer<Double>, _ n: Int, _ q: UnsafePointer<Double>
) -> (times: [Double], attitudes: [Quaternion]) {
  ((0..<m).map { times[$0] }, (0..<n).map { quaternion(q, $0) })
}

@c(gimbal_slerp_new)
public func gimbalSlerpNew(
  _ m: Int, _ times: UnsafePointer<Double>, _ n: Int, _ q: UnsafePointer<Double>,
  _ path: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let (times, attitudes) = knots(m, times, n, q)
    let box = Box(try SlerpPath(times: times, attitudes: attitudes))
    path.pointee = OpaquePointer(Unmanaged.passRetained(box).toOpaque())
  }
}

@c(gimbal_slerp)
public func gimbalSlerp(
  _ path: OpaquePointer, _ n: Int, _ times: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let path = Unmanaged<Box<SlerpPath>>.fromOpaque(UnsafeRawPointer(path)).takeUnretainedValue().value
    for (i, attitude) in try path.attitudes(at: (0..<n).map { times[$0] }).enumerated() { write(attitude, out, i) }
  }
}

@c(gimbal_spline_new)
public func gimbalSplineNew(
  _ m: Int, _ times: UnsafePointer<Double>, _ n: Int, _ q: UnsafePointer<Double>,
  _ spline: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let (times, attitudes) = knots(m, times, n, q)
    let box = Box(try AttitudeSpline(times: times, attitudes: attitudes))
    spline.pointee = OpaquePointer(Unmanaged.passRetained(box).toOpaque())
  }
}

/// Writes attitudes, angular velocities and angular accelerations.
@c(gimbal_spline)
public func gimbalSpline(
  _ spline: OpaquePointer, _ n: Int, _ times: UnsafePointer<Double>, _ attitudes: UnsafeMutablePointer<Double>,
  _ rates: UnsafeMutablePointer<Double>, _ accelerations: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let spline = Unmanaged<Box<AttitudeSpline>>.fromOpaque(UnsafeRawPointer(spline)).takeUnretainedValue().value
    for i in 0..<n {
      let state = try spline.state(at: times[i], extrapolating: true)
      write(state.attitude, attitudes, i)
      write(state.rate, rates, i)
      write(state.acceleration, accelerations, i)
    }
  }
}
