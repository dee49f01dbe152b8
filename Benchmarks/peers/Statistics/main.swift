// What the room of statistics makes of tables of errors, for `statistics_scipy.py`: JSON in, JSON out.
import Foundation
import Statistics

struct Answer: Encodable {
  struct Pair: Encodable {
    var first: Int, second: Int
    var method: String
    var p: Double, corrected: Double
    var value: Double?, low: Double?, high: Double?
  }
  var pairs: [Pair] = []
  var statistic: Double?, p: Double?, criticalDifference: Double?
  var meanRanks: [Double] = []
}

func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

let input = FileHandle.standardInput.readDataToEndOfFile()
// For each table its schemes, for each of them its errors; null where one is infinite.
let tables = try JSONDecoder().decode([[[Double?]]].self, from: input)
let answers = tables.map { table -> Answer in
  let errors = table.map { $0.map { $0 ?? .infinity } }
  var answer = Answer()
  let ranking = Ranking(
    errors.indices.map { "\($0)" }, values: errors, units: errors[0].indices.map { "\($0)" })
  for first in errors.indices {
    for second in errors.indices.dropFirst(first + 1) {
      let direct = PairedDifference(of: errors[first], and: errors[second], as: ranking.kind)
      let places = [first, second].map { index in ranking.entries.firstIndex { $0.index == index } ?? 0 }
      answer.pairs.append(
        .init(
          first: first, second: second, method: direct.test.method.rawValue, p: direct.test.p,
          corrected: ranking.difference(places[0], places[1])?.p ?? .nan, value: finite(direct.estimate.value),
          low: finite(direct.estimate.interval?.lowerBound), high: finite(direct.estimate.interval?.upperBound)))
    }
  }
  if let friedman = FriedmanTest(of: errors) {
    (answer.statistic, answer.p) = (friedman.statistic, friedman.p)
    (answer.criticalDifference, answer.meanRanks) = (friedman.criticalDifference, friedman.meanRanks)
  }
  return answer
}
print(String(decoding: try JSONEncoder().encode(answers), as: UTF8.self))
