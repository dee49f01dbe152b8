/// The points of a path that a picture needs: dropping the others moves the line by less than `tolerance`.
///
/// Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line
/// or its caricature" (1973), on blocks of 2048 points, so that the worst case stays linear in the number of blocks.
/// Both ends of the path, and of every part between gaps, are kept.
///
/// - Parameters:
///   - x: abscissas on the page, in points.
///   - y: ordinates on the page; NaN in either is a gap, which stays.
///   - tolerance: the largest distance in points that a dropped point may have from the line that remains.
/// - Returns: indices into the path, ascending.
/// - Complexity: O(n log n) typically, O(2048 n) at worst.
func simplifiedPath(x: [Double], y: [Double], tolerance: Double) -> [Int] {
  var keep = [Bool](repeating: false, count: x.count)
  var start = 0
  while start < x.count {
    if x[start].isNaN || y[start].isNaN {
      if start > 0, keep[start - 1], !(x[start - 1].isNaN || y[start - 1].isNaN) { keep[start] = true }
      start += 1
      continue
    }
    var end = start
    while end + 1 < x.count, !x[end + 1].isNaN, !y[end + 1].isNaN { end += 1 }
    var block = start
    while block < end {
      let blockEnd = min(block + 2048, end)
      simplify(x: x, y: y, from: block, through: blockEnd, tolerance: tolerance, keep: &keep)
      block = blockEnd
    }
    keep[start] = true
    keep[end] = true
    start = end + 1
  }
  return keep.indices.filter { keep[$0] }
}

private func simplify(x: [Double], y: [Double], from: Int, through: Int, tolerance: Double, keep: inout [Bool]) {
  keep[from] = true
  keep[through] = true
  var pending = [(from, through)]
  while let (first, last) = pending.popLast() {
    guard last - first > 1 else { continue }
    let (dx, dy) = (x[last] - x[first], y[last] - y[first])
    let lengthSquared = dx * dx + dy * dy
    var (farthest, distance) = (first, tolerance * tolerance)
    for index in first + 1..<last {
      let (px, py) = (x[index] - x[first], y[index] - y[first])
      // The distance to the segment, not to the endless line: a path may turn back.
      let along = lengthSquared > 0 ? min(max((px * dx + py * dy) / lengthSquared, 0), 1) : 0
      let (ex, ey) = (px - along * dx, py - along * dy)
      let squared = ex * ex + ey * ey
      if squared > distance { (farthest, distance) = (index, squared) }
    }
    guard farthest != first else { continue }
    keep[farthest] = true
    pending.append((first, farthest))
    pending.append((farthest, last))
  }
}
