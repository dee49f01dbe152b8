/// A notebook, or two in one folder, and what is done to it: all that a trial needs to be made again.
struct TrialSequence: Hashable {
  /// How the sessions work whose pages are compared with those of clean runs.
  struct Manner: Hashable {
    var keepGoing = false
    var freeForks = 64
    var compilesApart = false
    /// Whether the clean runs compile each cell by itself.
    var cleanCompilesApart = false
    /// Whether the notebooks lie in `/dev/shm`.
    var liesInMemory = false
  }

  /// The front end that runs a notebook: a session that stays, as in a preview, or a runner from the command line,
  /// which stays too.
  enum FrontEnd: Int, Hashable, CaseIterable { case preview, runner }

  struct Step: Hashable {
    /// Which of the notebooks.
    var notebook = 0
    var edits: [Edit] = []
    var fileEdits: [FileEdit] = []
    var frontEnd = FrontEnd.preview
    /// Milliseconds after which the run is stopped; it is not compared then.
    var stop: Int?
  }

  var manner = Manner()
  var notebooks: [NotebookModel]
  /// Files that are there before anything runs.
  var files: [String: String] = [:]
  /// A run of each notebook comes before.
  var steps: [Step]
}
