import CSandbox
import Foundation

/// What a program in a sandbox must not be able to do, tried from inside.
package enum ForbiddenActs {
  /// Tries all of them and prints a line for each that succeeded, and a last one.
  ///
  /// - Parameters:
  ///   - folder: holds a file `secret` that must not be reachable, and `scratch`, which may be written.
  ///   - outsider: a process outside of the sandbox.
  package static func tryAll(folder: String, outsider: pid_t) {
    var done: [String] = []
    func mustFail(_ what: String, _ act: () -> Bool) { if act() { done.append(what) } }

    mustFail("a file outside can be read") { opens("\(folder)/secret", O_RDONLY) }
    mustFail("a file outside can be written") { opens("\(folder)/secret", O_WRONLY) }
    mustFail("a file can be made outside") { opens("\(folder)/made", O_WRONLY | O_CREAT) }
    mustFail("a file outside can be linked") { link("\(folder)/secret", "\(folder)/scratch/secret") == 0 }
    mustFail("a file outside can be removed") { unlink("\(folder)/secret") == 0 }
    mustFail("rights of a file outside can be changed") {
      var before = stat()
      guard stat("\(folder)/secret", &before) == 0 else { return false }
      _ = chmod("\(folder)/secret", 0o640)
      var after = stat()
      return stat("\(folder)/secret", &after) == 0 && after.st_mode != before.st_mode
    }
    mustFail("a link leads outside") {
      symlink("\(folder)/secret", "\(folder)/scratch/link") == 0 && opens("\(folder)/scratch/link", O_RDONLY)
    }
    for home in ["/root", "/home", "/etc/passwd", "/etc/shadow", "/sys", "/var", "/dev/shm", "/run"] {
      mustFail("\(home) can be read") {
        if home == "/etc/passwd" || home == "/etc/shadow" { return opens(home, O_RDONLY) }
        return ((try? FileManager.default.contentsOfDirectory(atPath: home)) ?? []).isEmpty == false
      }
    }
    // In a namespace of processes a small number may be one of the sandbox's own.
    if outsider > 64 {
      mustFail("the environment of a process outside can be read") { opens("/proc/\(outsider)/environ", O_RDONLY) }
      mustFail("the command of a process outside can be read") { opens("/proc/\(outsider)/cmdline", O_RDONLY) }
      mustFail("a process outside can be signalled") { kill(outsider, 0) == 0 }
    }
    for (family, name) in [(AF_UNIX, "local"), (AF_INET, "internet"), (AF_INET6, "internet"), (AF_NETLINK, "kernel")] {
      mustFail("a \(name) socket can be made") {
        let made = socket(Int32(family), Int32(SOCK_STREAM.rawValue), 0)
        if made >= 0 { close(made) }
        return made >= 0
      }
    }
    mustFail("a namespace can be made") { gimbal_make_namespace() == 0 }
    mustFail("a folder can be mounted") { mount("none", "\(folder)/scratch", "tmpfs", 0, nil) == 0 }
    mustFail("shared memory can be made") { shmget(key_t(0x6769), 4096, 0o600 | Int32(IPC_CREAT)) >= 0 }
    mustFail("root can be become") { getuid() != 0 && setuid(0) == 0 }

    if !opens("\(folder)/scratch/made", O_WRONLY | O_CREAT) { print("its own folder cannot be written") }
    for act in done { print(act) }
    print("tried")
  }

  private static func opens(_ path: String, _ flags: Int32) -> Bool {
    let file = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }
}
