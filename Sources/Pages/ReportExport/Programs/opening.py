import json, sys, typst
source, made = sys.argv[1:]

def told(kind, error, trace):
    """Says what the typesetter says, with the line, and not where this program was."""
    if kind is typst.TypstError:
        sys.stderr.write(str(getattr(error, "diagnostic", None) or error) + "\n")
    else:
        sys.__excepthook__(kind, error, trace)

sys.excepthook = told
compiler = typst.Compiler(source, root="/")
