/// Cells and formulas for books of tests.
enum Samples {
  /// A cell that shows a figure of this label.
  static func figure(_ label: String, caption: String = "A line.", options: String = "") -> String {
    """
    ```swift
    //| label: \(label)
    //| fig-cap: '\(caption)'
    //| fig-alt: A line that falls.
    \(options)import Gimbal
    Figure(x: FigureAxis("t", unit: "s"), y: FigureAxis("y", unit: "m"), [.line("a", x: [0, 1, 2], y: [0, 2, 1])])
    ```

    """
  }

  /// A formula with a number.
  static func formula(_ label: String, _ tex: String = "x = 1") -> String { "$$ \(tex) $$ {#\(label)}\n\n" }
}
