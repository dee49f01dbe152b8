import struct Display.CheckedResult

/// What grading found in one submission: it is written next to the others as JSON, one file a submission.
package struct Mark: Codable, Hashable, Sendable {
  /// The version of this format.
  package static let currentVersion = 1

  package var version = Mark.currentVersion
  /// The assignment's name.
  package var assignment: String
  /// Who handed in: the name of the submission's file or folder.
  package var student: String
  /// The hash of the submission as it was graded.
  package var submission: String
  /// The hash of everything else that decides the marks: the source, the program, the limits.
  package var basis: String
  /// In the order of the assignment.
  package var tasks: [TaskMark]
  /// In the order of the assignment; a person gives their points.
  package var answers: [AnswerMark]
  /// What was found changed in cells that must stay as they are, and was put right.
  package var changes: [CellChange]
  /// Why nothing could be graded, for the student; nil where the tasks say all.
  package var failure: String?
  /// How long grading took, s.
  package var seconds: Double

  package init(
    assignment: String, student: String, submission: String, basis: String, tasks: [TaskMark] = [],
    answers: [AnswerMark] = [], changes: [CellChange] = [], failure: String? = nil, seconds: Double = 0
  ) {
    (self.assignment, self.student, self.submission, self.basis) = (assignment, student, submission, basis)
    (self.tasks, self.answers, self.changes) = (tasks, answers, changes)
    (self.failure, self.seconds) = (failure, seconds)
  }

  /// What checks can give, and gave.
  package var possible: Double { tasks.map(\.possible).reduce(0, +) }
  package var earned: Double { tasks.map(\.earned).reduce(0, +) }
}

/// What grading found in a task.
package struct TaskMark: Codable, Hashable, Sendable {
  package enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    /// The code ran, and the checks say how well.
    case graded
    /// It still has a blank.
    case blank
    /// It did not compile, or ended; `failure` says how.
    case failed
    /// It took longer, or more memory, or wrote more than it may; `failure` says what.
    case stopped
    /// It calls what the task does not allow.
    case forbidden
  }

  package var name: String
  package var status: Status
  /// What the student wrote.
  package var code: String
  /// In the order of the notebook, hidden ones included.
  package var checks: [CheckMark]
  /// Which names it calls that the task does not allow.
  package var forbiddenCalls: [String]
  /// Why its code could not be asked, for the student.
  package var failure: String?

  package init(
    name: String, status: Status, code: String, checks: [CheckMark] = [], forbiddenCalls: [String] = [],
    failure: String? = nil
  ) {
    (self.name, self.status, self.code, self.checks) = (name, status, code, checks)
    (self.forbiddenCalls, self.failure) = (forbiddenCalls, failure)
  }

  package var possible: Double { checks.map(\.possible).reduce(0, +) }
  package var earned: Double { checks.map(\.earned).reduce(0, +) }
}

/// What a cell of checks found.
package struct CheckMark: Codable, Hashable, Sendable {
  /// The cell's label.
  package var label: String
  package var isHidden: Bool
  package var possible: Double
  package var earned: Double
  /// What each check of the cell said, with its words, which may hold what was expected: of a hidden one, only title and mistake
  /// are for students.
  package var results: [CheckedResult]
  /// Why the cell ended early, for the student; nil where it ran to its end.
  package var failure: String?

  package init(
    label: String, isHidden: Bool, possible: Double, earned: Double = 0, results: [CheckedResult] = [],
    failure: String? = nil
  ) {
    (self.label, self.isHidden, self.possible, self.earned) = (label, isHidden, possible, earned)
    (self.results, self.failure) = (results, failure)
  }
}

/// What a student wrote below a question.
package struct AnswerMark: Codable, Hashable, Sendable {
  /// The question's name.
  package var question: String
  package var possible: Double
  /// Markdown; empty where nothing was written.
  package var text: String

  package init(question: String, possible: Double, text: String) {
    (self.question, self.possible, self.text) = (question, possible, text)
  }
}

/// What was found of a cell that must be once, unchanged and in its place; it was put right.
package struct CellChange: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case deleted, doubled, changed, moved
  }

  /// The locked cell's label, or the exercise's name.
  package var label: String
  package var kind: Kind

  package init(label: String, kind: Kind) { (self.label, self.kind) = (label, kind) }

  /// What happened, for students.
  package var words: String {
    switch kind {
    case .deleted: "The cell “\(label)” was missing; it was put back."
    case .doubled: "The cell “\(label)” appeared there more than once; one of them was kept."
    case .changed: "The cell “\(label)” is locked and was changed; it ran as it was handed out."
    case .moved: "The cell “\(label)” was not in its place; it was put back there."
    }
  }

  /// The same before hand-in, when nothing is put right yet.
  package var wordsBeforeHandIn: String {
    switch kind {
    case .deleted: "The cell “\(label)” is missing; it will be put back after hand-in."
    case .doubled: "The cell “\(label)” appears here more than once; one of them will be kept."
    case .changed: "The cell “\(label)” is locked and was changed; it will run as it was handed out."
    case .moved: "The cell “\(label)” is not in its place; it will be put back there."
    }
  }
}
