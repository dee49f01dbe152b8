/// A vector in three dimensions; its unit and frame are those of the quantity it holds.
public typealias Vector3 = SIMD3<Double>
