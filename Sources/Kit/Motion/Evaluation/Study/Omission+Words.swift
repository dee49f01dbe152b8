import Traces

extension Omission {
  /// What was left out, in phrases without a full stop: recordings with the same reason share one.
  package static func phrases(_ omissions: [Omission]) -> [String] {
    var (order, names) = ([String](), [String: [String]]())
    for omission in omissions {
      let reason = omission.reason.hasSuffix(".") ? String(omission.reason.dropLast()) : omission.reason
      if names[reason] == nil { order.append(reason) }
      names[reason, default: []].append(omission.name)
    }
    return order.map { reason in
      let own = names[reason] ?? []
      // The reason names file and line itself.
      if own.count == 1, reason.hasPrefix(own[0]) { return reason }
      let more = own.count > 3 ? " and \(own.count - 3) more" : ""
      return "\(own.prefix(3).joined(separator: ", "))\(more): \(reason)"
    }
  }
}
