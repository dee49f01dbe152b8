import Basics
import Caches
import Drawings
import Files
import Foundation
import Processes
import Synchronization
import Toolchains

/// The fonts that a page carries, cut down to the characters that it needs: it then looks alike on any machine. The text is in the face
/// of the PDF, formulas in a mathematical font.
package struct PageFonts: Sendable {
  /// HarfBuzz's program that cuts a font down: `hb-subset`.
  package let cutter: String
  /// What packs a font, to half of its size: `woff2_compress`; nil where it is missing.
  let packer: String?
  /// The file of the mathematical font; nil where there is none.
  let math: String?
  /// The files of the text's faces, by how the page asks for them; none where one of them is missing.
  let text: [(file: String, asked: String)]
  /// Where fonts that were cut down are kept.
  package let store: Store

  /// What cuts fonts down, by its name.
  package static let cutter = "hb-subset"
  /// What packs them.
  static let packer = "woff2_compress"
  /// What a page's styles call the text's face.
  static let textFamily = "Page Text"

  /// The text's faces, the better family first: upright, italic, semibold.
  private static let families = [
    ["LibertinusSerif-Regular.otf", "LibertinusSerif-Italic.otf", "LibertinusSerif-Semibold.otf"],
    ["LinLibertine_R.otf", "LinLibertine_RI.otf", "LinLibertine_RZ.otf"],
  ]
  private static let folders = [
    "/usr/share/fonts/opentype/libertinus", "/usr/share/fonts/opentype/linux-libertine", "/usr/share/fonts/OTF",
    "/usr/share/fonts/libertinus", "/usr/share/fonts/linux-libertine-fonts", "/usr/local/share/fonts", "/Library/Fonts",
  ]

  /// The fonts of this machine and what cuts them; nil where it or all fonts are missing.
  package init?(store: Store, path: String = ToolFolders.path()) {
    guard let cutter = Program.find(Self.cutter, path: path) else { return nil }
    (self.cutter, self.store, packer) = (cutter, store, Program.find(Self.packer, path: path))
    (math, text) = (MathFont.find(), Self.findText())
    if math == nil, text.isEmpty { return nil }
  }

  /// The files of the text's faces, with the styles for which they are.
  package static func findText(in folders: [String]? = nil) -> [(file: String, asked: String)] {
    for family in families {
      let files = family.compactMap { name in
        (folders ?? Self.folders).lazy.map { "\($0)/\(name)" }.first { FileManager.default.isReadableFile(atPath: $0) }
      }
      if files.count == family.count {
        return Array(zip(files, ["", " font-style: italic;", " font-weight: 600 700;"]))
      }
    }
    return []
  }

  /// The style that gives a page its fonts. The first time costs some 90 ms for each font and set of characters.
  package func style(for html: String, interrupt: Interrupt? = nil) -> String {
    var faces: [String] = []
    let letters = Self.letters(in: html)
    for (file, asked) in text {
      // The upright face has what the page says; what the others lack is rare, and slanted or thickened by the browser.
      let characters = asked.isEmpty ? letters : Self.usual
      // As large as the faces that stand in for it: its small letters are lower.
      faces.append(
        face(Self.textFamily, file, characters, " size-adjust: 114%;\(asked)", features: "kern,liga", interrupt))
    }
    let formulas = MathFont.characters(in: html)
    if let math, !formulas.isEmpty { faces.append(face("Formulas", math, formulas, "", features: "*", interrupt)) }
    let style = faces.filter { !$0.isEmpty }.joined(separator: " ")
    return style.isEmpty ? "" : "<style>\(style)</style>\n"
  }

  private func face(
    _ family: String, _ file: String, _ characters: [UInt32], _ asked: String, features: String, _ interrupt: Interrupt?
  ) -> String {
    guard let font = Self.cutting.withLock({ _ in cut(file, characters, features, interrupt) }) else { return "" }
    let kind = packer == nil ? ("otf", "opentype") : ("woff2", "woff2")
    return
      "@font-face { font-family: \"\(family)\";\(asked) src: url(data:font/\(kind.0);base64,\(font.base64EncodedString())) "
      + "format(\"\(kind.1)\"); }"
  }

  private static let name = "font"
  /// Held while a font is cut: who wants the same one meanwhile waits for it.
  private static let cutting = Mutex(())

  private func cut(_ file: String, _ characters: [UInt32], _ features: String, _ interrupt: Interrupt?) -> Data? {
    let list = characters.map { String($0, radix: 16) }.joined(separator: ",")
    let tools = [file, cutter, packer ?? ""].map { "\($0) \(DrawingTools.version($0))" }
    let key = ContentHash(["font 3", features, list] + tools)
    if let kept = store.entry(.formula, key)?.files[Self.name] { return kept }
    let made = try? store.withScratch { folder -> Data? in
      let output = "\(folder)/\(Self.name).otf"
      let arguments = [
        file, "--unicodes=\(list)", "--layout-features=\(features)", "--no-hinting", "--name-IDs=0,1,2,13,14",
        "--output-file=\(output)",
      ]
      guard try Subprocess.run(cutter, arguments, interrupt: interrupt).status == 0 else { return nil }
      guard let packer else { return FileManager.default.contents(atPath: output) }
      guard try Subprocess.run(packer, [output], interrupt: interrupt).status == 0 else { return nil }
      return FileManager.default.contents(atPath: "\(folder)/\(Self.name).woff2")
    }
    guard let made else { return nil }
    store.keep(.formula, key, [Self.name: made])
    return made
  }

  // MARK: Characters

  /// What texts have anyway: the states of a page that answers may show more than its first one.
  static let usual = Array(0x20...0x7E) + "\u{A0}°±²³·½×–—‘’“”…−⁻¹→≤≥αβσ".unicodeScalars.map(\.value)

  /// The characters of a page and the usual characters, in order. O(length).
  static func letters(in html: String) -> [UInt32] {
    var found = Set(usual)
    for scalar in html.unicodeScalars where scalar.value > 0x7E { found.insert(scalar.value) }
    return found.sorted()
  }
}
