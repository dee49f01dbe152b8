import CellCompiler

/// What leads around a list of allowed calls, because it reaches code or data without naming it.
enum ReachingAround {
  /// How far it reaches.
  enum Kind {
    /// Into memory, code or the judge's calls: it counts wherever a cell of the student's uses it.
    case anything
    /// Values that are kept under no name of the program: it counts in the cells on which a task rests.
    case kept
  }

  /// Functions of C, and parts of demangled names of Swift's libraries.
  static func words(_ symbol: String, _ demangled: String?) -> (kind: Kind, words: String)? {
    guard let demangled else {
      let name = String(symbol.prefix { $0 != "@" })
      if functions.contains(name) { return (.anything, name) }
      return files.contains(name) ? (.kept, name) : nil
    }
    if demangled.hasPrefix("JudgedCalls.") || demangled.contains("in JudgedCalls)")
      || demangled.contains(" JudgedCalls.")
    {
      return (.anything, "JudgedCalls")
    }
    // What a compiler puts in by itself has names with an underscore, or speaks of types only.
    guard let name = CalledName(demangled: demangled), !name.path.contains(where: { $0.hasPrefix("_") }) else {
      return nil
    }
    if let found = name.path.first(where: isUnsafe) { return (.anything, found) }
    let path = ([name.module] + name.path).joined(separator: ".")
    return stores.first { store in
      path == store || path.hasPrefix("\(store).") || path.hasSuffix(".\(store)") || path.contains(".\(store).")
    }.map { (.kept, $0) }
  }

  private static func isUnsafe(_ name: String) -> Bool {
    // The language's own word says only that nobody looks after a variable of several threads.
    if name == "unsafe" { return false }
    let name = name.lowercased()
    return name.contains("unsafe") || name == "unmanaged" || name == "opaquepointer" || name == "managedbuffer"
      || name.hasPrefix("withcontiguous")
  }

  private static let functions: Set<String> = [
    "dlopen", "dlsym", "dlmopen", "dlvsym", "dladdr", "dl_iterate_phdr", "mmap", "mmap64", "mprotect", "mremap",
    "syscall", "fork", "vfork", "clone", "execve", "execv", "execvp", "execl", "execlp", "posix_spawn", "posix_spawnp",
    "system", "popen", "ptrace", "process_vm_readv", "process_vm_writev", "signal", "sigaction", "setjmp", "longjmp",
    "getcontext", "makecontext", "setcontext", "swapcontext", "memfd_create", "shm_open", "gimbal_watch",
    "gimbal_reached",
  ]

  private static let files: Set<String> = [
    "open", "open64", "openat", "openat64", "fopen", "fopen64", "fdopen", "freopen", "creat", "read", "write", "pread",
    "pwrite", "mkfifo", "mknod", "rename", "renameat", "link", "symlink", "unlink", "dup", "dup2", "dup3", "sendmsg",
    "getenv",
    "secure_getenv",
    "recvmsg",
  ]

  private static let stores = [
    "Foundation.Process", "ProcessInfo.environment", "FileHandle", "InputStream", "OutputStream", "Pipe",
    "NotificationCenter", "UserDefaults",
    "threadDictionary", "NSData", "NSMutableData", "NSKeyedUnarchiver", "NSExpression", "NSMutableArray",
    "NSMutableDictionary", "NSMutableSet", "NSMutableString", "NSMutableOrderedSet", "NSCache", "NSMapTable",
    "NSHashTable", "NSPointerArray", "NSCountedSet", "DispatchSpecificKey",
  ]

  /// Words of the language that a symbol need not show.
  static func words(inSource code: String) -> String? {
    CodeUnit.analysis(of: code).usedNames.sorted().first { isUnsafe($0) || $0 == "JudgedCalls" }
  }
}
