import Rotations

// Arrays are contiguous, one item after the other; quaternions are x y z w, as scipy's; matrices row by row.

typealias In = UnsafePointer<Double>
typealias Out = UnsafeMutablePointer<Double>

func quaternion(_ p: In, _ i: Int) -> Quaternion {
  Quaternion(w: p[4 * i + 3], x: p[4 * i], y: p[4 * i + 1], z: p[4 * i + 2])
}

func vector(_ p: In, _ i: Int) -> Vector3 { Vector3(p[3 * i], p[3 * i + 1], p[3 * i + 2]) }

func write(_ q: Quaternion, _ out: Out, _ i: Int) {
  let components = q.xyzw
  for k in 0..<4 { out[4 * i + k] = components[k] }
}

func write(_ v: Vector3, _ out: Out, _ i: Int) {
  for k in 0..<3 { out[3 * i + k] = v[k] }
}

@c(gimbal_normalize)
public func gimbalNormalize(_ n: Int, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n {
      write(try Quaternion(xyzw: UnsafeBufferPointer(start: q + 4 * i, count: 4)), out, i)
    }
  }
}

/// The components in either order, of the quaternion as it is or of the canonical one.
@c(gimbal_components)
public func gimbalComponents(
  _ n: Int, _ q: UnsafePointer<Double>, _ canonical: Int32, _ scalarFirst: Int32, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n {
      let rotation = canonical != 0 ? quaternion(q, i).canonical : quaternion(q, i)
      let components = scalarFirst != 0 ? rotation.wxyz : rotation.xyzw
      for k in 0..<4 { out[4 * i + k] = components[k] }
    }
  }
}

/// Quaternions whose scalar comes first, normalised.
@c(gimbal_from_wxyz)
public func gimbalFromScalarFirst(_ n: Int, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n {
      write(try Quaternion(wxyz: UnsafeBufferPointer(start: q + 4 * i, count: 4)), out, i)
    }
  }
}

/// Matrices that are rotations (`valid`), or any of positive determinant, of which the nearest rotation is meant.
@c(gimbal_from_matrix)
public func gimbalFromMatrix(
  _ n: Int, _ m: UnsafePointer<Double>, _ valid: Int32, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n {
      let rows = (vector(m, 3 * i), vector(m, 3 * i + 1), vector(m, 3 * i + 2))
      if valid != 0 {
        write(Quaternion(try RotationMatrix(rows: rows.0, rows.1, rows.2)), out, i)
        continue
      }
      let matrix = Matrix3(rows: rows.0, rows.1, rows.2)
      guard matrix.determinant > 0 else {
        throw .notARotation(
          argument: "matrix", deviation: matrix.orthonormalityError, determinant: matrix.determinant, tolerance: 0)
      }
      write(Quaternion(try matrix.nearestRotation()), out, i)
    }
  }
}

@c(gimbal_as_matrix)
public func gimbalAsMatrix(_ n: Int, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n {
      let matrix = RotationMatrix(quaternion(q, i))
      for k in 0..<9 { out[9 * i + k] = matrix[k / 3, k % 3] }
    }
  }
}

@c(gimbal_from_rotvec)
public func gimbalFromRotationVector(_ n: Int, _ v: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>) -> Int32
{
  Status.of { () throws(RotationError) in
    for i in 0..<n { write(Quaternion(try RotationVector(vector(v, i))), out, i) }
  }
}

@c(gimbal_as_rotvec)
public func gimbalAsRotationVector(_ n: Int, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n { write(quaternion(q, i).rotationVector, out, i) }
  }
}

@c(gimbal_from_mrp)
public func gimbalFromModifiedRodrigues(
  _ n: Int, _ v: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n { write(Quaternion(try ModifiedRodriguesParameters(vector(v, i))), out, i) }
  }
}

@c(gimbal_as_mrp)
public func gimbalAsModifiedRodrigues(
  _ n: Int, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    for i in 0..<n { write(ModifiedRodriguesParameters(quaternion(q, i)).vector, out, i) }
  }
}

/// Turns about one coordinate axis, 0 1 2 for x y z.
@c(gimbal_turn)
public func gimbalTurn(
  _ n: Int, _ axis: Int32, _ angles: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    guard let axis = CoordinateAxis(rawValue: Int(axis)) else {
      throw .outOfRange(argument: "axis", value: Double(axis), lowest: 0, highest: 2)
    }
    for i in 0..<n { write(Quaternion(axis, angles[i]), out, i) }
  }
}

@c(gimbal_from_euler)
public func gimbalFromEuler(
  _ n: Int, _ sequence: UnsafePointer<CChar>, _ angles: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let sequence = try EulerSequence(String(cString: sequence))
    for i in 0..<n {
      let v = vector(angles, i)
      write(Quaternion(EulerAngles(sequence: sequence, v.x, v.y, v.z)), out, i)
    }
  }
}

/// `locked` becomes 1 where an item is in gimbal lock.
@c(gimbal_as_euler)
public func gimbalAsEuler(
  _ n: Int, _ sequence: UnsafePointer<CChar>, _ q: UnsafePointer<Double>, _ out: UnsafeMutablePointer<Double>,
  _ locked: UnsafeMutablePointer<Int32>
) -> Int32 {
  Status.of { () throws(RotationError) in
    let sequence = try EulerSequence(String(cString: sequence))
    locked.pointee = 0
    for i in 0..<n {
      let angles = EulerAngles(quaternion(q, i), sequence: sequence)
      if angles.isGimbalLocked { locked.pointee = 1 }
      write(Vector3(angles.first, angles.second, angles.third), out, i)
    }
  }
}
