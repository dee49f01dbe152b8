/// Text in Lua's notation, for pandoc's filters.
enum LuaText {
  /// A string that holds exactly these characters: all but letters and digits by their bytes.
  static func quoted(_ text: String) -> String {
    "\""
      + text.utf8.map { byte in
        let character = Character(Unicode.Scalar(byte))
        let code = "\(byte)"
        return character.isASCII && (character.isLetter || character.isNumber)
          ? "\(character)" : "\\" + String(repeating: "0", count: 3 - code.count) + code
      }.joined() + "\""
  }
}
