import NotebookDocument

/// The notebook from which a student hands in the course's lab.
package enum LabNotebook {
  /// The Markdown of a notebook with this title: what the lab asks for, with cells that answer what can be computed.
  package static func text(title: String) -> String {
    [head(title: title), letters, tracking, air, end].joined(separator: "\n")
  }

  private static func head(title: String) -> String {
    """
    ---
    title: \(ParameterValue.text(title).json)
    subtitle: Lab 3, gesture recognition and inertial sensing
    notebook:
      timeout: 120
    params:
      strokes: ""        # a CSV of strokes: gesture,label,x,y,t (points, y down, s); drawn by a generator when empty
      trace: ""          # a recording of your phone; simulated when empty
      alpha: 2.0         # 1/s, exponential damping
      drawings: 3        # of each letter
    ---
    *Write over what is set like this, and give your own files: the numbers and the pictures follow.* Run it with
    `-P strokes=letters.csv -P trace=recording.csv`, hand it in with `--strict --to pdf`.

    # Who

    *Names and e-mail addresses, your partner's too.*

    ```swift
    import Foundation
    import Gimbal
    ```

    """
  }

  private static let letters = """
    # Letters on the screen

    Letters from A to Z are drawn with a finger, and recognised by the course's weights.

    ```swift
    let generator = try LetterGenerator(seed: 7)
    var drawn: [LabelledStroke] = []
    if params.strokes.isEmpty {
      for letter in LetterGenerator.letters {
        for index in 0..<params.drawings {
          drawn.append(LabelledStroke(label: letter, stroke: try generator.stroke(letter, index: index)))
        }
      }
    } else {
      let file = try StrokeFile(csv: String(contentsOfFile: params.strokes, encoding: .utf8), file: params.strokes)
      for problem in file.problems { warn("\\(problem)") }
      drawn = file.strokes
    }

    var onScreen = try ConfusionMatrix(labels: LetterGenerator.letters)
    for gesture in drawn {
      onScreen.record(drawn: gesture.label ?? "?", answered: try StrokeRecognizer.course.recognize(gesture.stroke).label)
    }
    func confused(_ matrix: ConfusionMatrix) -> Table {
      Table(
        columns: [.init("drawn"), .init("taken for"), .init("times")],
        rows: matrix.mostConfused(8).map { [.text($0.drawn), .text($0.answered ?? "none"), .count($0.count)] })
    }
    ```

    Right: `{swift} onScreen.correct` of `{swift} onScreen.total`, which is
    `{swift} NumberFormat.significant(100 * (try onScreen.accuracy()).value, digits: 3)` %.

    ```swift
    //| label: tbl-screen
    //| tbl-cap: The letters on the screen that are taken for others most often.
    confused(onScreen)
    ```

    *Which letters are mistaken again and again, and why? Look at @fig-screen: what do the nine zones not see?*

    ```swift
    //| label: fig-screen
    //| fig-cap: Drawn letters, each with the answer.
    //| fig-alt: A sheet of letters drawn in one stroke, with the recognised letter under each.
    try StrokeSheet(
      drawn.prefix(26).map { gesture in
        let answer = try StrokeRecognizer.course.recognize(gesture.stroke).label ?? "none"
        return .init(gesture.stroke, caption: "\\(gesture.label ?? "?") → \\(answer)")
      }, columns: 7
    ).figure()
    ```

    """

  private static let tracking = """
    # Tracking in the air

    ```swift
    let trace = params.trace.isEmpty ? try SimulatedTrace.square.trace() : try Trace(contentsOf: params.trace)
    let truth: Comparison.Truth = trace.truePosition == nil ? .unknown : .recorded
    let comparison = try Comparison(
      of: trace, schemes: [.none, .exponential(rate: params.alpha), .nonlinearStep(), .restRecognition()], truth: truth)
    ```

    *Which stabilisation did you choose, with which parameters? (Here: α = `{swift} params.alpha` per second.) In which plane
    should the phone be moved, and why?*

    ```swift
    //| label: tbl-schemes
    //| tbl-cap: What each scheme makes of the recording.
    comparison
    ```

    ```swift
    //| label: fig-path
    //| fig-cap: The path that each scheme computes.
    //| fig-alt: The computed paths in the vertical plane; without stabilisation the path leaves the picture.
    comparison.trajectoryFigure(plane: .front)
    ```

    """

  private static let air = """
    # Letters in the air

    The same letters, waved with the phone, integrated, and projected onto the plane in which they were drawn.

    ```swift
    let pen = try AirLetterGenerator(letters: generator)
    func waved(_ letter: String, _ index: Int) throws -> Stroke {
      try AirGesture(pen.trace(letter, index: index), scheme: .exponential(rate: params.alpha)).projected()
    }
    var inAir = try ConfusionMatrix(labels: LetterGenerator.letters)
    for letter in LetterGenerator.letters {
      for index in 0..<params.drawings {
        inAir.record(drawn: letter, answered: try StrokeRecognizer.course.recognize(waved(letter, index)).label)
      }
    }
    ```

    Right: `{swift} inAir.correct` of `{swift} inAir.total`, which is
    `{swift} NumberFormat.significant(100 * (try inAir.accuracy()).value, digits: 3)` %.

    ```swift
    //| label: tbl-air
    //| tbl-cap: The letters in the air that are taken for others most often.
    confused(inAir)
    ```

    *Which letters are mistaken again and again? What would help: another scheme, other features?*

    ```swift
    //| label: fig-air
    //| fig-cap: Letters waved in the air, as the recogniser sees them.
    //| fig-alt: A sheet of letters, more crooked than those on the screen.
    try StrokeSheet(
      ["A", "M", "Z", "I", "N", "G"].map { .init(try waved($0, 0), caption: $0) }, columns: 6
    ).figure(size: .init(width: 16, height: 4))
    ```

    """

  private static let end = """
    # Time, and what else

    *How many hours did each of you spend on the lab?*

    *Did you try something more: larger boards (`ZoneFeatures(columns: 4, rows: 4)`), your own hand (`gimbal train`), another
    scheme? What came out?*

    *Remarks on the lab, questions for the checkoff.*

    """
}
