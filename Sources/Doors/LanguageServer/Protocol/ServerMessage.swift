import CodeHelp
import Foundation

/// A message of a client.
package enum ClientMessage: Hashable, Sendable {
  case request(id: JSON, method: String, parameters: JSON)
  case notification(method: String, parameters: JSON)
  /// An answer to something that the server has asked.
  case response
  /// Not a message of the protocol; with the id that it names, and what is wrong.
  case invalid(id: JSON, fault: AnswerFault)

  /// Reads a message. O(length).
  package init(_ data: Data) {
    guard let json = try? JSON(data) else {
      self = .invalid(id: .null, fault: .init(.parseError, "this is not JSON"))
      return
    }
    guard let members = json.members else {
      self = .invalid(id: .null, fault: .init(.invalidRequest, "a message must be an object"))
      return
    }
    let id = members["id"]
    guard let method = members["method"] else {
      let isResponse = members["result"] != nil || members["error"] != nil
      self =
        isResponse ? .response : .invalid(id: id ?? .null, fault: .init(.invalidRequest, "a message needs a “method”"))
      return
    }
    guard let name = method.string else {
      self = .invalid(id: id ?? .null, fault: .init(.invalidRequest, "“method” must be a text"))
      return
    }
    switch id {
    case nil: self = .notification(method: name, parameters: members["params"] ?? .null)
    case .integer?, .text?: self = .request(id: id!, method: name, parameters: members["params"] ?? .null)
    default: self = .invalid(id: .null, fault: .init(.invalidRequest, "“id” must be a number or a text"))
    }
  }
}

/// The protocol's form of an error.
package struct AnswerFault: Error, Hashable, Sendable {
  /// The protocol's numbers.
  package enum Code: Int, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case unknownMethod = -32_601
    case invalidParameters = -32_602
    case notInitialized = -32_002
    case failed = -32_803
    case serverCancelled = -32_802
    case cancelled = -32_800
  }

  package var code: Code
  package var message: String

  package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  var json: JSON { ["code": .integer(code.rawValue), "message": .text(message)] }
}
