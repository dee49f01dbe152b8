import Basics
import CCrypto
import Drawings
import Figures
import Foundation

/// What a page may do: its Content-Security-Policy, which the browser keeps, whatever is in the page.
package enum PagePolicy {
  /// A page that is handed out: its own scripts run, known by their hashes, and nothing else does. It shows pictures, films
  /// and sounds that it holds or that lie next to it, and loads nothing from other sites.
  case handedOut
  /// The same for a page whose server sends the policy: its scripts carry this word.
  case served(nonce: String)
  /// A page of a site, whose scripts and style lie next to it.
  case ofSite
  /// A page whose author's HTML stays as it is, scripts included: `raw-html: trusted`.
  case trusted

  /// The element of the page's head that sets the policy, for a page with these scripts.
  package func head(scripts: [String] = []) -> String {
    let (allowed, styles): (String, String)
    switch self {
    case .handedOut: (allowed, styles) = (scripts.map { "'sha256-\(Self.hash($0))'" }.joined(separator: " "), "")
    case .ofSite: (allowed, styles) = ("'self' file:", "'self' file: ")
    case .served, .trusted: return ""
    }
    return """
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src \(allowed); \
      style-src \(styles)'unsafe-inline'; img-src 'self' file: data:; media-src 'self' file: data:; font-src data:; \
      base-uri 'none'; form-action 'none'">

      """
  }

  /// A script as an element of the page.
  func element(of script: String) -> String {
    guard case .served(let nonce) = self else { return "<script>\(script)</script>\n" }
    return "<script nonce=\"\(nonce)\">\(script)</script>\n"
  }

  /// SHA-256 in base 64, as policies name a script.
  static func hash(_ script: String) -> String {
    let bytes = Array(script.utf8)
    var digest = [UInt8](repeating: 0, count: 32)
    EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    return Data(digest).base64EncodedString()
  }
}

/// The look and the scripts of all pages, for a site that has them once.
package enum PageAssets {
  package static let style = HTMLStyle.text + LessonStyle.text + ExploringScript.rules
  package static let script =
    HTMLPage.script + PageScripts([.turning, .scenes, .films, .guesses, .exploring]).texts.joined()
}

/// Which scripts of ours a page has, next to the one for its buttons.
package struct PageScripts: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Turns figures in space.
  package static let turning = PageScripts(rawValue: 1)
  /// Turns and plays interactive scenes.
  package static let scenes = PageScripts(rawValue: 2)
  /// Shows one slide after the other.
  package static let slides = PageScripts(rawValue: 4)
  /// Asks for guesses, and veils what they are about.
  package static let guesses = PageScripts(rawValue: 8)
  /// Shows what the page's controls ask for.
  package static let exploring = PageScripts(rawValue: 16)

  /// Stops films.
  package static let films = PageScripts(rawValue: 32)

  /// Those that a page needs that shows this. O(length).
  package init(for main: String) {
    self = []
    if main.holds(TurningScript.mark) { insert(.turning) }
    if main.holds(SceneScript.mark) { insert(.scenes) }
    if main.holds(FilmScript.mark) { insert(.films) }
    if main.holds(GuessScript.mark) { insert(.guesses) }
  }

  var texts: [String] {
    (contains(.turning) ? [TurningScript.text] : []) + (contains(.scenes) ? [SceneScript.text] : [])
      + (contains(.films) ? [FilmScript.text] : [])
      + (contains(.slides) ? [SlideScript.text] : []) + (contains(.guesses) ? [GuessScript.text] : [])
      + (contains(.exploring) ? [ExploringScript.text] : [])
  }
}
