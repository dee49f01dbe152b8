import Foundation

/// How alike two feature vectors are, as a function of their squared distance r² in units of the width: 1 for equal
/// vectors, towards 0 far apart.
public enum Kernel: String, Hashable, Codable, Sendable, CaseIterable {
  /// exp(−r²): the radial kernel of support vector machines. Sees its neighbours only.
  case gaussian
  /// 1 / (1 + r²): the rational quadratic kernel, with a longer reach (Rasmussen & Williams, Gaussian Processes for
  /// Machine Learning, 2006, equation 4.19 with α = 1).
  case rationalQuadratic
  /// exp(−r): the Laplacian kernel, with a sharp peak.
  case laplacian

  /// The likeness at the squared distance r², dimensionless.
  @inline(__always)
  func value(_ squared: Double) -> Double {
    switch self {
    case .gaussian: exp(-squared)
    case .rationalQuadratic: 1 / (1 + squared)
    case .laplacian: exp(-squared.squareRoot())
    }
  }
}

/// Vectors of one length, row after row, with their squared lengths.
struct VectorTable: Hashable, Sendable {
  let rows: [Double]
  let width: Int
  let squares: [Double]
  var count: Int { squares.count }

  init(rows: [Double], width: Int) {
    (self.rows, self.width) = (rows, width)
    squares = rows.withUnsafeBufferPointer { rows in
      (0..<rows.count / width).map {
        let row = rows.baseAddress! + $0 * width
        return dot(row, row, width)
      }
    }
  }

  /// |row − vector|² for every row. Complexity: O(count × width).
  func squaredDistances(to vector: [Double]) -> [Double] {
    let square = dot(vector, vector, width)
    return rows.withUnsafeBufferPointer { rows in
      (0..<count).map {
        max(0, squares[$0] + square - 2 * dot(rows.baseAddress! + $0 * width, vector, width))
      }
    }
  }

  /// All mutual squared distances, `count × count`. Complexity: O(count² × width).
  func mutualSquaredDistances() -> [Double] {
    mutualProducts(of: rows, width: width) { max(0, squares[$0] + squares[$1] - 2 * $2) }
  }
}

extension VectorTable: Encodable {
  /// Writes the numbers of all rows.
  func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}
