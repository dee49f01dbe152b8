import Testing

@testable import Notebooks
