import Basics
import Foundation

/// In what two pictures of one figure differ, as somebody would say it who sees both.
struct PictureDifferences {
  private let old: Parts
  private let new: Parts

  /// Compares two figures as our SVG draws them.
  init(_ old: String, _ new: String) { (self.old, self.new) = (Parts(old), Parts(new)) }

  /// The parts that differ, the most telling first: “labels: “time (s)” became “time (ms)”; the data of “exponential””.
  var words: String {
    var found: [String] = []
    if old.size != new.size { found.append("the size, \(old.size) before and \(new.size) now") }
    found += Self.changes("labels", old.labels, new.labels)
    found += Self.changes("lines or markers", old.series.map(\.name), new.series.map(\.name))
    if old.marks != new.marks { found.append("the numbers at the axes") }
    if old.size == new.size, old.marks == new.marks {
      // Another size or another axis moves every point.
      found += changed("the data of", \.data)
    }
    found += changed("the look of", \.look)
    if old.spoken != new.spoken { found.append("the alternative text") }
    return found.isEmpty ? "lines, areas or their places" : found.joined(separator: "; ")
  }

  private static let most = 4

  /// What is gone of a list, and what is new.
  private static func changes(_ what: String, _ old: [String], _ new: [String]) -> [String] {
    var (gone, come) = ([String](), [String]())
    for change in new.difference(from: old) {
      switch change {
      case .remove(_, let text, _): gone.append(text)
      case .insert(_, let text, _): come.append(text)
      }
    }
    func list(_ texts: [String]) -> String {
      let more = texts.count - most
      return texts.prefix(most).map { "“\($0)”" }.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
    switch (gone.isEmpty, come.isEmpty) {
    case (true, true): return []
    case (false, true): return ["\(what): \(list(gone)) \(gone.count == 1 ? "is" : "are") gone"]
    case (true, false): return ["\(what): \(list(come)) \(come.count == 1 ? "is" : "are") new"]
    case (false, false): return ["\(what): \(list(gone)) became \(list(come))"]
    }
  }

  /// The series of one name in both pictures whose part is not the same.
  private func changed(_ what: String, _ part: KeyPath<Parts.Series, String>) -> [String] {
    let names = zip(old.series, new.series).filter { $0.name == $1.name && $0[keyPath: part] != $1[keyPath: part] }
      .map { $0.0.name.isEmpty ? "the series without a name" : "“\($0.0.name)”" }
    guard !names.isEmpty else { return [] }
    let more = names.count - Self.most
    return ["\(what) \(names.prefix(Self.most).joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")"]
  }

  /// What a picture is made of.
  private struct Parts {
    struct Series {
      var name: String
      var data: String
      var look: String
    }

    var size: String
    var spoken: String
    /// The words in the picture.
    var labels: [String]
    /// The numbers in it.
    var marks: [String]
    var series: [Series]

    init(_ picture: String) {
      let box = picture.firstMatch(of: compiled(/width="([\d.]+)pt" height="([\d.]+)pt"/))
      func points(_ text: Substring?) -> String { text.flatMap { Double($0) }.map { "\(Int($0.rounded()))" } ?? "?" }
      size = "\(points(box?.output.1)) × \(points(box?.output.2)) pt"
      spoken = String(picture.firstMatch(of: compiled(/aria-label="([^"]*)"/))?.output.1 ?? "")
      let texts = picture.matches(of: compiled(/(?s)<text[^>]*>(.*?)<\/text>/)).map { Self.plain($0.output.1) }
      func isNumber(_ text: String) -> Bool { text.wholeMatch(of: compiled(/[-−+×^.,\d\s⁰¹²³⁴-⁹⁻]+/)) != nil }
      (labels, marks) = (texts.filter { !isNumber($0) }, texts.filter(isNumber))
      let style = compiled(/(?:class|stroke|fill|stroke-width|stroke-dasharray|opacity)="[^"]*"/)
      series = picture.matches(of: compiled(/(?s)<g><title>(.*?)<\/title>(.*?)<\/g>/)).map { match in
        Series(
          name: Self.plain(match.output.1), data: String(match.output.2.replacing(style, with: "")),
          look: match.output.2.matches(of: style).map { String($0.output) }.joined(separator: " "))
      }
    }

    /// The words of a piece of markup.
    private static func plain(_ markup: Substring) -> String {
      MarkupText.unescape(String(markup).removingSpans(from: "<", to: ">"))
    }
  }
}
