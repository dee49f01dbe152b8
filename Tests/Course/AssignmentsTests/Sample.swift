import NotebookDocument

@testable import Assignments

/// A small assignment with one of everything.
enum Sample {
  static let source = """
    ---
    title: Steps
    notebook: {assignment: lab3, timeout: 20}
    params: {rate: 2.0}
    ---
    # Steps

    <!-- The solution of step is v + a * dt. --> Each step adds.

    ::: notes
    Say that the secret is 4711.
    :::

    ```swift
    //| locked: true
    import Gimbal
    ```

    ```swift
    let free = 1
    ```

    ```swift
    //| exercise: step
    //| calls: [Vector3]
    func step(_ v: Double, _ a: Double, _ dt: Double) -> Double {
      blank("what the acceleration adds in dt")
    }
    ```

    ```swift
    //| solution: step
    func step(_ v: Double, _ a: Double, _ dt: Double) -> Double { v + a * dt }
    ```

    Look at it:

    ```swift
    //| check: step
    //| points: 2
    try check(step(0, 2, 0.5), is: 1, dt: 0.5, "a step")
    ```

    ```swift
    //| check: step
    //| points: 3
    //| hidden: true
    try check(step(1, 0, 0.5), is: 1, "secret check 4712")
    ```

    1. In a list:

       ```swift
       //| check: step
       check(true, "listed")
       ```

    ::: {.answer #why points="4"}
    Why does the error grow?

    The model answer 4713.
    :::

    ```swift
    //| exercise: twice
    func twice(_ x: Double) -> Double { blank("the double of x") }
    ```

    ```swift
    //| solution: twice
    func twice(_ x: Double) -> Double { 2 * x }
    ```

    ```swift
    //| label: twice-it
    //| check: twice
    //| points: 1
    try check(twice(2), is: 4)
    ```

    """

  static func assignment() throws -> Assignment {
    try Assignment(NotebookParser.parse(source, path: "lab.md"))
  }
}
