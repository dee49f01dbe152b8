import Foundation

/// Turns points of space into points of the picture: an orthographic projection.
struct Projection {
  private let right: SIMD3<Double>
  private let up: SIMD3<Double>
  /// From the space towards the eye.
  let towardsEye: SIMD3<Double>

  init(_ view: Space.View) {
    let (azimuth, elevation) = (view.azimuth * .pi / 180, view.elevation * .pi / 180)
    right = [-sin(azimuth), cos(azimuth), 0]
    up = [-cos(azimuth) * sin(elevation), -sin(azimuth) * sin(elevation), cos(elevation)]
    towardsEye = [cos(azimuth) * cos(elevation), sin(azimuth) * cos(elevation), sin(elevation)]
  }

  /// Across and up in the picture, in the unit of the space.
  func callAsFunction(_ point: SIMD3<Double>) -> SIMD2<Double> {
    SIMD2((point * right).sum(), (point * up).sum())
  }
}

extension Space {
  /// The chart of this space, projected.
  ///
  /// The projection is done here and not by gnuplot's `splot`, because names, ticks and the reduction of long paths
  /// have to know where everything comes to lie in the picture.
  func chart(looks: [String: Look], palette: Palette, sizes: TextSizes, panel: Int) throws(FigureError) -> Chart {
    guard !paths.isEmpty || !arrows.isEmpty else { throw .empty(panel: panel) }
    for path in paths { try path.check() }
    for arrow in arrows {
      for value in [arrow.from.x, arrow.from.y, arrow.from.z, arrow.to.x, arrow.to.y, arrow.to.z]
      where value.isNaN || isBeyondDrawing(value) {
        throw .notFinite(series: "arrow '\(arrow.name)'", index: 0, value: value)
      }
    }
    var builder = SpaceBuilder(
      space: self, palette: palette, sizes: sizes, projection: Projection(view), box: try box())
    if showsBox { builder.addBox() }
    for (path, name) in zip(paths, lookNames) { builder.add(path, look: Look.resolved(path.look, name, looks)) }
    if let sphere {
      guard sphere > 0, drawableMagnitudes.contains(sphere) else {
        throw .notFinite(series: "the sphere's radius", index: 0, value: sphere)
      }
      builder.addSphere(radius: sphere)
    }
    for arrow in arrows { builder.add(arrow) }
    var chart = builder.chart()
    chart.shortages = paths.compactMap(\.shortage)
    if chart.shortages.count == paths.count, arrows.isEmpty {
      chart.noteEmptiness(at: (chart.x.value(at: 0.5), chart.y.value(at: 0.5)), palette, sizes)
    }
    return chart
  }

  /// The box that holds everything: along each axis what is drawn, with some air, or what the axis fixes.
  func box() throws(FigureError) -> SpaceBox {
    let frames = [x, y, z].compactMap(\.frame)
    if frames.count == 3 { return SpaceBox(ranges: frames.map { $0.low...$0.high }) }
    var ranges: [ClosedRange<Double>] = []
    let cutTo = [x, y, z].map(\.limits)
    for (index, axis) in [x, y, z].enumerated() {
      if let fixed = try axis.fixedRange(isLogarithmic: false) {
        ranges.append(fixed.low...fixed.high)
        continue
      }
      var extents: [ClosedRange<Double>] = []
      let reaches = paths.compactMap {
        SeriesExtent(name: $0.name, [$0.coordinate(index)], isLogarithmic: false)
      }
      if case .focused(let factor, let within) = cutTo[index],
        let range = Focus(on: reaches, factor: factor, within: within).range
      {
        extents = [range.low...range.high]
      } else {
        extents = reaches.map { $0.low...$0.high }
      }
      extents += arrows.map { min($0.from[index], $0.to[index])...max($0.from[index], $0.to[index]) }
      let drawn = (extents.map(\.lowerBound).min() ?? 0, extents.map(\.upperBound).max() ?? 1)
      let shown = try axis.widened(drawn, isLogarithmic: false)
      ranges.append(shown.low...shown.high)
    }
    // One scale for all axes: an axis that is far shorter than the longest, or far from zero for its length, gets air.
    let magnitude = ranges.map { max($0.lowerBound.magnitude, $0.upperBound.magnitude) }.max() ?? 1
    let largest = max(ranges.map { $0.upperBound - $0.lowerBound }.max() ?? 1, 1e-6 * magnitude)
    let least = largest > drawableMagnitudes.lowerBound ? 0.3 * largest : 1
    let box = SpaceBox(
      ranges: ranges.enumerated().map { index, range in
        if case .fixed = cutTo[index] { return range }
        let extent = range.upperBound - range.lowerBound
        let air = max(0.05 * extent, (least - extent) / 2)
        return (range.lowerBound - air)...(range.upperBound + air)
      })
    for (axis, range) in zip([x, y, z], box.ranges) where range.upperBound - range.lowerBound < 1e-6 * largest {
      throw .limits(axis: axis.quantity, low: range.lowerBound, high: range.upperBound, logarithmic: false)
    }
    return box
  }
}

/// The part of space that is shown.
struct SpaceBox {
  /// Along x, y and z.
  var ranges: [ClosedRange<Double>]

  var low: SIMD3<Double> { [ranges[0].lowerBound, ranges[1].lowerBound, ranges[2].lowerBound] }
  var high: SIMD3<Double> { [ranges[0].upperBound, ranges[1].upperBound, ranges[2].upperBound] }

  func contains(_ point: SIMD3<Double>) -> Bool {
    (0..<3).allSatisfy { ranges[$0].contains(point[$0]) }
  }

  /// The numbers along x, y and z: squares on the floor where both sides then have two numbers.
  var ticks: [[Ticks.Label]] {
    let lengths = ranges.map { $0.upperBound - $0.lowerBound }
    let common = Ticks.roundStep(atLeast: (lengths.max() ?? 1) / 5)
    return ranges.indices.map { axis in
      let step =
        axis == 2
        ? Ticks.roundStep(atLeast: lengths[2] / 3.5)
        : common <= lengths[axis] / 2 ? common : Ticks.roundStep(atLeast: lengths[axis] / 3)
      let range = AxisRange(low: ranges[axis].lowerBound, high: ranges[axis].upperBound, isLogarithmic: false)
      let labelled = Ticks(over: range, step: step).labelled
      // Upwards there is room for a third number.
      guard axis == 2, labelled.count < 3 else { return labelled }
      return Ticks(over: range, step: Ticks.roundStep(atLeast: lengths[2] / 5)).labelled
    }
  }
}

extension Space.Path {
  fileprivate func check() throws(FigureError) {
    let description = name.isEmpty ? "unnamed path" : name
    guard x.count == y.count, y.count == z.count else {
      throw .lengthsDiffer(series: description, lengths: [x.count, y.count, z.count])
    }
    for column in [x, y, z] {
      if let index = column.values.firstIndex(where: isBeyondDrawing) {
        throw .notFinite(series: description, index: index, value: column.values[index])
      }
    }
  }

  /// What the path lacks to be seen; nil when it is seen.
  var shortage: FigureShortage? {
    FigureShortage(name.isEmpty ? "unnamed path" : name, [x, y, z], isLogarithmic: false)
  }

  /// The i-th point; NaN in all coordinates where any of them is NaN.
  func point(_ index: Int) -> SIMD3<Double> {
    let point = SIMD3(x.values[index], y.values[index], z.values[index])
    return point.x.isNaN || point.y.isNaN || point.z.isNaN ? SIMD3(repeating: .nan) : point
  }

  /// One coordinate of all points that have all three.
  fileprivate func coordinate(_ axis: Int) -> [Double] {
    (0..<x.count).map { point($0)[axis] }
  }
}
