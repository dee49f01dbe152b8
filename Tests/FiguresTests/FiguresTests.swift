import Testing

@testable import Figures
