#if canImport(Glibc)
  internal import Glibc
#endif

/// Asks Linux to back memory that is about to be filled with pages of 2 MB instead of 4 KB.
///
/// A million quaternions take 32 MB. Filling them for the first time otherwise stops 8,000 times for a page, and every
/// later pass misses the address cache as often. It is a hint, for memory of 4 MB or more; elsewhere than on Linux it does
/// nothing.
func preferHugePages(_ memory: UnsafeMutableRawBufferPointer) {
  #if canImport(Glibc)
    guard memory.count >= 4 << 20, let start = memory.baseAddress else { return }
    // The kernel wants the start of a page.
    let page = 4096
    let first = UnsafeMutableRawPointer(bitPattern: (Int(bitPattern: start) + page - 1) & ~(page - 1))
    guard let first else { return }
    madvise(first, memory.count - (first - start), MADV_HUGEPAGE)
  #endif
}
