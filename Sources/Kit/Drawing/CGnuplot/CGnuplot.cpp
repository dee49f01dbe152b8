#include "CGnuplot.h"

#include <cstdlib>
#include <cstring>
#include <memory>
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

/// Starts gnuplot in its own process group with these pipes as input and error. `errno`, or 0.
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

/// What ends a wait for gnuplot.
enum class Wait { over, late, stopped };

/// Waits until `descriptor` (none when negative) can be read, for so many milliseconds at most.
Wait wait_for(int descriptor, int stop, std::chrono::steady_clock::time_point deadline, int milliseconds) {
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  if (left.count() <= 0) return Wait::late;
  // `poll` passes over negative descriptors.
  pollfd ready[] = {{stop, POLLIN, 0}, {descriptor, POLLIN, 0}};
  int count = poll(ready, 2, static_cast<int>(std::min<long long>(left.count(), milliseconds)));
  return count > 0 && ready[0].revents != 0 ? Wait::stopped : Wait::over;
}

/// Collects the output of `descriptor`, which does not block, until it is closed.
Wait collect(int descriptor, int stop, std::chrono::steady_clock::time_point deadline, std::string &text) {
  char buffer[4096];
  while (true) {
    Wait wait = wait_for(descriptor, stop, deadline, 1000);
    if (wait != Wait::over) return wait;
    ssize_t length = ::read(descriptor, buffer, sizeof buffer);
    if (length < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (length <= 0) return Wait::over;
    // A script can make gnuplot say the same warning for ever.
    if (text.size() < (1 << 20)) text.append(buffer, static_cast<size_t>(length));
  }
}

/// Ends gnuplot with what it has started, and says how it ended.
int end(pid_t child) {
  int status = 0;
  kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

/// Waits for gnuplot's end, and kills it when it does not come by itself.
Wait await_end(pid_t child, int errors, int stop, double seconds, std::string &text, int &status) {
  auto deadline = std::chrono::steady_clock::now() +
    std::chrono::milliseconds(static_cast<long long>(std::min(seconds, 1e6) * 1000));
  Wait wait = collect(errors, stop, deadline, text);
  // Who closes its standard error need not have ended.
  while (wait == Wait::over && waitpid(child, &status, WNOHANG) == 0) wait = wait_for(-1, stop, deadline, 1);
  if (wait != Wait::over) status = end(child);
  return wait;
}

#endif

}  // namespace

#ifdef HAS_GNUPLOT_IOSTREAM

struct GimbalGnuplot {
  pid_t process = 0;
  Pipe errors;
  /// Closes gnuplot's input when it goes: gnuplot then knows that nothing follows.
  std::unique_ptr<gnuplotio::Gnuplot> input;

  void send(const char *commands) {
    WithoutBrokenPipe guard;
    *input << commands << std::flush;
  }

  void close_input() {
    WithoutBrokenPipe guard;
    input.reset();
  }
};

#endif

extern "C" GimbalGnuplot *gimbal_gnuplot_start(
  const char *executable, const char *folder, const char *commands, int *failure
) {
  *failure = 0;
#ifdef HAS_GNUPLOT_IOSTREAM
  Pipe input;
  auto gnuplot = std::make_unique<GimbalGnuplot>();
  if (!input.open() || !gnuplot->errors.open()) {
    *failure = errno;
    return nullptr;
  }
  FILE *stream = fdopen(input.write, "w");
  if (stream == nullptr) {
    *failure = errno;
    return nullptr;
  }
  input.write = -1;
  gnuplot->input = std::make_unique<gnuplotio::Gnuplot>(stream);
  *failure = start(executable, folder, input, gnuplot->errors, gnuplot->process);
  if (*failure != 0) return nullptr;
  gnuplot->errors.close_write();
  fcntl(gnuplot->errors.read, F_SETFL, O_NONBLOCK);
  gnuplot->send(commands);
  return gnuplot.release();
#else
  (void)executable, (void)folder, (void)commands;
  return nullptr;
#endif
}

extern "C" GimbalGnuplotResult gimbal_gnuplot_finish(
  GimbalGnuplot *started, const char *commands, double timeout_seconds, int stop
) {
#ifdef HAS_GNUPLOT_IOSTREAM
  std::unique_ptr<GimbalGnuplot> gnuplot(started);
  gnuplot->send(commands);
  gnuplot->close_input();
  std::string text;
  int status = 0;
  Wait wait = await_end(gnuplot->process, gnuplot->errors.read, stop, timeout_seconds, text, status);
  if (wait == Wait::late) return result(GimbalGnuplotTimedOut, 0, text);
  if (wait == Wait::stopped) return result(GimbalGnuplotStopped, 0, text);
  if (WIFSIGNALED(status)) return result(GimbalGnuplotSignalled, WTERMSIG(status), text);
  return result(GimbalGnuplotExited, WEXITSTATUS(status), text);
#else
  (void)started, (void)commands, (void)timeout_seconds, (void)stop;
  return result(GimbalGnuplotExited, 0);
#endif
}

extern "C" void gimbal_gnuplot_discard(GimbalGnuplot *started) {
#ifdef HAS_GNUPLOT_IOSTREAM
  std::unique_ptr<GimbalGnuplot> gnuplot(started);
  end(gnuplot->process);
  gnuplot->close_input();
#else
  (void)started;
#endif
}
