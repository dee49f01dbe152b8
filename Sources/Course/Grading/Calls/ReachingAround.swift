import CellCompiler
import SwiftSyntax

/// What leads around a list of allowed calls, because it reaches code or data without naming it.
enum ReachingAround {
  /// How far it reaches.
  enum Kind: Equatable {
    /// Into memory, code or the judge's calls: it counts wherever a cell of the student's uses it.
    case anything
    /// Values that are kept under no name of the program: it counts in the cells on which a task rests.
    case kept
    /// What a process or a library of C remembers for everyone, such as the folder in which it is or the state of `srand48`: a number can
    /// be left there. It counts in the cells on which a task rests, if another cell could have written it.
    case state(isWritten: Bool)
    /// What each program changes as it runs, without calling anything: the time, and the numbers of processes and places in memory.
    /// Another cell can wait until it is a certain number.
    case course
  }

  /// Functions of C, and parts of demangled names of Swift's libraries.
  static func words(_ symbol: String, _ demangled: String?) -> (kind: Kind, words: String)? {
    guard let demangled else {
      let name = String(symbol.prefix { $0 != "@" })
      if functions.contains(name) { return (.anything, name) }
      if files.contains(name) { return (.kept, name) }
      if clocks.contains(name) { return (.course, name) }
      return keepsNothing(name) ? nil : (.state(isWritten: !readers.contains(name)), name)
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
    func isOf(_ store: String) -> Bool {
      path == store || path.hasPrefix("\(store).") || path.hasSuffix(".\(store)") || path.contains(".\(store).")
    }
    if let store = stores.first(where: isOf) { return (.kept, store) }
    if let clock = courses.first(where: isOf) { return (.course, clock) }
    if let reader = placesRead.first(where: isOf) { return (.state(isWritten: false), reader) }
    return shared.first(where: isOf).map { (.state(isWritten: true), $0) }
  }

  /// Whether a function of C only computes, takes memory, prints, or tells the time. An unknown one may keep anything.
  private static func keepsNothing(_ name: String) -> Bool {
    if [
      "swift_", "_swift", "__swift", "__wrap_swift", "mem", "__mem", "dispatch_", "_dispatch", "gimbal_boundary",
      "_Unwind",
    ]
    .contains(where: name.hasPrefix) {
      return true
    }
    let mathematics = ["f", "l"].contains { name.hasSuffix($0) && plain.contains(String(name.dropLast())) }
    return mathematics || plain.contains(name)
  }

  private static let clocks: Set<String> = [
    "time", "clock", "clock_gettime", "gettimeofday", "ftime", "timespec_get", "times", "getpid", "getppid", "gettid",
    "getrusage",
  ]

  /// Those of Swift's libraries.
  private static let courses = [
    "ContinuousClock", "SuspendingClock", "DispatchTime", "DispatchWallTime", "Date", "CFAbsoluteTimeGetCurrent",
    "ObjectIdentifier",
  ]

  private static let plain: Set<String> = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sincos", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "logb", "ilogb", "pow", "sqrt", "cbrt", "hypot",
    "floor", "ceil", "round", "trunc", "rint", "nearbyint", "lround", "llround", "lrint", "llrint", "fmod", "remainder",
    "remquo", "fma", "fmin", "fmax", "fdim", "fabs", "copysign", "nan", "nextafter", "nexttoward", "ldexp", "frexp",
    "modf", "scalbn", "scalbln", "erf", "erfc", "tgamma", "j0", "j1", "jn", "y0", "y1", "yn", "abs", "labs", "llabs",
    "malloc", "free", "strlen", "strcmp", "strncmp", "strtod", "strtol", "atof", "atoi", "isdigit", "isalpha",
    "isspace",
    "toupper", "tolower", "puts", "putchar", "fputs", "fputc", "fflush", "stdout", "stderr", "abort", "exit",
    "_exit", "nanosleep",
    "sleep", "usleep", "__stack_chk_fail", "__assert_fail", "__errno_location",
    "_NSConcreteStackBlock", "_NSConcreteGlobalBlock", "_Block_copy", "_Block_release", "__cxa_finalize",
    "__cxa_atexit", "__gmon_start__", "_ITM_registerTMCloneTable", "_ITM_deregisterTMCloneTable", "__tls_get_addr",
    "__gxx_personality_v0", "arc4random", "arc4random_uniform", "getrandom",
  ]

  /// Functions of C that read such state and leave it as it is.
  private static let readers: Set<String> = [
    "getcwd", "getuid", "getgid", "geteuid", "getegid", "getrlimit", "getrlimit64", "getpriority", "sysconf",
    "localtime_r", "gmtime_r", "strftime", "uname", "sysinfo", "stat", "lstat", "fstat", "access",
    "rand",
    "random", "drand48", "lrand48", "mrand48",
  ]

  /// Types of Foundation with an object for everyone, which remembers something. Which of its members is used no symbol says.
  private static let shared = [
    "ProcessInfo", "FileManager", "Thread", "OperationQueue", "NSTimeZone", "URLCache", "HTTPCookieStorage",
    "URLCredentialStorage", "URLSession", "ValueTransformer", "RunLoop", "Progress", "Bundle", "errno",
  ]

  /// What of Foundation depends on the folder in which a process is, and on its environment.
  private static let placesRead = [
    "URL", "NSHomeDirectory", "NSHomeDirectoryForUser", "NSTemporaryDirectory", "NSUserName", "NSFullUserName",
    "Locale.current", "Locale.autoupdatingCurrent", "Locale.preferredLanguages",
  ]

  private static func isUnsafe(_ name: String) -> Bool {
    // The language's own word says only that nobody looks after a variable of several threads.
    if name == "unsafe" { return false }
    let name = name.lowercased()
    return name.contains("unsafe") || name == "unmanaged" || name == "opaquepointer" || name == "managedbuffer"
  }

  private static let functions: Set<String> = [
    "dlopen", "dlsym", "dlmopen", "dlvsym", "dladdr", "dl_iterate_phdr", "mmap", "mmap64", "mprotect", "mremap",
    "syscall", "fork", "vfork", "_Fork", "__fork", "daemon", "forkpty", "wordexp", "pthread_atfork",
    "__register_atfork",
    "clone", "__clone", "timer_create", "execve", "execv", "execvp", "execl",
    "execlp", "posix_spawn", "posix_spawnp",
    "system", "popen", "ptrace", "process_vm_readv", "process_vm_writev", "setjmp", "longjmp",
    "calloc", "realloc", "strdup", "strndup", "qsort", "qsort_r", "bsearch", "vsnprintf", "vsprintf", "memccpy",
    "mempcpy",
    "memfrob", "strcpy", "strncpy", "stpcpy", "strcat", "strncat", "bcopy", "swab", "getcontext", "makecontext",
    "setcontext", "swapcontext", "memfd_create", "shm_open", "gimbal_watch",
    "gimbal_reached", "gimbal_keep_apart",
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

  /// What reaches into memory by pointers that are never named: compilers call some of it by themselves, and others leave no symbol.
  private static let pointers: Set<String> = [
    "pointee", "assumingMemoryBound", "withMemoryRebound", "bindMemory", "storeBytes", "sa_sigaction", "malloc",
    "memcpy", "memmove", "memset", "memchr", "strchr", "strrchr", "strstr", "strpbrk", "strtok", "strerror", "environ",
    "localtime", "gmtime", "ctime", "asctime", "withCString", "withUTF8", "getpwuid", "getpwnam", "ttyname", "tmpnam",
    "localeconv", "nl_langinfo", "utf8String", "fileSystemRepresentation", "withVaList", "CVaListPointer", "getVaList",
    "vprintf", "vfprintf", "bzero",
  ]

  /// Words of the language that a symbol need not show.
  static func words(inSource code: String) -> String? {
    if let name = CodeUnit.analysis(of: code).usedNames.sorted().first(where: {
      isUnsafe($0) || $0.hasPrefix("withContiguous") || pointers.contains($0)
        || ["JudgedCalls", "ServedCalls"].contains($0)
    }) {
      return name
    }
    guard let tree = SyntaxTree.of(code) else { return nil }
    let attributes = Attributes(viewMode: .sourceAccurate)
    attributes.walk(tree)
    return attributes.found
  }

  /// Attributes that give a declaration the symbol of another.
  private final class Attributes: SyntaxVisitor {
    var found: String?
    private static let streams: Set<String> = ["stdin", "stdout", "stderr"]
    private static let printing: Set<String> = [
      "fflush", "fputs", "fputc", "putc", "setvbuf", "setbuf", "setlinebuf", "fileno", "vfprintf", "fgetc", "getc",
      "feof", "ferror", "clearerr",
    ]

    /// A stream of C is a pointer; only what prints may have it.
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      let name = node.baseName.text
      guard Self.streams.contains(name) else { return .skipChildren }
      var holder = Syntax(node).parent
      if let member = holder?.as(MemberAccessExprSyntax.self), member.declName.id == node.id { holder = member.parent }
      let called = holder?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledExpression
      if !Self.printing.contains(called?.trimmedDescription.split(separator: ".").last.map(String.init) ?? "") {
        found = name
      }
      return .skipChildren
    }

    private static let numbers: Set<String> = [
      "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]

    /// A pattern of bits is a number's: a pointer can be made of one without a name.
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if node.arguments.first?.label?.text == "bitPattern",
        !Self.numbers.contains(node.calledExpression.trimmedDescription)
      {
        found = "bitPattern"
      }
      return .visitChildren
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
      let name = node.attributeName.trimmedDescription
      if ["_silgen_name", "_extern", "_cdecl"].contains(name) { found = "@\(name)" }
      return .skipChildren
    }
  }
}
