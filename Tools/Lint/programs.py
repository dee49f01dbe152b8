"""Reads every script, style, page and filter of the sources as its language does, and says where one cannot be read."""

import pathlib
import sys

import tree_sitter
import tree_sitter_css
import tree_sitter_html
import tree_sitter_javascript
import tree_sitter_lua
import tree_sitter_python

GRAMMARS = {
    ".css": tree_sitter_css,
    ".html": tree_sitter_html,
    ".js": tree_sitter_javascript,
    ".lua": tree_sitter_lua,
    ".py": tree_sitter_python,
}


def faults(node):
    """The innermost parts of a tree that are not what the grammar wants."""
    if node.is_error or node.is_missing:
        yield node
    elif node.has_error:
        for child in node.children:
            yield from faults(child)


read, found = 0, 0
for path in sorted(path for root in sys.argv[1:] for path in pathlib.Path(root).rglob("*")):
    if path.suffix not in GRAMMARS or not path.is_file():
        continue
    read += 1
    parser = tree_sitter.Parser(tree_sitter.Language(GRAMMARS[path.suffix].language()))
    source = path.read_bytes()
    for node in faults(parser.parse(source).root_node):
        found += 1
        words = source[node.start_byte : node.start_byte + 40].decode(errors="replace").split("\n")[0]
        row, column = node.start_point
        print(f"{path}:{row + 1}:{column + 1}: error: this is not what the language of {path.suffix} wants: {words!r}")
if read == 0:
    sys.exit("there is nothing to read")
sys.exit(1 if found else 0)
