import Basics
import Testing

@Suite struct HeldTextTests {
  @Test func aTextHoldsWhatStandsInItsBytes() {
    for text in ["", "a", "abc", "x → ñ", "\u{65}\u{301}", "one\r\ntwo"] {
      #expect(text.holds("") && text.holds(text), "\(text)")
      for start in text.indices {
        let tail = text[start...]
        #expect(text.holds(String(tail)) && tail.holds(String(tail.prefix(1))) && !tail.holds(text + "."))
      }
    }
    #expect("{#eq-a}".holds("{#eq-") && !"{#eq".holds("{#eq-"))
    #expect(!"\u{E9}".holds("\u{65}\u{301}"), "another form of a character has other bytes")
  }
}
