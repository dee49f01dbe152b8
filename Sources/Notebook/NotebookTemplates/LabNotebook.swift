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
      waved: ""          # a folder of letters waved with your phone, A.csv, A-2.csv, B.zip …; simulated when empty
      alpha: 2.0         # s⁻¹, exponential damping
      drawings: 3        # of each letter, where they are made up
    ---
    *Write over what is set like this, and give your own files: the numbers and the pictures follow.* Run it with
    `-P strokes=letters.csv -P trace=recording.csv -P waved=letters`, hand it in with `--strict --to pdf`.

    # Authors

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
        columns: [.init("drawn"), .init("read as"), .init("times")],
        rows: matrix.mostConfused(8).map { [.text($0.drawn), .text($0.answered ?? "none"), .count($0.count)] })
    }
    /// The first drawing of each letter with the answer, in the order of the alphabet.
    func sheet(_ drawings: [LabelledStroke]) throws -> Figure {
      let firsts = Dictionary(drawings.map { ($0.label ?? "?", $0.stroke) }) { first, _ in first }
      return try StrokeSheet(
        firsts.sorted { $0.key < $1.key }.map { letter, stroke in
          let answer = try StrokeRecognizer.course.recognize(stroke).label ?? "none"
          return .init(stroke, caption: "\\(letter) → \\(answer)")
        }, columns: 7
      ).figure()
    }
    ```

    Right: `{swift} onScreen.correct` of `{swift} onScreen.total`, which is
    `{swift} NumberFormat.significant(100 * (try onScreen.accuracy()).value, digits: 3)` %.

    ```swift
    //| label: tbl-screen
    //| tbl-cap: The letters on the screen that are mistaken for others most often.
    confused(onScreen)
    ```

    *Which letters are mistaken again and again, and why? Look at @fig-screen: what do the nine zones not see?*

    ```swift
    //| label: fig-screen
    //| fig-cap: The first drawing of each letter, with the answer.
    //| fig-alt: A sheet of letters drawn in one stroke, with the recognised letter under each.
    try sheet(drawn)
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
    var waved: [LabelledTrace] = []
    if params.waved.isEmpty {
      for letter in LetterGenerator.letters {
        for index in 0..<params.drawings {
          waved.append(LabelledTrace(label: letter, trace: try pen.trace(letter, index: index)))
        }
      }
    } else {
      for file in try FileManager.default.contentsOfDirectory(atPath: params.waved).sorted() {
        let letter = file.prefix(1).uppercased()
        guard LetterGenerator.letters.contains(letter), file.dropFirst().first?.isLetter != true else { continue }
        for touch in try Trace(contentsOf: "\\(params.waved)/\\(file)").touches {
          waved.append(LabelledTrace(label: letter, trace: touch))
        }
      }
    }

    func seen(by scheme: any Scheme) throws -> [LabelledStroke] {
      try waved.map { LabelledStroke(label: $0.label, stroke: try AirGesture($0.trace, scheme: scheme).projected()) }
    }
    func answers(_ recognizer: StrokeRecognizer, to gestures: [LabelledStroke]) throws -> ConfusionMatrix {
      var matrix = try ConfusionMatrix(labels: LetterGenerator.letters)
      for gesture in gestures {
        matrix.record(drawn: gesture.label ?? "?", answered: try recognizer.recognize(gesture.stroke).label)
      }
      return matrix
    }
    ```

    The course asks for 12 to 15 letters of 26 with its weights, which saw letters on a screen only. Which scheme gets there?

    ```swift
    //| label: tbl-air-schemes
    //| tbl-cap: How many of 26 letters in the air are recognised, on average, by the scheme that integrates them.
    let ways: [any Scheme] = [
      .none, .exponential(rate: params.alpha), .nonlinearStep(), .restRecognition(), .zeroEndVelocity,
    ]
    Table(
      columns: [.init("scheme"), .init("course's weights", unit: "of 26"), .init("recommended", unit: "of 26")],
      rows: try ways.map { scheme in
        let gestures = try seen(by: scheme)
        let scores = try [StrokeRecognizer.course, .recommendedInAir].map { try answers($0, to: gestures).accuracy().value }
        return [.text(scheme.label)] + scores.map { .number(26 * $0) }
      })
    ```

    ```swift
    let chosen: any Scheme = .zeroEndVelocity
    let gestures = try seen(by: chosen)
    let inAir = try answers(.course, to: gestures)
    let seconds = waved.map(\\.trace.duration).reduce(0, +) / Double(max(1, waved.count))
    ```

    Chosen: `{swift} chosen.label`. Right: `{swift} inAir.correct` of `{swift} inAir.total`, which is
    `{swift} NumberFormat.significant(100 * (try inAir.accuracy()).value, digits: 3)` %, or
    `{swift} NumberFormat.significant(26 * (try inAir.accuracy()).value, digits: 3)` letters of 26.

    A gesture takes `{swift} NumberFormat.significant(seconds, digits: 2)` s. Exponential damping forgets a velocity in 1/α =
    `{swift} NumberFormat.significant(1 / params.alpha, digits: 2)` s: where that is less, it bends the letter itself. That a gesture
    ends at rest is known of every letter: what velocity is left at its end is drift, and can be taken out.

    ```swift
    //| label: tbl-air
    //| tbl-cap: The letters in the air that are mistaken for others most often.
    confused(inAir)
    ```

    *Which letters are mistaken again and again? What would help: another scheme, other features?*

    ```swift
    //| label: fig-air
    //| fig-cap: The first of each letter waved in the air as the recogniser sees it, with the answer.
    //| fig-alt: A sheet of letters waved in the air, with the recognised letter under each.
    try sheet(gestures)
    ```

    """

  private static let end = """
    # Time, and what else

    *How many hours did each of you spend on the lab?*

    *Did you try something more: larger boards (`ZoneFeatures(columns: 4, rows: 4)`), your own hand (`gimbal train`), another
    scheme? What did you find?*

    *Remarks on the lab, questions for the checkoff.*

    """
}
