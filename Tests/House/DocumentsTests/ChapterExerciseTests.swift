import Testing

@Suite("The exercises of the chapters")
struct ChapterExerciseTests {
  /// An exercise of a chapter.
  struct Exercise: Sendable, CustomStringConvertible {
    var chapter: ExerciseTrial
    var name: String

    var description: String { "\(chapter)/\(name)" }
    var wrongAnswers: [WrongAnswer] { WrongAnswer.all[description] ?? [] }
  }

  static let exercises = ExerciseTrial.all(in: "notebooks").flatMap { chapter in
    chapter.exercises.map { Exercise(chapter: chapter, name: $0) }
  }

  @Test("Each has a blank with a hint, a solution, checks, and three wrong answers in the table, which has no others")
  func complete() {
    #expect(Self.exercises.count >= 7)
    #expect(Set(WrongAnswer.all.keys) == Set(Self.exercises.map(\.description)))
    for exercise in Self.exercises {
      let (chapter, name) = (exercise.chapter, exercise.name)
      #expect(chapter.hints(of: name)?.allSatisfy { $0.count > 10 } == true, "\(exercise)")
      #expect(!chapter.code(.solution(name)).isEmpty && !chapter.code(.check(name)).isEmpty, "\(exercise)")
      #expect(exercise.wrongAnswers.count >= 3, "\(exercise)")
      #expect(Set(exercise.wrongAnswers.map(\.names)).count >= 3, "\(exercise) has three mistakes of three kinds")
      for answer in exercise.wrongAnswers {
        #expect(chapter.filled(name, with: answer) != nil, "\(exercise): \(answer)")
      }
    }
  }

  @Test("The solution passes every check, and each wrong answer is named", arguments: exercises)
  func checks(exercise: Exercise) throws {
    try exercise.chapter.expectNamed(WrongAnswer.all, of: [exercise.name])
  }
}
