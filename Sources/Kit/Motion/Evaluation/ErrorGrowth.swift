import Foundation
import Traces

/// How the position error of plain double integration grows in theory: curves to lay under the measured ones.
public enum ErrorGrowth {
  /// ½·b·t²: a constant bias of the acceleration. `bias` in m/s², `time` in s; m.
  public static func bias(_ bias: Double, after time: Double) -> Double { bias * time * time / 2 }

  /// N·t^1.5/√3: the standard deviation per axis under white noise of the acceleration, m/s² per √Hz, where N is the two-sided density; m.
  public static func noise(_ density: NoiseDensity, after time: Double) -> Double {
    density.twoSided * pow(time, 1.5) / 3.squareRoot()
  }

  /// g·N·t^2.5/√20: the standard deviation per horizontal axis under white noise of the rotation rate, rad/s per √Hz, where N is the two-sided
  /// density: the attitude walks at random, and lets gravity through; m.
  public static func rotationNoise(_ density: NoiseDensity, after time: Double) -> Double {
    standardGravity * density.twoSided * pow(time, 2.5) / 20.squareRoot()
  }

  /// g·b·t³/6: a constant bias of the rotation rate about a horizontal axis, rad/s, lets ever more gravity through; m.
  public static func rotationBias(_ bias: Double, after time: Double) -> Double {
    standardGravity * bias * time * time * time / 6
  }

  /// ½·g·sin θ·t²: gravity leaking through an attitude that is tilted by θ rad; m.
  public static func tilt(_ angle: Double, after time: Double) -> Double {
    bias(standardGravity * sin(angle), after: time)
  }
}
