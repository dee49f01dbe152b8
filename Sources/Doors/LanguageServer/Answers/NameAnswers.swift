import Basics
import CodeHelp
import Foundation
import NotebookDocument

/// Answers about names: definitions, uses, renaming.
enum NameAnswers {
  /// A name at a place: one that the notebook gives outside of its code, or one of its code.
  private enum Found {
    case notebook(NotebookName)
    case code(CodeName)
  }

  private static func find(_ question: Question) throws(AnswerFault) -> Found? {
    let place = try question.place()
    if let name = NotebookName(at: place, question) { return .notebook(name) }
    return CodeName(at: place, question).map(Found.code)
  }

  private static func places(
    of found: Found, _ question: Question
  ) -> [(line: Int, columns: Range<Int>, isDefinition: Bool)] {
    switch found {
    case .notebook(let name):
      return NotebookName.places(of: name.kind, question).enumerated().map {
        ($0.element.line, $0.element.columns, $0.offset == 0)
      }
    case .code(let name): return name.places.map { ($0.line, $0.columns, $0.isDefinition) }
    }
  }

  private static func range(_ line: Int, _ columns: Range<Int>, _ question: Question) -> JSON {
    question.text.range(.init(line, columns.lowerBound), .init(line, columns.upperBound))
  }

  private static func location(_ line: Int, _ columns: Range<Int>, _ question: Question) -> JSON {
    ["uri": .text(question.document.uri), "range": range(line, columns, question)]
  }

  static func definition(_ question: Question) throws(AnswerFault) -> JSON {
    guard let found = try find(question) else { return .null }
    if case .notebook(let name) = found, case .citation(let key) = name.kind {
      let entry = question.notebook.flatMap { BibliographyEntry.all(in: $0).first { $0.key == key } }
      let place: (Int) -> JSON = { ["line": .integer($0), "character": 0] }
      return .list(
        entry.map {
          [
            [
              "uri": .text(URL(fileURLWithPath: $0.path).absoluteString),
              "range": ["start": place($0.line), "end": place($0.line)],
            ]
          ]
        } ?? [])
    }
    return .list(places(of: found, question).filter(\.isDefinition).map { location($0.line, $0.columns, question) })
  }

  static func references(_ question: Question) throws(AnswerFault) -> JSON {
    guard let found = try find(question) else { return .null }
    let takesDefinitions = question.parameters["context"]?["includeDeclaration"]?.bool ?? true
    return .list(
      places(of: found, question).filter { takesDefinitions || !$0.isDefinition }
        .map { location($0.line, $0.columns, question) })
  }

  static func highlights(_ question: Question) throws(AnswerFault) -> JSON {
    guard let found = try find(question) else { return .null }
    return .list(
      places(of: found, question).map {
        ["range": range($0.line, $0.columns, question), "kind": .integer($0.isDefinition ? 3 : 2)]
      })
  }

  static func prepareRename(_ question: Question) throws(AnswerFault) -> JSON {
    let place = try question.place()
    guard let found = try find(question), let name = try renamable(found) else { return .null }
    guard
      let own = places(of: found, question).first(where: {
        $0.line == place.line && ($0.columns.contains(place.column) || $0.columns.upperBound == place.column)
      })
    else { return .null }
    return ["range": range(own.line, own.columns, question), "placeholder": .text(name)]
  }

  /// The name as it is; nil for what has no other name.
  private static func renamable(_ found: Found) throws(AnswerFault) -> String? {
    switch found {
    case .notebook(let name):
      switch name.kind {
      case .option, .key, .citation: return nil
      case .parameter(let name), .label(let name), .exercise(let name, _): return name
      }
    case .code(let name):
      if let module = name.module { throw AnswerFault(.failed, "“\(name.name)” is a name of the module \(module)") }
      if name.isGiven {
        throw AnswerFault(
          .failed,
          "“\(name.name)” fulfils a requirement of a module, or overrides something of one: its name is given there")
      }
      return name.name
    }
  }

  static func rename(_ question: Question) throws(AnswerFault) -> JSON {
    guard let new = question.parameters["newName"]?.string else {
      throw AnswerFault(.invalidParameters, "“newName” must be a text")
    }
    guard let found = try find(question), let old = try renamable(found) else {
      throw AnswerFault(.failed, "there is no name here that could be another")
    }
    try require(new, insteadOf: old, found, question)
    let edits = places(of: found, question).sorted {
      ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound)
    }.map { place -> JSON in
      ["range": range(place.line, place.columns, question), "newText": .text(new)]
    }
    if let harm = question.newError(after: edits, instead: new, of: old) {
      throw AnswerFault(.failed, "renaming would break line \(harm.position.line): \(harm.message)")
    }
    return ["changes": .object([question.document.uri: .list(edits)])]
  }

  /// Makes sure that a name can be where another was.
  private static func require(
    _ new: String, insteadOf old: String, _ found: Found, _ question: Question
  ) throws(AnswerFault) {
    var isLabel = false
    if case .notebook(let name) = found {
      switch name.kind {
      case .label, .exercise: isLabel = true
      default: break
      }
    }
    if isLabel {
      guard new.wholeMatch(of: compiled(/[A-Za-z0-9_][A-Za-z0-9_-]*/)) != nil else {
        throw AnswerFault(.failed, "a label has letters, digits, - and _, as fig-drift")
      }
      if question.notebook?.cells.contains(where: { $0.options.label == new }) == true {
        throw AnswerFault(.failed, "another cell has the label “\(new)”")
      }
      return
    }
    if case .code(let name) = found {
      if let line = name.unknown.first {
        throw AnswerFault(
          .failed, "nothing is known of “\(old)” in line \(line + 1); first mend what is wrong there")
      }
      if let line = name.label {
        throw AnswerFault(
          .failed, "“\(old)” is also the label of an argument, as in line \(line + 1); rename both by hand")
      }
    }
    guard new.wholeMatch(of: compiled(/[\p{L}_][\p{L}\p{N}_]*/)) != nil, !SwiftWords.reserved.contains(new) else {
      throw AnswerFault(.failed, "“\(new)” is not a name in Swift")
    }
    let isTaken =
      question.notebook?.frontMatter.parameters.contains { $0.name == new } == true
      || question.notebook?.codePlaces.contains { !ParameterPlaces.words(new, in: $0.code).isEmpty } == true
    if isTaken, new != old {
      throw AnswerFault(.failed, "“\(new)” stands in the notebook already, and would mean something else there")
    }
  }
}
