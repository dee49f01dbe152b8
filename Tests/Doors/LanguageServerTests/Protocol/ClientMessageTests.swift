import CodeHelp
import Foundation
import LanguageServer
import Testing

@Suite struct ClientMessageTests {
  private func code(_ text: String) -> AnswerFault.Code? {
    if case .invalid(_, let fault) = ClientMessage(Data(text.utf8)) { fault.code } else { nil }
  }

  @Test func requestsNotificationsAndAnswersAreToldApart() {
    #expect(
      ClientMessage(Data(#"{"id": 1, "method": "a", "params": [2]}"#.utf8))
        == .request(id: 1, method: "a", parameters: [2]))
    #expect(
      ClientMessage(Data(#"{"id": "x", "method": "a"}"#.utf8)) == .request(id: "x", method: "a", parameters: .null))
    #expect(ClientMessage(Data(#"{"method": "a"}"#.utf8)) == .notification(method: "a", parameters: .null))
    #expect(ClientMessage(Data(#"{"id": 1, "result": null}"#.utf8)) == .response)
  }

  @Test func whatIsNoMessageIsAFault() {
    #expect(code("{") == .parseError)
    #expect(code("[1]") == .invalidRequest)
    #expect(code(#"{"id": 1}"#) == .invalidRequest)
    #expect(code(#"{"id": 1, "method": 2}"#) == .invalidRequest)
    #expect(code(#"{"id": {}, "method": "a"}"#) == .invalidRequest)
  }
}
