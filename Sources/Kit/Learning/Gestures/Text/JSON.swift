internal import Basics
import Foundation

/// Decodes `json`, turning the decoder's complaint into one of ours, with the place in the document.
func decode<T: Decodable>(_ type: T.Type, from json: Data, file: String) throws(GestureError) -> T {
  do {
    return try JSONDecoder().decode(type, from: json)
  } catch {
    throw .decoding(error, file: file)
  }
}

extension GestureError {
  /// A decoder's complaint as one of ours.
  static func decoding(_ error: any Error, file: String) -> GestureError {
    switch error {
    case let error as GestureError: error
    case let error as DecodingError: .unreadable(file: file, reason: error.inWords)
    default: .unreadable(file: file, reason: SystemReason.words(error))
    }
  }
}

/// Encodes `value` with sorted keys: equal values, equal bytes.
func encoded(_ value: some Encodable, file: String) throws(GestureError) -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  do {
    return try encoder.encode(value)
  } catch {
    throw .unreadable(file: file, reason: "it cannot be written as JSON: \(SystemReason.words(error))")
  }
}

extension DecodingError {
  fileprivate var inWords: String {
    func place(_ context: Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
      return path.isEmpty ? "at the top" : "at \(path)"
    }
    switch self {
    case .keyNotFound(let key, let context): return "“\(key.stringValue)” is missing \(place(context))"
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return "expected \(type) \(place(context))"
    case .dataCorrupted(let context):
      let cause = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"] as? String
      return "\(cause ?? context.debugDescription) \(place(context))"
    @unknown default: return "it does not have the expected shape"
    }
  }
}
