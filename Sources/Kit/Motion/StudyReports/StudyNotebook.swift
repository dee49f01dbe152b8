import Basics
import Foundation

/// The notebook that makes the report of a comparison: short, to be read, edited and run again.
package struct StudyNotebook: Sendable {
  /// Its Markdown.
  package let text: String

  /// The name under which the notebook records what it found.
  package static let record = "study"

  /// The notebook of a request.
  package init(_ request: StudyRequest) {
    let body = Self.body(request)
    text = body.replacingOccurrences(of: Self.place, with: Self.mark(body))
  }

  /// Whether a notebook is as this command has written it.
  package static func isUnedited(_ text: String) -> Bool {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(Self.comment) }) else { return false }
    let body = text.replacingOccurrences(of: String(line), with: Self.comment + Self.place)
    return line == Self.comment + mark(body)
  }

  private static let comment = "# Written by “gimbal compare”, which replaces it as long as nobody edits it: "
  private static let place = "0-0-0"

  /// A sum over the text by which an edit is noticed.
  private static func mark(_ text: String) -> String { String(FNV(text).value, radix: 16) }

  private static func body(_ request: StudyRequest) -> String {
    let files = request.patterns.map(quoted)
    let patterns = files.count == 1 ? "[\(files[0])]" : "[\n" + files.map { "  \($0),\n" }.joined() + "]"
    let contenders =
      request.contenders.isEmpty ? ".course" : "[\n" + request.contenders.map { "  \($0),\n" }.joined() + "]"
    var options = ["ofFiles: files", "comparing: contenders"]
    if let truth = request.truth { options.append("truth: \(truth)") }
    if let measure = request.measure { options.append("by: \(measure)") }
    if let groups = request.groups { options.append("group: Study.groups(inFile: \(quoted(groups)))") }
    options.append("progress: shownProgress(of: files.count, \"recordings\")")
    let what = request.count == 1 ? "one recording" : "\(request.count) recordings"
    return """
      ---
      \(comment)\(place)
      title: Comparing schemes on \(what)
      notebook:
        timeout: 3600      # seconds for one cell
      ---
      # Which scheme is better

      ```swift
      import Foundation
      import Gimbal
      \(request.code.map { "\n\($0.trimmingCharacters(in: .newlines))\n" } ?? "")
      let files = try RecordingFiles(matching: \(patterns)).paths
      let contenders: [Contender] = \(contenders)
      let study = try Study(
        \(options.joined(separator: ",\n  ")))
      record("\(record)", study.json)
      ```

      `{swift} study.sentences[0]`

      `{swift} study.sentences[1]`

      `{swift} study.sentences[2]`

      ```swift
      //| echo: false
      Markdown(study.notes.map { "- \\($0)" }.joined(separator: "\\n"))
      ```

      # The schemes

      A star marks a difference that is shown at 5 %, corrected for all comparisons. Values of tuned schemes are chosen on the other
      recordings, and scored on the one that is left out.

      ```swift
      //| label: tbl-schemes
      //| echo: false
      //| tbl-cap: The schemes, best first.
      study
      ```

      ```swift
      //| label: tbl-choices
      //| echo: false
      //| tbl-cap: The values of the tuned schemes that most recordings chose for each other, and what choosing on the same recording would have promised.
      study.choiceTable ?? Table(columns: [.init("chosen")], rows: [["nothing: no scheme has a range"]])
      ```

      ```swift
      //| label: fig-differences
      //| echo: false
      //| fig-cap: Each scheme's error compared with that of standing still or, where that takes no part, of the best scheme, with the 95 % interval over the recordings.
      //| fig-alt: A row for each scheme with a point and an interval; a line marks a ratio of one.
      study.differenceFigure()
      ```

      ```swift
      //| label: fig-errors
      //| echo: false
      //| fig-cap: The errors in each recording. A thin line joins those of one recording.
      //| fig-alt: A row for each scheme with a box and a point for each recording.
      study.errorFigure()
      ```

      ```swift
      //| label: tbl-groups
      //| echo: false
      //| tbl-cap: Schemes that these recordings cannot tell apart.
      study.groupTable ?? Table(columns: [.init("cannot be told apart")], rows: [["none: all differ"]])
      ```

      # Where the best one fails

      ```swift
      //| echo: false
      let failures = try study.failures(3)
      ```

      ```swift
      //| label: tbl-failures
      //| echo: false
      //| tbl-cap: The recordings in which the best scheme's error is largest, with the moment, next to the runner-up's.
      Study.table(of: failures, measure: study.errorMeasure)
      ```

      ```swift
      //| label: fig-drift
      //| echo: false
      //| fig-cap: Distance from the truth, or from the start where the truth is unknown, around the worst moment.
      //| fig-alt: A line over time for the best scheme and the runner-up.
      failures.first?.comparison.driftFigure()
      ```

      ```swift
      //| label: fig-velocity
      //| echo: false
      //| fig-cap: The velocities there.
      //| fig-alt: Three panels, one for each axis, with the velocity over time.
      failures.first?.comparison.velocityFigure()
      ```

      ```swift
      //| label: fig-trajectory
      //| echo: false
      //| fig-cap: The paths there.
      //| fig-alt: The paths of the best scheme and the runner-up in a plane.
      failures.first?.comparison.trajectoryFigure()
      ```

      # The recordings

      ```swift
      //| label: tbl-recordings
      //| echo: false
      //| tbl-cap: The recordings that took part.
      Table(
        study.recordings,
        columns: .init("recording", { $0.title }), .init("group", { $0.group == $0.name ? "" : $0.group }),
        .init("duration", { $0.duration }, unit: "s"))
      ```

      """
  }

  /// A text as Swift writes it.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }
}
