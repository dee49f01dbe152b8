import CellCompiler

/// What leads around a list of allowed calls, because it reaches code or data without naming it. A task with such a list does not
/// count where any cell of the student's uses one of these.
enum ReachingAround {
  /// Functions of C, and parts of demangled names of Swift's libraries.
  static func words(_ symbol: String, _ demangled: String?) -> String? {
    guard let demangled else {
      let name = symbol.prefix { $0 != "@" }
      return functions.contains(String(name)) ? "\(name)" : nil
    }
    if demangled.hasPrefix("JudgedCalls.") || demangled.contains("in JudgedCalls)")
      || demangled.contains(" JudgedCalls.")
    {
      return "JudgedCalls"
    }
    // What a compiler puts in by itself has names that no program can say without an underscore, which ``words(inSource:)`` sees.
    guard let name = CalledName(demangled: demangled), !name.path.contains(where: { $0.hasPrefix("_") }) else {
      return nil
    }
    return types.first { demangled.contains($0) }
  }

  private static let functions: Set<String> = [
    "dlopen", "dlsym", "dlmopen", "dlvsym", "dladdr", "dl_iterate_phdr", "mmap", "mmap64", "mprotect", "mremap",
    "syscall", "fork", "vfork", "clone", "execve", "execv", "execvp", "execl", "execlp", "posix_spawn", "posix_spawnp",
    "system", "popen", "ptrace", "process_vm_readv", "process_vm_writev", "signal", "sigaction", "open", "open64",
    "openat", "openat64", "fopen", "fopen64", "fdopen", "freopen", "creat", "read", "write", "pread", "pwrite",
    "mkfifo",
    "mknod", "rename", "renameat", "link", "symlink", "unlink", "dup", "dup2", "dup3", "sendmsg", "recvmsg", "setjmp",
    "longjmp", "getcontext", "makecontext", "setcontext", "swapcontext", "memfd_create", "shm_open",
  ]

  private static let types = [
    "Unsafe", "Unmanaged", "OpaquePointer", "NSClassFromString", "NSSelectorFromString", "_typeByName",
    "Foundation.Process", "Foundation.FileHandle", "Foundation.FileManager", "InputStream", "OutputStream",
    "Foundation.Pipe", "NotificationCenter", "UserDefaults", "threadDictionary", "Foundation.NSData",
    "Foundation.NSMutableData", "ManagedBuffer", "withContiguous", "KeyedUnarchiver", "NSExpression", ".write(to",
    "NSMutable", "NSCache", "NSMapTable", "NSHashTable", "NSPointerArray", "NSCountedSet", "Synchronization.",
    "AsyncStream",
    "AsyncThrowingStream", "DispatchSpecificKey",
  ]

  /// Words of the language that a symbol need not show.
  static func words(inSource code: String) -> String? {
    CodeUnit.analysis(of: code).usedNames.sorted().first { name in
      let name = name.lowercased()
      return name.contains("unsafe") || name.contains("unmanaged") || name.hasPrefix("_") && name.count > 1
        || name == "opaquepointer" || name == "judgedcalls" || name.hasPrefix("withcontiguous")
    }
  }
}
