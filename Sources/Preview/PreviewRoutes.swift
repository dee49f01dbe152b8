import FlyingFox
import Foundation
import NotebookDocument

/// What can be asked of one preview, whoever serves it. Whether a request may ask at all is decided before.
package struct PreviewRoutes: Sendable {
  private let preview: NotebookPreview
  private let page: PreviewPage

  package init(_ preview: NotebookPreview, page: PreviewPage) { (self.preview, self.page) = (preview, page) }

  /// Bytes of a parameter's new value.
  private static let largestValue = 64 << 10

  /// The answer to a request for a resource: what stands behind the preview's own address.
  package func answer(_ request: LocalRequest, _ resource: String) -> HTTPResponse {
    switch (request.method, resource) {
    case (.GET, ""):
      return LocalResponse.content(
        "text/html; charset=utf-8", Data(page.text(title: preview.name).utf8), ["Content-Security-Policy": page.policy])
    case (.GET, "events"): return LocalResponse.events(preview.hub.listen())
    case (.POST, "stop"):
      preview.stopCell()
      return LocalResponse.text(.ok, "")
    case (.POST, "run"):
      preview.runAgain()
      return LocalResponse.text(.ok, "")
    case (.POST, "parameter"): return change(request) { try preview.set($0, to: $1) }
    case (.POST, "write"): return change(request) { try preview.write($0, value: $1) }
    case (.GET, let name):
      return LocalResponse.picture(name, in: preview.folder) ?? LocalResponse.text(.notFound, "There is nothing here.")
    default: return LocalResponse.text(.methodNotAllowed, "This cannot be done here.")
    }
  }

  private struct Assignment: Decodable {
    var name: String
    var value: String
  }

  private func change(_ request: LocalRequest, _ body: (String, String) throws -> Void) -> HTTPResponse {
    do {
      guard let data = request.body(upTo: Self.largestValue),
        let assignment = try? JSONDecoder().decode(Assignment.self, from: data)
      else { return LocalResponse.text(.badRequest, "Expected {\"name\": …, \"value\": …}.") }
      try body(assignment.name, assignment.value)
      return LocalResponse.text(.ok, "")
    } catch {
      return LocalResponse.text(.badRequest, "\(error)")
    }
  }
}
