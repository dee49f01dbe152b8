import Rotations

@_exported public import struct Basics.SeededRandom

extension SeededRandom {
  /// Three independent normal numbers with mean 0 and standard deviation 1.
  package mutating func normalVector() -> Vector3 { Vector3(normal(), normal(), normal()) }
}
