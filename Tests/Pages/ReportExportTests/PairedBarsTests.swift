import Testing

@testable import ReportExport

@Suite("Bars in formulas")
struct PairedBarsTests {
  @Test(
    "Bars in pairs are brackets, in each group by itself",
    arguments: [
      (#"|a| + \|v\|^2"#, #"\left|a\right| + \left\|v\right\|^2"#),
      (#"‖v‖²"#, #"\left\|v\right\|²"#),
      (#"|q_1 \cdot q_2| \le 1"#, #"\left|q_1 \cdot q_2\right| \le 1"#),
      (#"\frac{|a|}{|b|}_{|c|}"#, #"\frac{\left|a\right|}{\left|b\right|}_{\left|c\right|}"#),
      (#"\lvert a\rvert + \lVert v\rVert"#, #"\left| a\right| + \left\| v\right\|"#),
      (#"\||a|\|"#, #"\left\|\left|a\right|\right\|"#),
      (#"\Vert v\Vert"#, #"\left\| v\right\|"#),
    ])
  func pairs(_ tex: String, _ brackets: String) { #expect(PairedBars.bracketed(tex) == brackets) }

  @Test(
    "Other bars stay as they are",
    arguments: [
      #"p(a|b) + p(c|d)"#, #"\{x | x > 0\}"#, #"f|_{x=0}"#, #"\left|a\right|"#, #"\bigl|a\bigr|"#,
      #"\begin{array}{|c|}a\end{array}"#, #"a \mid b"#, #"\begin{matrix}|a & b|\end{matrix}"#, "a + b", "",
    ])
  func others(_ tex: String) { #expect(PairedBars.bracketed(tex) == tex) }
}
