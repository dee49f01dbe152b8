#include "CGnuplot.h"

#include <cstdlib>
#include <cstring>
#include <string>

#if __has_include("gnuplot-iostream.h") && __has_include(<spawn.h>)
#define HAS_GNUPLOT_IOSTREAM 1
#include <cassert>
#include <boost/shared_ptr.hpp>
#include "gnuplot-iostream.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
#endif

namespace {

GimbalGnuplotResult result(GimbalGnuplotEnd end, int code, const std::string &errors = "") {
  return {end, code, strdup(errors.c_str())};
}

#ifdef HAS_GNUPLOT_IOSTREAM

/// Both ends of a pipe, closed when a child starts in another thread: otherwise that child would keep this one's input
/// open and it would wait for ever.
struct Pipe {
  int read = -1, write = -1;

  bool open() {
    int ends[2];
#ifdef __linux__
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
#else
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
    read = ends[0];
    write = ends[1];
    return true;
  }

  void close_read() {
    if (read >= 0) ::close(read);
    read = -1;
  }

  void close_write() {
    if (write >= 0) ::close(write);
    write = -1;
  }

  ~Pipe() {
    close_read();
    close_write();
  }
};

/// Keeps SIGPIPE from this thread while gnuplot may have gone, and takes away the one that came in the meantime.
class WithoutBrokenPipe {
  sigset_t broken_pipe, before;
  bool was_pending;

public:
  WithoutBrokenPipe() {
    sigset_t pending;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigpending(&pending);
    was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  }

  ~WithoutBrokenPipe() {
    sigset_t pending;
    sigpending(&pending);
    if (!was_pending && sigismember(&pending, SIGPIPE) == 1) {
      int signal;
      sigwait(&broken_pipe, &signal);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
};

/// Starts gnuplot in a process group of its own with these pipes as input and error. `errno`, or 0.
///
/// `posix_spawn` and not `popen`: no shell, so that no path needs quoting; the exit status; and one that can be killed.
int start(const char *executable, const char *folder, const Pipe &input, const Pipe &errors, pid_t &child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input.read, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO);
  int failure = posix_spawn_file_actions_addchdir_np(&actions, folder);
  sigset_t none, broken_pipe;
  sigemptyset(&none);
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &broken_pipe);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(
    &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  char *arguments[] = {const_cast<char *>(executable), const_cast<char *>("--default-settings"), nullptr};
  if (failure == 0) failure = posix_spawn(&child, executable, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

/// Collects what comes out of `descriptor` until it is closed. False when `deadline` passes first.
bool collect(int descriptor, std::chrono::steady_clock::time_point deadline, std::string &text) {
  char buffer[4096];
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd ready = {descriptor, POLLIN, 0};
    int count = poll(&ready, 1, static_cast<int>(std::min<long long>(left.count(), 1000000)));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return true;
    if (count == 0) continue;
    ssize_t length = ::read(descriptor, buffer, sizeof buffer);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return true;
    // A script can make gnuplot say the same warning for ever.
    if (text.size() < (1 << 20)) text.append(buffer, static_cast<size_t>(length));
  }
}

#endif

}  // namespace

extern "C" GimbalGnuplotResult gimbal_gnuplot_run(
  const char *executable, const char *folder, const char *commands, double timeout_seconds
) {
#ifdef HAS_GNUPLOT_IOSTREAM
  Pipe input, errors;
  if (!input.open() || !errors.open()) return result(GimbalGnuplotNotStarted, errno);
  pid_t child = 0;
  if (int failure = start(executable, folder, input, errors, child)) {
    return result(GimbalGnuplotNotStarted, failure);
  }
  input.close_read();
  errors.close_write();
  auto deadline = std::chrono::steady_clock::now() +
    std::chrono::milliseconds(static_cast<long long>(std::min(timeout_seconds, 1e6) * 1000));
  {
    WithoutBrokenPipe guard;
    FILE *stream = fdopen(input.write, "w");
    if (stream != nullptr) {
      input.write = -1;
      // Takes the stream over, and closes it at the end of this scope: gnuplot then knows that nothing follows.
      gnuplotio::Gnuplot gnuplot(stream);
      gnuplot << commands << std::flush;
    }
  }
  input.close_write();
  std::string text;
  bool in_time = collect(errors.read, deadline, text);
  int status = 0;
  // Who closes its standard error need not have ended.
  while (in_time && waitpid(child, &status, WNOHANG) == 0) {
    usleep(200);
    in_time = std::chrono::steady_clock::now() < deadline;
    if (!in_time) break;
  }
  if (!in_time) {
    kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  }
  if (!in_time) return result(GimbalGnuplotTimedOut, 0, text);
  if (WIFSIGNALED(status)) return result(GimbalGnuplotSignalled, WTERMSIG(status), text);
  return result(GimbalGnuplotExited, WEXITSTATUS(status), text);
#else
  (void)executable, (void)folder, (void)commands, (void)timeout_seconds;
  return result(GimbalGnuplotUnavailable, 0);
#endif
}
