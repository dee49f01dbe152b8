import Foundation
import Testing

@testable import Reports

@Suite("Space in formulas", .enabled(if: Formulas.program != nil, "blahtexml is not installed"))
struct FormulaSpacingTests {
  @Test(
    "A function's name is set off from its argument and from a factor before it, not from a bracket or a sign",
    arguments: [
      (#"v \cos θ"#, 2), (#"v\cos\theta"#, 2), (#"\cos(\theta)"#, 0), (#"\sin^2\theta"#, 1), (#"-\sin x"#, 1),
      (#"\frac{\sin x}{\cos x}"#, 2), (#"\begin{pmatrix}\cos\theta & -\sin\theta\end{pmatrix}"#, 2),
      (#"e^{i\cos x}"#, 2), (#"x = a + b"#, 0), (#"x\,y"#, 1),
    ])
  func functions(_ tex: String, _ spaces: Int) throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let html = Formulas(cacheFolder: folder).html(.init(tex: tex, isDisplay: false))
    #expect(html.matches(of: /<mspace width="0\.167em"/).count == spaces, "\(html)")
    #expect(html.matches(of: /<mspace/).count == spaces && html.contains("alttext="), "\(html)")
  }

  @Test("The signs of a norm, of parallel lines, of powers and the like are set, too, as characters")
  func norms() {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let formulas = Formulas(cacheFolder: folder)
    for (character, command) in [
      ("‖v‖^2", #"\Vert v\Vert ^2"#), ("a ∥ b", #"a \parallel b"#), ("‖v‖²", #"\Vert v\Vert ^{2}"#),
      ("x₁₂ − 10⁻³·½", #"x_{12} - 10^{-3}\cdot \frac{1}{2}"#), ("ℝ³", #"\mathbb{R}^{3}"#),
      (#"90° \text{ m/s²}"#, #"90^{\circ} \text{ m/s²}"#),
    ] {
      let html = formulas.html(.init(tex: character, isDisplay: false))
      #expect(html.contains("<math"), "\(html)")
      func set(_ html: String) -> String { html.replacing(/alttext="[^"]*"/, with: "") }
      #expect(set(html) == set(formulas.html(.init(tex: command, isDisplay: false))))
    }
  }

  @Test(
    "Letters of another alphabet are characters: browsers know no other attribute of a letter than that it is upright")
  func alphabets() {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let formulas = Formulas(cacheFolder: folder)
    let latin = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    var seen: [String: String] = [:]
    for (command, letters) in [
      ("mathbf", latin + "0123456789"), ("mathbb", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
      ("mathcal", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
      ("mathfrak", latin), ("mathsf", latin), ("mathtt", latin), ("boldsymbol", latin),
    ] {
      for letter in letters.map(String.init) {
        let html = formulas.html(.init(tex: "\\\(command){\(letter)}", isDisplay: false))
        let shown = html.replacing(/<[^>]*>/, with: "")
        // Unicode's own table says of which letter each is a form.
        #expect(
          shown.precomposedStringWithCompatibilityMapping == letter && shown != letter, "\(command) \(letter): \(html)")
        #expect(!html.contains("mathvariant") && shown.unicodeScalars.count == 1, "\(html)")
        if let other = seen.updateValue("\(command) \(letter)", forKey: shown) {
          Issue.record("\(shown) stands for \(other) and for \(command) \(letter)")
        }
      }
    }
    for (tex, shown) in [
      (#"\boldsymbol\omega"#, "𝝎"), (#"\bm{\Omega}"#, "𝛀"), (#"\boldsymbol{\alpha}"#, "𝜶"), (#"\mathrm{d}"#, "d"),
    ] {
      #expect(formulas.html(.init(tex: tex, isDisplay: false)).replacing(/<[^>]*>/, with: "") == shown, "\(tex)")
    }
  }
}
