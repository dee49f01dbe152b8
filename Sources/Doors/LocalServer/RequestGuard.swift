import enum Basics.Secret

/// Decides which requests are answered.
///
/// A page shows a person's files and can start their code, so a web page from elsewhere must not reach it. Three things
/// prevent that: the token in the address, which nobody else knows; the `Host` header, which a name that was made to
/// point here (DNS rebinding) gives away; and the `Origin` header, which browsers add to requests that pages send.
package struct RequestGuard: Sendable {
  /// The secret first part of every path; nil where the routes themselves ask for one.
  private let token: String?
  private let schemes: [String]
  private let hosts: Set<String>
  /// Whether a host's port may be any: whatever forwards a port may give it another number.
  private let takesAnyPort: Bool

  /// For a page of this machine, behind a token, at this port; at any port where it is forwarded from elsewhere.
  package init(token: String, port: UInt16, isForwarded: Bool = false) {
    let names = ["127.0.0.1", "localhost"]
    (self.token, takesAnyPort) = (token, isForwarded)
    // What forwards a port may speak TLS to the browser.
    schemes = isForwarded ? ["http", "https"] : ["http"]
    hosts = Set(isForwarded ? names : names.map { "\($0):\(port)" })
  }

  /// For a listener over TLS that may be asked under these names and addresses, each with the port.
  package init(secureHosts: [String]) {
    (token, schemes, takesAnyPort) = (nil, ["https"], false)
    hosts = Set(secureHosts.map { $0.lowercased() })
  }

  /// Whether the one that is allowed has shown the token.
  var asksForToken: Bool { token != nil }

  /// What is to be done with a request.
  package enum Verdict: Hashable {
    /// The path behind the token, without a slash at its start; empty for the page itself.
    case allowed(resource: String)
    case refused(String)
  }

  /// Looks at a request as it was sent: nothing has been decoded. `origin` is nil where there is none.
  package func verdict(path: String, host: String?, origin: String?) -> Verdict {
    guard let host = host?.lowercased(), hosts.contains(takesAnyPort ? Self.name(of: host) : host) else {
      return .refused("This address is not this server's own.")
    }
    if let origin, !schemes.contains(where: { origin.lowercased() == "\($0)://\(host)" }) {
      return .refused("Another page has sent this request.")
    }
    guard let token else { return .allowed(resource: String(path.dropFirst())) }
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = parts.first, Secret.areEqual(String(first), token) else {
      return .refused("The address is not complete: use the one that the program printed.")
    }
    return .allowed(resource: parts.count > 1 ? String(parts[1]) : "")
  }

  /// A host without its port; as it is where what follows the colon is not a port.
  private static func name(of host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), UInt16(host[host.index(after: colon)...]) != nil else { return host }
    return String(host[..<colon])
  }
}
