import Testing

@testable import Networks
