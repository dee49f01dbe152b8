import Basics
import Foundation

/// The mathematical font that a page with formulas carries: brackets, roots and matrices then have their height on any
/// machine. For the font only what the page's formulas use is in the page.
package enum MathFont {
  /// The fonts that serve, the best first, by the names of their files.
  package static let files = [
    "texgyrepagella-math.otf", "texgyretermes-math.otf", "DejaVuMathTeXGyre.ttf", "latinmodern-math.otf",
    "Asana-Math.otf",
  ]

  /// Folders in which distributions put them.
  package static let folders = [
    "/usr/share/texmf/fonts/opentype/public/tex-gyre-math", "/usr/share/fonts/opentype/tex-gyre-math",
    "/usr/share/fonts/tex-gyre-math", "/usr/share/fonts/truetype/dejavu",
    "/usr/share/texmf/fonts/opentype/public/lm-math", "/usr/share/fonts/opentype/asana-math", "/usr/share/fonts/OTF",
    "/usr/local/share/fonts", "/Library/Fonts",
  ]

  /// The best font that is there.
  package static func find(in folders: [String] = Self.folders) -> String? {
    files.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isReadableFile(atPath: $0) }
  }

  // MARK: Characters

  /// The characters that the formulas of a page show, in order. Letters that stand alone are shown in italics, which are
  /// their own characters. O(length).
  static func characters(in html: String) -> [UInt32] {
    var found = Set<UInt32>()
    _ = html.replacingSpans(from: "<math", to: "</math>") { inside in
      let text = inside.drop { $0 != ">" }.dropFirst()
      // The root's sign is in no text.
      if text.contains("<msqrt") || text.contains("<mroot") { found.insert(0x221A) }
      for scalar in MarkupText.unescape(String(text).removingSpans(from: "<", to: ">")).unicodeScalars
      where scalar.value > 32 {
        found.insert(scalar.value)
        found.formUnion(variants(of: scalar.value))
      }
      return nil
    }
    return found.sorted()
  }

  /// Letters in italics, and the accents and brackets that browsers take for others.
  private static func variants(of code: UInt32) -> [UInt32] {
    switch code {
    case 0x68: [0x210E]
    case 0x41...0x5A: [0x1D434 + code - 0x41]
    case 0x61...0x7A: [0x1D44E + code - 0x61]
    case 0x391...0x3A9: [0x1D6E2 + code - 0x391]
    case 0x3B1...0x3C9: [0x1D6FC + code - 0x3B1]
    case 0x131: [0x1D6A4]
    case 0x237: [0x1D6A5]
    case 0x3F4: [0x1D6F3]
    case 0x2207: [0x1D6FB]
    case 0x2202: [0x1D715]
    case 0x3F5: [0x1D716]
    case 0x3D1: [0x1D717]
    case 0x3F0: [0x1D718]
    case 0x3D5: [0x1D719]
    case 0x3F1: [0x1D71A]
    case 0x3D6: [0x1D71B]
    case 0x2D: [0x2212]
    case 0x5E, 0x2C6: [0x302]
    case 0x7E, 0x2DC: [0x303]
    case 0xAF, 0x5F, 0x203E: [0x304, 0x305, 0x332]
    case 0x2D9: [0x307]
    case 0xA8: [0x308]
    default: []
    }
  }
}
