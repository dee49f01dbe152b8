import Foundation
import Testing

@testable import Reports

@Suite("Names of functions in formulas")
struct FunctionSpacingTests {
  @Test(
    "A name is set off from its argument and from a factor before it, not from brackets, signs and relations",
    arguments: [
      (#"v \cos θ"#, #"v \,\cos \,θ"#), (#"v\cos\theta"#, #"v\,\cos\,\theta"#), (#"\cos(\theta)"#, #"\cos(\theta)"#),
      (#"\sin^2\theta"#, #"\sin^2\,\theta"#), (#"\log_{10} x"#, #"\log_{10} \,x"#), (#"-\sin x"#, #"-\sin \,x"#),
      (#"x = \exp\left(-t\right)"#, #"x = \exp\left(-t\right)"#), (#"2\sin x\cos y"#, #"2\,\sin \,x\,\cos \,y"#),
      (#"\frac{\sin x}{\cos x}"#, #"\frac{\sin \,x}{\cos \,x}"#), (#"(a)\ln b"#, #"(a)\,\ln \,b"#),
      (
        #"\begin{pmatrix}\cos\theta & -\sin\theta\\ \sin\theta & \cos\theta\end{pmatrix}"#,
        #"\begin{pmatrix}\cos\,\theta & -\sin\,\theta\\ \sin\,\theta & \cos\,\theta\end{pmatrix}"#
      ),
      (#"e^{i\cos x}"#, #"e^{i\,\cos \,x}"#), (#"\text{since} a"#, #"\text{since} a"#), (#"x_{\sin}"#, #"x_{\sin}"#),
      (#"a \cdot \sin b"#, #"a \cdot \sin \,b"#), (#"\cos"#, #"\cos"#), (#"{\cos"#, #"{\cos"#), (#"\"#, #"\"#),
      (#"\hat v\,\cos\theta"#, #"\hat v\,\cos\,\theta"#), (#"\cosine x"#, #"\cosine x"#), (#"\cos^"#, #"\cos^"#),
    ])
  func spaces(_ tex: String, _ spaced: String) { #expect(FunctionSpacing.spaced(tex) == spaced) }

  @Test("The page has the space, too", .enabled(if: Formulas.program != nil, "blahtexml is not installed"))
  func page() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let html = Formulas(cacheFolder: folder).html(.init(tex: #"v \cos θ"#, isDisplay: false))
    #expect(html.contains(#"<mi>v</mi><mspace width="0.167em"/><mi>cos</mi><mspace width="0.167em"/>"#), "\(html)")
    #expect(html.contains(#"alttext="v \cos θ""#))
  }
}
