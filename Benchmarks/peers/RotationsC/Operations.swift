import Rotations

private func quaternions(_ p: UnsafePointer<Double>, _ n: Int) -> [Quaternion] { (0..<n).map { quaternion(p, $0) } }
private func vectors(_ p: UnsafePointer<Double>, _ n: Int) -> [Vector3] { (0..<n).map { vector(p, $0) } }

@c(gimbal_compose)
public func gimbalCompose(
  _ n: Int, _ p: UnsafePointer<Double>, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for (i, product) in try Quaternion.products(quaternions(p, n), quaternions(q, n)).enumerated() {
      write(product, out, i)
    }
  }
}

@c(gimbal_inverse)
public func gimbalInverse(_ n: Int, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>) -> Int32 {
  Status.of { () throws(RotationError) in
    for (i, inverse) in Quaternion.inverses(quaternions(q, n)).enumerated() { write(inverse, out, i) }
  }
}

@c(gimbal_apply)
public func gimbalApply(
  _ n: Int, _ q: UnsafePointer<Double>, _ v: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for (i, image) in try Quaternion.act(quaternions(q, n), on: vectors(v, n)).enumerated() { write(image, out, i) }
  }
}

@c(gimbal_power)
public func gimbalPower(
  _ n: Int, _ q: UnsafePointer<Double>, _ exponent: Double, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n { write(quaternion(q, i).power(exponent), out, i) }
  }
}

@c(gimbal_magnitude)
public func gimbalMagnitude(_ n: Int, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n { out[i] = quaternion(q, i).angle }
  }
}

@c(gimbal_angle_between)
public func gimbalAngleBetween(
  _ n: Int, _ p: UnsafePointer<Double>, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n { out[i] = quaternion(p, i).angle(to: quaternion(q, i)) }
  }
}

/// `weights` may be null.
@c(gimbal_mean)
public func gimbalMean(
  _ n: Int, _ q: UnsafePointer<Double>, _ weights: UnsafePointer<Double>?, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let weights = weights.map { weights in (0..<n).map { weights[$0] } }
    write(try Quaternion.average(of: quaternions(q, n), weights: weights), out, 0)
  }
}

/// The shortest rotation from one direction to another; `axis`, which may be null, is for opposite ones.
@c(gimbal_between)
public func gimbalBetween(
  _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ axis: UnsafePointer<Double>?,
  _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let rotation = try Quaternion(
      from: vector(from, 0), to: vector(to, 0), axisIfOpposite: axis.map { vector($0, 0) })
    write(rotation, out, 0)
  }
}

/// `primary` is the index of the pair that is held exactly, or −1. `weights` may be null.
@c(gimbal_align)
public func gimbalAlign(
  _ n: Int, _ from: UnsafePointer<Double>, _ to: UnsafePointer<Double>, _ weights: UnsafePointer<Double>?,
  _ primary: Int, _ out: UnsafeMutablePointer<Double>, _ residual: UnsafeMutablePointer<Double>,
  _ sensitivity: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    var (from, to) = (vectors(from, n), vectors(to, n))
    var weights = weights.map { weights in (0..<n).map { weights[$0] } }
    let alignment: VectorAlignment
    if primary >= 0 {
      let pair = (from.remove(at: primary), to.remove(at: primary))
      _ = weights?.remove(at: primary)
      alignment = try VectorAlignment(primary: pair, from: from, to: to, weights: weights)
    } else {
      alignment = try VectorAlignment(from: from, to: to, weights: weights)
    }
    write(alignment.rotation, out, 0)
    residual.pointee = alignment.residual
    for k in 0..<9 { sensitivity[k] = alignment.sensitivity?[k / 3, k % 3] ?? .nan }
  }
}
