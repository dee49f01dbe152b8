import Display
import Foundation

extension Execution {
  /// What the cells have recorded, in order.
  package var recorded: [RecordedValue] {
    outcomes.flatMap(\.outputs).compactMap { output in
      guard case .bundle(let bundle) = output, let json = bundle.contents[MediaType.record] else { return nil }
      return try? JSONDecoder().decode(RecordedValue.self, from: Data(json.utf8))
    }
  }
}
