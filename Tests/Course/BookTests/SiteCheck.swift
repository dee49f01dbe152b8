import Basics
import Foundation
import Reports

/// What must be true of every book: read from its files alone.
struct SiteCheck {
  let files: [String: Data]

  /// What does not hold, in words.
  var faults: [String] {
    var faults: [String] = []
    let pages = files.keys.filter { $0.hasSuffix(".html") && !$0.contains("/") }.sorted()
    let ids = Dictionary(uniqueKeysWithValues: pages.map { ($0, Self.values("id", in: text($0))) })
    for page in pages {
      let own = ids[page]!
      if Set(own).count != own.count { faults.append("\(page): an id stands twice: \(own.sorted())") }
      let text = text(page)
      for address in Self.values("href", in: text) {
        if address.hasPrefix("https:") || address.hasPrefix("mailto:") || address.hasPrefix("data:") { continue }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let file = parts[0].isEmpty ? page : parts[0].removingPercentEncoding ?? parts[0]
        if files[file] == nil { faults.append("\(page): a link leads to \(address), which is not there") }
        guard parts.count > 1, let places = ids[file] else { continue }
        if !places.contains(parts[1].removingPercentEncoding ?? parts[1]) {
          faults.append("\(page): a link leads to \(address), a place that is not there")
        }
      }
      for name in ["src", "data-figure"] {
        for source in Self.values(name, in: text).flatMap({ $0.split(separator: " ") }) where !source.hasPrefix("data:")
        {
          if files[source.removingPercentEncoding ?? String(source)] == nil {
            faults.append("\(page): \(name)=\(source) is not there")
          }
        }
      }
    }
    for (name, data) in files where ["html", "css", "js", "json", "ipynb"].contains((name as NSString).pathExtension) {
      let text = String(decoding: data, as: UTF8.self)
      if text.unicodeScalars.contains(where: { $0.value >= 0xF0000 }) { faults.append("\(name) has a mark in it") }
      if name.hasPrefix("notebooks/") { continue }
      for asking in ["fetch(", "XMLHttpRequest", "@import", "import(", "url(http", "EventSource", "sendBeacon"]
      where text.contains(asking) {
        faults.append("\(name) asks somebody for something: \(asking)")
      }
    }
    return faults
  }

  private func text(_ name: String) -> String { String(decoding: files[name] ?? Data(), as: UTF8.self) }

  /// The values of an attribute outside of pictures and scripts.
  static func values(_ name: String, in html: String) -> [String] {
    let plain = html.replacing(/<svg[\s\S]*?<\/svg>/, with: "")
    return try! Regex("<[a-zA-Z][^<>]*\\s\(name)=\"([^\"]*)\"").wholeMatches(in: plain)
  }
}

extension Regex where Output == AnyRegexOutput {
  fileprivate func wholeMatches(in text: String) -> [String] {
    text.matches(of: self).map { MarkupText.unescape(String($0.output[1].substring ?? "")) }
  }
}
