import CodeHelp
import Foundation
import Testing

/// Other names for what the notebook's code defines: all places that mean it, and no other.
@Suite(.serialized, .enabled(if: EditorClient.help != nil, "gimbal is not built")) struct RenameTests {
  private static let text = """
    ---
    notebook: {}
    ---
    ```swift
    func area(_ side: Double) -> Double { side * side }
    func area(_ sides: [Double]) -> Double { sides.reduce(0, +) }
    let one = area(2.0)
    let many = area([1, 2])
    ```

    It is `{swift} area(3.0)`.

    ```swift
    struct Walk { var length: Double }
    let walk = Walk(length: one)
    func twice(value: Double) -> Double { value * 2 }
    func half(_ value: Double) -> Double { value / 2 }
    ```

    ```swift
    print(area([one]), area(one), twice(value: walk.length), half(one))
    ```

    """

  private func client(_ text: String = text) throws -> EditorClient {
    let client = try EditorClient(help: EditorClient.help)
    client.initialize()
    client.open(text)
    return client
  }

  private func rename(_ place: Place, _ name: String, _ client: EditorClient) -> JSON? {
    client.ask(
      "textDocument/rename",
      [
        "textDocument": ["uri": client.uri()], "newName": .text(name),
        "position": ["line": .integer(place.line), "character": .integer(place.column)],
      ])
  }

  @Test func ofFunctionsOfOneNameOnlyTheOneThatIsMeantIsRenamed() throws {
    let client = try client()
    #expect(client.diagnostics(version: 1, count: 0) == [])
    // Wherever it is asked for.
    for place in [
      Place("area(2.0)", in: Self.text), Place("area(3.0)", in: Self.text), Place("area(_ side:", in: Self.text),
    ] {
      #expect(
        Place.starts(rename(place, "square", client)?["result"]) == [[4, 5], [6, 10], [10, 15], [20, 19]], "\(place)")
    }
    let sum = Place("area([1", in: Self.text)
    #expect(Place.starts(rename(sum, "sum", client)?["result"]) == [[5, 5], [7, 11], [20, 6]])
    #expect(client.end() == 0)
  }

  @Test func typesAreRenamedWhereTheyAreMadeToo() throws {
    let client = try client()
    #expect(client.diagnostics(version: 1, count: 0) == [])
    let answer = rename(Place("Walk(", in: Self.text), "Path", client)
    #expect(Place.starts(answer?["result"]) == [[13, 7], [14, 11]], "\(String(describing: answer))")
    #expect(client.end() == 0)
  }

  @Test func whatIsAlsoALabelIsNotRenamedByHalf() throws {
    let client = try client()
    #expect(client.diagnostics(version: 1, count: 0) == [])
    for (place, line) in [
      (Place("value *", in: Self.text), 21), (Place("length: Double", in: Self.text), 15),
    ] {
      let words = rename(place, "other", client)?["error"]?["message"]?.string ?? ""
      #expect(words.hasSuffix("is also the label of an argument, as in line \(line); rename both by hand"), "\(words)")
    }
    // Without a label it is a name like others.
    let plain = rename(Place("value / 2", in: Self.text), "other", client)
    #expect(Place.starts(plain?["result"]) == [[16, 12], [16, 39]], "\(String(describing: plain))")
    #expect(client.end() == 0)
  }

  @Test func whatIsNotUnderstoodIsNotRenamedByHalf() throws {
    let client = try client(Self.text + "```swift\nmisspelt.area = 1\n```\n")
    #expect(client.diagnostics(version: 1, count: 1)?.count == 1)
    let words = rename(Place("area(2.0)", in: Self.text), "square", client)?["error"]?["message"]?.string ?? ""
    #expect(words == "nothing is known of “area” in line 24; first mend what is wrong there")
    #expect(client.end() == 0)
  }

  /// Codes in which one word means two things, or two things must have one name: all marked places are renamed, wherever it is asked for.
  @Test(arguments: [
    "let ¦value: Int? = 3\nif let ¦value { print(¦value) }\nprint(¦value ?? 0)",
    "func half(_ ¦thing: Int?) -> Int {\n  guard let ¦thing else { return 0 }\n  return ¦thing / 2\n}\nprint(half(3))",
    "var ¦items: [Int]? = [1]\nwhile let ¦items { print(¦items) }",
    "var ¦counter = 1\nlet next = { [¦counter] in ¦counter + 1 }\nprint(next(), ¦counter)",
    "class Node { var n = 1 }\nlet ¦node = Node()\nlet look = { [weak ¦node] in ¦node?.n ?? 0 }\nprint(look(), ¦node.n)",
    "protocol Shape { func ¦area() -> Double }\nstruct Square: Shape { func ¦area() -> Double { 2 } }\nstruct Circle: Shape { func ¦area() -> Double { 3 } }\nlet shape: any Shape = Square()\nprint(shape.¦area(), Circle().¦area())",
    "protocol Named { var ¦called: String { get } }\nstruct Plain: Named { var ¦called: String { \"plain\" } }\nfunc words(_ it: some Named) -> String { it.¦called }\nprint(words(Plain()))",
    "protocol Going { func ¦go() -> Int }\nextension Going { func ¦go() -> Int { 1 } }\nstruct Walker: Going {}\nprint(Walker().¦go())",
    "class Base { func ¦go() -> Int { 1 } }\nclass Other: Base { override func ¦go() -> Int { super.¦go() + 1 } }\nprint(Other().¦go(), Base().¦go())",
    "protocol Box { associatedtype ¦Item; func get() -> ¦Item }\nstruct One: Box { typealias ¦Item = Int; func get() -> ¦Item { 1 } }\nprint(One().get())",
    "struct Walk { let far = 2 }\nlet ¦far = 3\nprint(Walk().far, ¦far)",
  ]) func whatMustHaveOneNameIsRenamedTogether(marked: String) throws {
    // Once in one cell, once with a cell for each declaration of the top level.
    for isSplit in [false, true] {
      let cells =
        isSplit
        ? marked.replacing(/\n(?=class|struct|let |print|protocol|extension)/, with: "\n```\n\n```swift\n") : marked
      let text = "---\nnotebook: {}\n---\n```swift\n\(cells)\n```\n"
      let plain = text.replacing("¦", with: "")
      let client = try client(plain)
      #expect(client.diagnostics(version: 1, count: 0)?.filter { $0["severity"]?.int == 1 } == [])
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let places = lines.enumerated().flatMap { line, words -> [[Int]] in
        words.split(separator: "¦", omittingEmptySubsequences: false).dropLast()
          .reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.count) }.map { [line, $0] }
      }
      for place in places {
        let answer = client.ask(
          "textDocument/rename",
          [
            "textDocument": ["uri": client.uri()], "newName": "somethingElse",
            "position": ["line": .integer(place[0]), "character": .integer(place[1])],
          ])
        // An implementation for all types, in another cell, is not found from the other cells: renaming is refused.
        if isSplit, marked.contains("extension Going") {
          let words = answer?["error"]?["message"]?.string ?? ""
          #expect(words.hasPrefix("renaming would break line 1"), "\(place): \(words)")
          continue
        }
        #expect(Place.starts(answer?["result"]) == places, "\(place) of\n\(plain)\n\(String(describing: answer))")
      }
      #expect(client.end() == 0)
    }
  }

  @Test func whatAModuleGivesItsNameToKeepsIt() throws {
    let text =
      "---\nnotebook: {}\n---\n```swift\nstruct A: CustomStringConvertible { var description: String { \"a\" } }\nprint(A().description)\n```\n"
    let client = try client(text)
    #expect(client.diagnostics(version: 1, count: 0) == [])
    let words = rename(Place("description:", in: text), "words", client)?["error"]?["message"]?.string ?? ""
    #expect(
      words == "“description” fulfils a requirement of a module, or overrides something of one: its name is given there"
    )
    #expect(client.end() == 0)
  }

  @Test func aNameThatWouldBreakSomethingIsRefusedWithTheLine() throws {
    // Nothing tells that “$level” is made of “level”.
    let text = """
      ---
      notebook: {}
      ---
      ```swift
      @propertyWrapper struct Doubled { var wrappedValue: Int; var projectedValue: Int { wrappedValue * 2 } }
      struct Scale {
        @Doubled var level = 2
        func show() -> Int { $level }
      }
      print(Scale().show())
      ```

      """
    let client = try client(text)
    #expect(client.diagnostics(version: 1, count: 0) == [])
    let words = rename(Place("level =", in: text), "grade", client)?["error"]?["message"]?.string ?? ""
    #expect(words.hasPrefix("renaming would break line 8: cannot find '$level' in scope"), "\(words)")
    #expect(client.end() == 0)
  }

  @Test func whatWasWrongBeforeHindersNoRenaming() throws {
    // Only the old name is near the misspelt one: what is advised is another thing afterwards.
    let text = "---\nnotebook: {}\n---\n```swift\nlet samples = 2\nprint(samples, smaples)\n```\n"
    let client = try client(text)
    #expect(client.diagnostics(version: 1, count: 2)?.count == 2)
    let answer = rename(Place("samples =", in: text), "recorded", client)
    #expect(Place.starts(answer?["result"]) == [[4, 4], [5, 6]], "\(String(describing: answer))")
    #expect(client.end() == 0)
  }

  @Test func namesThatCannotBeAreRefused() throws {
    let client = try client()
    #expect(client.diagnostics(version: 1, count: 0) == [])
    let place = Place("one", in: Self.text)
    for name in ["", "2x", "func", "a b", "many"] {
      #expect(rename(place, name, client)?["error"]?["code"]?.int == -32_803, "\(name)")
    }
    let ofSwift = rename(Place("print", in: Self.text), "say", client)
    #expect(ofSwift?["error"]?["message"]?.string == "“print” is a name of the module Swift")
    #expect(client.end() == 0)
  }

  @Test func theNameIsShownBeforeItIsRenamedAndItsUsesAreMarked() throws {
    let client = try client()
    #expect(client.diagnostics(version: 1, count: 0) == [])
    let place = Place("one", 1, in: Self.text)
    let prepared = client.ask("textDocument/prepareRename", line: place.line, character: place.column)
    #expect(prepared?["placeholder"]?.string == "one")
    #expect(prepared?["range"] == ["start": ["line": 6, "character": 4], "end": ["line": 6, "character": 7]])
    let marks = client.ask("textDocument/documentHighlight", line: place.line, character: place.column)
    #expect(Place.starts(marks) == [[6, 4], [14, 24], [20, 12], [20, 24], [20, 62]])
    // The definition is written, the others are read.
    #expect(marks?.elements?.map { $0["kind"]?.int } == [3, 2, 2, 2, 2])
    let uses = client.ask(
      "textDocument/references", line: place.line, character: place.column, ["context": ["includeDeclaration": false]])
    #expect(Place.starts(uses) == [[14, 24], [20, 12], [20, 24], [20, 62]])
    #expect(client.end() == 0)
  }
}
