/// How much work the type checker may put into one expression.
///
/// Work is counted in combinations of types that the constraint solver tries, never in seconds: on a slow or busy machine the
/// same code compiles, and the same messages appear, as on a fast machine. The compiler also limits the memory that it
/// uses for an expression, and the changes that it undoes, by its own counts; those limits stay as they are.
enum SolverPatience: Int {
  /// About a second on a machine of 2024. An expression that needs more compiles all the same, and a note names it. Larger
  /// values name fewer expressions.
  case usual = 100_000
  /// After this many the compiler gives the expression up. Its own limit is a million, which takes five to eight seconds. With
  /// larger values a hopeless expression costs more time; what compiles within two and a half seconds needs at most 600 000.
  case utmost = 700_000

  /// The compiler's options. Without a limit in seconds: the compiler's own would end an expression after 600.
  var arguments: [String] {
    ["-solver-scope-threshold=\(rawValue)", "-solver-expression-time-threshold=0"]
  }

  /// The count as a reader sees it.
  var words: String { "\(rawValue / 1000) 000" }
}
