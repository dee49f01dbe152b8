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
  /// It was killed because a stop was asked for.
  GimbalGnuplotStopped = 3,
};

/// The result of a gnuplot's commands.
struct GimbalGnuplotResult {
  enum GimbalGnuplotEnd end;
  int code;
  /// What it wrote to standard error, zero-terminated; to be given to `free`. Never null.
  char *errors;
};

/// A gnuplot that runs. It is given to one of the two functions below, once. It ends with this program, too: nothing more
/// can come then.
typedef struct GimbalGnuplot GimbalGnuplot;

/// Starts the gnuplot at `executable` in `folder` and sends it `commands`, which it carries out while nobody waits.
///
/// Null, and the reason as an `errno` in `failure`, when it cannot be started; 0 there when this build has no
/// gnuplot-iostream. Safe to call from several threads at once; starts no thread.
GimbalGnuplot *gimbal_gnuplot_start(
  const char *executable, const char *folder, const char *commands, int *failure);

/// Sends `commands` through gnuplot-iostream and waits until gnuplot has carried them out and ended.
///
/// `commands` must be short (it is written at once): it loads scripts from files, and data is in files, too. When `stop`
/// (none when negative) becomes readable, gnuplot is killed with what it has started.
struct GimbalGnuplotResult gimbal_gnuplot_finish(
  GimbalGnuplot *gnuplot, const char *commands, double timeout_seconds, int stop);

/// Ends a gnuplot that nobody needs.
void gimbal_gnuplot_discard(GimbalGnuplot *gnuplot);

#ifdef __cplusplus
}
#endif

#endif
