import EmbeddedFiles
import NotebookDocument
import Reports

/// What pandoc does to formulas: they are written in words that it knows, and for Typst in names that Typst has today.
enum FormulaFilter {
  /// Formulas of a notebook's prose for Word and LaTeX: in a paragraph's formula LaTeX has no `align`, either.
  static func text(for notebook: Notebook) -> String {
    words(notebook) + "function Math(math) return translated(math) end\n"
  }

  /// Formulas of a notebook's prose for Typst. One that pandoc cannot read stays as it is written.
  static func typst(for notebook: Notebook) -> String {
    words(notebook, PairedBars.bracketed) + EmbeddedFile.text("ReportExport/formulas.lua")
  }

  private static func words(_ notebook: Notebook, _ adapt: (String) -> String = { $0 }) -> String {
    let pairs = Formulas.translations(of: notebook, adapt).sorted { $0.key < $1.key }
      .map { "[\(LuaText.quoted($0.key))] = \(LuaText.quoted($0.value))" }
    return "local words = { \(pairs.joined(separator: ", ")) }\n" + EmbeddedFile.text("ReportExport/translation.lua")
  }
}
