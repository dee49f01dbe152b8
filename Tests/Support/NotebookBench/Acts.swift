import Basics
import Foundation
import SafeMarkup

/// Ways of slipping an act into a page, which the browser suite tries as well: each shows the word “shown” or nothing, and does
/// something in a page that keeps it.
package let slippedActs: [String] = {
  let file = Checkout.root.appendingPathComponent("Tests/Support/NotebookBench/SlippedActs.json")
  guard let data = try? Data(contentsOf: file), let acts = try? JSONDecoder().decode([String].self, from: data) else {
    fatalError("\(file.path) is no list of texts")
  }
  return acts
}()

/// The active content in a text that was cleaned: tags and attributes that are not on the list of harmless ones, and
/// addresses that lead to a script or to another site. No attribute of such a text has a `>`, so that its tags are
/// found by it.
package func acts(in html: String) -> [String] {
  var found: [String] = []
  let shown = html.replacing(/<style>([^<]*)<\/style>/) { match in
    let style = match.output.1.lowercased()
    if ["@import", "http", "url("].contains(where: style.contains),
      style.contains(/@import|https?:|url\(\s*['"]?[^#d'"\s]/)
    {
      found.append(String(match.output.0))
    }
    return ""
  }
  let acting = Set(
    "script iframe object embed meta base link form button template frameset foreignobject feimage maction noscript textarea title style"
      .split(separator: " ").map(String.init))
  for tag in shown.matches(of: /<(\/?)([A-Za-z][^\s\/>]*)([^>]*)>/) {
    let name = tag.output.2.lowercased()
    // A drawing may say what it is called.
    if acting.contains(name), !(name == "title" && shown.contains("<svg")) { found.append(String(tag.output.0)) }
    for attribute in tag.output.3.matches(of: /([^\s=\/]+)="([^"]*)"/) {
      let (key, value) = (attribute.output.1.lowercased(), attribute.output.2.lowercased())
      let isAddress = ["href", "src", "xlink:href", "poster", "cite"].contains(key)
      let isLink = (name == "a" || key == "cite") && value.hasPrefix("https://")
      let scheme = value.prefix { !"/?#".contains($0) }
      let leads = scheme.contains(":") && !isLink && !["data:image/", "mailto:"].contains(where: value.hasPrefix)
      let isFetched = (key == "style" || key == "fill") && value.contains("evil.example") && value.contains("(")
      let isOther = value.hasPrefix("//") || value.hasPrefix("\\\\") || value.hasPrefix("/\\")
      if key.hasPrefix("on")
        || ["srcset", "ping", "action", "formaction", "srcdoc", "background", "popover"].contains(key)
        || isAddress && (leads || isOther) || isFetched
      {
        found.append("\(tag.output.0): \(key)")
      }
    }
    let rest = tag.output.3.replacing(/[^\s=\/"]+="[^"]*"/, with: "").filter { !$0.isWhitespace && $0 != "/" }
    if !["", "open", "disabled", "disabledchecked", "controls"].contains(rest) {
      found.append("\(tag.output.0): \(rest)")
    }
  }
  return found
}
