import Foundation
import LocalServer

extension StrictRequest {
  /// Takes a request with its body off the front of what has come; nil while more has to come.
  ///
  /// - Throws: `Fault`.
  package static func take(from buffer: inout Data, largestBody: Int) throws(Fault) -> StrictRequest? {
    guard let (head, size, bodySize) = try head(of: buffer, largestBody: largestBody),
      buffer.count >= size + bodySize
    else { return nil }
    var request = head
    request.body = Data(buffer.dropFirst(size).prefix(bodySize))
    buffer = Data(buffer.dropFirst(size + bodySize))
    return request
  }
}
