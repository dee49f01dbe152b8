import NotebookDocument

/// The notebook from which a person starts.
package enum StarterNotebook {
  /// The Markdown of a notebook with this title.
  package static func text(title: String) -> String {
    """
    ---
    title: \(ParameterValue.text(title).json)
    notebook:
      timeout: 60        # seconds for one cell
    params:
      bias: 0.02         # m/s², the sensor's bias
      duration: 30.0     # s
    ---
    A phone lies on a table. Its sensor has a bias of `{swift} params.bias` m/s² and no other error. Where does it
    go when the acceleration is integrated twice?

    # The motion

    ```swift
    import Foundation
    import Gimbal

    let step = 0.01
    let times = stride(from: 0, through: params.duration, by: step).map { $0 }
    var velocity = 0.0
    var position = 0.0
    let positions = times.map { _ in
      let before = position
      velocity += 0.5 * params.bias * step
      position += velocity * step
      velocity += 0.5 * params.bias * step
      return before
    }
    print("after \\(params.duration) s the phone seems to be \\(NumberFormat.significant(positions.last ?? 0)) m away")
    ```

    # The result

    ```swift
    //| label: fig-drift
    //| fig-cap: A constant error of the acceleration becomes a position error that grows with the square of time.
    //| fig-alt: The computed position over time, a parabola, although the phone does not move.
    Figure(
      x: FigureAxis("time", unit: "s"), y: FigureAxis("position error", unit: "m"),
      [
        .law("½bt²", x: times, y: times.map { 0.5 * params.bias * $0 * $0 }),
        .line("none", x: times, y: positions),
      ])
    ```

    ```swift
    //| label: tbl-drift
    //| tbl-cap: The error after some times.
    Table(
      columns: [.init("time", unit: "s"), .init("position error", unit: "m")],
      rows: [0.25, 0.5, 1].map { share in
        let index = Int(Double(times.count - 1) * share)
        return [.number(times[index]), .number(positions[index])]
      })
    ```

    @fig-drift and @tbl-drift show the same. Change the error with `-P bias=0.05`, or write on from here.

    """
  }
}
