import Testing

@testable import Inertial
