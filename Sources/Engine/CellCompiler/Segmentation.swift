import Files

/// Decides which units are compiled together, and which libraries of an earlier run still say the same. A function from
/// values to values.
package enum Segmentation {
  /// What comes next of a program.
  package enum Piece: Sendable {
    /// A library that is there: this many of its units, from the first one that is needed.
    case known(Segment, from: Int, count: Int)
    /// Something to compile.
    case draft(SegmentDraft)
  }

  /// A piece, how far in the program it reaches, and those expressions on the way that it does not hold.
  package struct Step: Sendable {
    package var piece: Piece
    package var range: Range<Int>
    /// Indices in the program.
    package var looseExpressions: [Int]
  }

  /// The piece that begins with this unit.
  ///
  /// - Parameters:
  ///   - program: cells and expressions in the order in which they run.
  ///   - known: segments whose libraries are there.
  ///   - continuing: the segment in which the state before this unit waits, and the unit of it that comes next.
  ///   - isFirst: whether nothing shows yet: then the first cell of more than a little code is compiled by itself, so that
  ///     it shows early.
  package static func next(
    _ program: [CodeUnit], from start: Int, in scope: Scope, known: [Segment],
    continuing: (segment: Segment, next: Int)? = nil, isFirst: Bool = false
  ) -> Step {
    if let continuing, let step = match(continuing.segment, from: .inside(continuing.next), program, start, scope) {
      return step
    }
    let first = program[start...].first { $0.role != .expression }?.identity
    let candidates = known.compactMap { segment -> Step? in
      // Most segments are of other units.
      guard segment.units.prefix(2).contains(where: { $0 == first }) else { return nil }
      return match(segment, from: entry(segment, program, start), program, start, scope)
    }
    if let longest = candidates.max(by: { $0.range.count < $1.range.count }) { return longest }
    return draft(program, from: start, in: scope, known: known, isFirst: isFirst)
  }

  /// The segments as which a program is compiled from nothing when all of it compiles, each with the indices of its units. Nothing is
  /// compiled for that.
  package static func foreseen(
    _ program: [CodeUnit], with surroundings: ContentHash
  ) -> [(segment: Segment, range: Range<Int>)] {
    var (scope, found) = (Scope(), [(segment: Segment, range: Range<Int>)]())
    var start = 0
    while start < program.count {
      let step = draft(program, from: start, in: scope, known: [], isFirst: start == 0)
      guard case .draft(let draft) = step.piece else { break }
      let segment = draft.segment(with: surroundings).segment
      for unit in program[step.range] where !unit.leavesNothing {
        scope = scope.adding(unit, in: segment.module, importing: segment.dependencies)
      }
      found.append((segment, step.range))
      start = step.range.upperBound
    }
    return found
  }

  /// Lines of code that are compiled in one go, although nothing shows yet: to begin with the first cell alone costs another
  /// start of the compiler, 0.1 s, and the rest of such a program no more.
  private static let littleCode = 60

  private static func draft(
    _ program: [CodeUnit], from start: Int, in scope: Scope, known: [Segment], isFirst: Bool
  ) -> Step {
    var draft = SegmentDraft(in: scope)
    var index = start
    let showsEarly = isFirst && program[start...].reduce(0) { $0 + ($1.role == .cell ? $1.lines : 0) } > littleCode
    while index < program.count {
      let unit = program[index]
      if unit.role == .expression {
        if draft.ends { break }
        draft.add(expression: unit)
      } else {
        let isFull = showsEarly && draft.units.contains { $0.role == .cell }
        if isFull || !draft.admits(unit) { break }
        // What an earlier run has compiled behind a cell that was put in is used as it is.
        if !draft.units.isEmpty, beginsKnown(program, index, draft, known) { break }
        draft.add(unit)
      }
      index += 1
    }
    return Step(piece: .draft(draft), range: start..<index, looseExpressions: [])
  }

  /// Whether a segment that is there begins with this unit and means the same behind the draft, which is not compiled yet:
  /// nothing that it uses is defined in the draft.
  private static func beginsKnown(
    _ program: [CodeUnit], _ index: Int, _ draft: SegmentDraft, _ known: [Segment]
  ) -> Bool {
    let defined = Set(draft.units.flatMap { $0.analysis.definitions.map(\.name) })
    let used = program[index].analysis.usedNames
    guard draft.units.allSatisfy({ !$0.analysis.extendsOthers && $0.analysis.imports.isEmpty }) else { return false }
    return known.contains { segment in
      guard segment.units.prefix(2).contains(program[index].identity) else { return false }
      let entry = entry(segment, program, index)
      return used.isDisjoint(with: defined.subtracting(entry.hidden))
        && match(segment, from: entry, program, index, draft.scope) != nil
    }
  }

  /// Where a segment is entered.
  private enum Entry {
    /// At its beginning.
    case start
    /// Behind the parameters with which it begins, and which have been declared before: the declaration has no state, and
    /// all that it defines is the segment's own. What it defines.
    case behindParameters(Set<String>)
    /// At this unit, where the state waits.
    case inside(Int)

    var position: Int {
      switch self {
      case .start: 0
      case .behindParameters: 1
      case .inside(let position): position
      }
    }

    var hidden: Set<String> { if case .behindParameters(let names) = self { names } else { [] } }
  }

  private static func entry(_ segment: Segment, _ program: [CodeUnit], _ start: Int) -> Entry {
    guard start > 0, program[0].role == .parameters, segment.units.count > 1, segment.units[0] == program[0].identity
    else { return .start }
    let names = Set(program[0].analysis.definitions.map(\.name))
    let isAsDeclared = program[1..<start].allSatisfy { unit in
      unit.analysis.definitions.allSatisfy { !names.contains($0.name) }
    }
    return isAsDeclared ? .behindParameters(names) : .start
  }

  /// How much of a segment is what comes next in the program; nil when nothing is.
  private static func match(
    _ segment: Segment, from entry: Entry, _ program: [CodeUnit], _ start: Int, _ scope: Scope
  ) -> Step? {
    // A library is loaded as a whole: all that it rests on must be there.
    guard segment.dependencies.allSatisfy(scope.holds) else { return nil }
    // Within the segment, what its own units above define belongs to no other module. Their imports hold for the whole file, and
    // with what was imported before they were compared when its first unit was taken from here.
    var hidden = entry.hidden
    let first = entry.position
    var isInside = false
    if case .inside = entry { (isInside, hidden) = (true, scope.names(in: segment.module)) }
    func isSame(_ context: Context, _ analysis: CellAnalysis) -> Bool {
      let here = scope.context(of: analysis, hiding: hidden)
      return isInside ? context.names == here.names : context == here
    }
    var (position, index) = (first, start)
    var loose: [Int] = []
    let held = Dictionary(grouping: segment.expressions, by: \.identity)
    while index < program.count {
      let unit = program[index]
      if unit.role == .expression {
        let isHeld =
          held[unit.identity]?.contains { $0.position == position && isSame($0.context, unit.analysis) } ?? false
        if !isHeld { loose.append(index) }
      } else {
        guard position < segment.units.count, segment.units[position] == unit.identity,
          isSame(segment.contexts[position], unit.analysis)
        else { break }
        hidden.formUnion(unit.analysis.definitions.map(\.name))
        position += 1
      }
      index += 1
    }
    guard position > first else { return nil }
    return Step(
      piece: .known(segment, from: first, count: position - first), range: start..<index, looseExpressions: loose)
  }
}

extension Segmentation.Step {
  /// These units as one draft.
  package static func drafted(_ program: [CodeUnit], _ range: Range<Int>, in scope: Scope) -> Segmentation.Step {
    var draft = SegmentDraft(in: scope)
    for unit in program[range] {
      if unit.role == .expression { draft.add(expression: unit) } else { draft.add(unit) }
    }
    return Segmentation.Step(piece: .draft(draft), range: range, looseExpressions: [])
  }

  /// These expressions as one draft, of those that are between two units.
  package static func drafted(
    _ program: [CodeUnit], expressions: [Int], in scope: Scope
  ) -> Segmentation.Step {
    var draft = SegmentDraft(in: scope)
    for index in expressions { draft.add(expression: program[index]) }
    let range = expressions[0]..<expressions[expressions.count - 1] + 1
    let others = Set(range).subtracting(expressions)
    return Segmentation.Step(piece: .draft(draft), range: range, looseExpressions: others.sorted())
  }

  /// The step without those of its expressions that are in these files, which do not compile.
  package func leavingOut(_ faulty: [Int], in files: Set<String>, of draft: SegmentDraft) -> Segmentation.Step {
    let rest = draft.removing { files.contains($0.fileName) }
    return Segmentation.Step(piece: .draft(rest), range: range, looseExpressions: looseExpressions + faulty)
  }
}
