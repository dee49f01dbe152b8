import Display
import Foundation

extension CellOutcome {
  /// What checks of exercises said in the cell, in order. O(outputs).
  package var checks: [CheckedResult] {
    outputs.compactMap { output in
      guard case .bundle(let bundle) = output, let json = bundle.contents[MediaType.check] else { return nil }
      return try? JSONDecoder().decode(CheckedResult.self, from: Data(json.utf8))
    }
  }
}
