#ifndef CGNUPLOT_H
#define CGNUPLOT_H

#ifdef __cplusplus
extern "C" {
#endif

/// How a run of gnuplot ended.
enum GimbalGnuplotEnd {
  /// By itself; `code` is its exit status.
  GimbalGnuplotExited = 0,
  /// By a signal; `code` is the signal.
  GimbalGnuplotSignalled = 1,
  /// It was killed because it took too long.
  GimbalGnuplotTimedOut = 2,
  /// It could not be started; `code` is `errno`.
  GimbalGnuplotNotStarted = 3,
  /// This build has no gnuplot-iostream.
  GimbalGnuplotUnavailable = 4,
  /// It was killed because a stop was asked for.
  GimbalGnuplotStopped = 5,
};

/// The result of a run.
struct GimbalGnuplotResult {
  enum GimbalGnuplotEnd end;
  int code;
  /// What it wrote to standard error, zero-terminated; to be given to `free`. Never null.
  char *errors;
};

/// Runs the gnuplot at `executable` in `folder`, sends it `commands` through gnuplot-iostream, and waits.
///
/// `commands` must be short (it is written at once): it loads scripts from files, and data is in files, too. Safe to
/// call from several threads at once; starts no thread and leaves no process behind. When `stop` (none when negative)
/// becomes readable, gnuplot is killed with what it has started.
struct GimbalGnuplotResult gimbal_gnuplot_run(
  const char *executable, const char *folder, const char *commands, double timeout_seconds, int stop);

#ifdef __cplusplus
}
#endif

#endif
