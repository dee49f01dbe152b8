import Foundation
import Traces

/// How the position error of plain double integration grows in theory: curves to lay under the measured ones.
public enum ErrorGrowth {
  /// ½·b·t²: a constant bias of the acceleration. `bias` in m/s², `time` in s; m.
  public static func bias(_ bias: Double, after time: Double) -> Double { bias * time * time / 2 }

  /// N·t^1.5/√3: the standard deviation under white noise of density N, in m/s² per √Hz; m.
  public static func noise(_ density: Double, after time: Double) -> Double {
    density * pow(time, 1.5) / 3.squareRoot()
  }

  /// ½·g·sin θ·t²: gravity leaking through an attitude that is tilted by θ rad; m.
  public static func tilt(_ angle: Double, after time: Double) -> Double {
    bias(standardGravity * sin(angle), after: time)
  }
}
