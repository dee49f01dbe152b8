import StrictHTTP

import enum Basics.Secret

/// Decides which requests the preview's server answers.
///
/// The page shows a person's files and can start their code, so a web page from elsewhere must not reach it. Three things
/// stand against that: the token in the address, which nobody else knows; the `Host` header, which a name that was made to
/// point here (DNS rebinding) gives away; and the `Origin` header, which browsers add to requests that pages send.
package struct RequestGuard: Sendable {
  /// The secret first part of every path.
  package var token: String
  /// The port on which the server listens.
  package var port: UInt16

  package init(token: String, port: UInt16) { (self.token, self.port) = (token, port) }

  /// What is to be done with a request.
  package enum Verdict: Hashable {
    /// The path behind the token, without a slash at its start; empty for the page itself.
    case allowed(resource: String)
    case refused(String)
  }

  /// Looks at a request. The headers are as they were sent; `origin` is nil where there is none.
  package func verdict(path: String, host: String?, origin: String?) -> Verdict {
    guard let host, hosts.contains(host.lowercased()) else {
      return .refused("This address is not the preview's own.")
    }
    if let origin, !hosts.contains(where: { "http://\($0)" == origin.lowercased() }) {
      return .refused("Another page has sent this request.")
    }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = parts.first, Secret.areEqual(String(first), token) else {
      return .refused("The address is not complete: use the one that the program printed.")
    }
    return .allowed(resource: parts.count > 1 ? String(parts[1]) : "")
  }

  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }
}
