import Testing

@testable import Rotations
