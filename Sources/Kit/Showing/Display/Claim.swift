/// Ties a sentence to what the code finds: where the condition is false, the page shows a warning next to the cell that quotes the sentence.
///
/// One simulated recording is one draw. If a sentence states an order, or that something helps, another seed, a slider or a reader's own
/// recording may make it false, and the words would stay. The sentence is quoted as it is written in the notebook, or a part of it:
///
///     claim("so the two corrections stay low", errors[1] < errors[0] && errors[2] < errors[0])
///
/// The condition asks the numbers that the page shows; where these are few, it asks repeats of the experiment.
///
/// - Parameters:
///   - sentence: The words of the notebook that are true only if the condition is.
///   - holds: Whether they are true with the values of this run.
public func claim(_ sentence: String, _ holds: Bool) {
  if !holds { find("the sentence “\(sentence)” is not true with the values of this run") }
}
