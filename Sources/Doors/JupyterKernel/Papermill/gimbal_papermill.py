"""Gives papermill the notation of Swift, for notebooks whose kernel is Gimbal's: “papermill -p alpha 3”.

“gimbal kernel install” puts this file here, and “gimbal kernel uninstall” takes it away. papermill loads what is registered as
an engine when it starts; the engine below is its usual one.
"""

import math
import re

from papermill.engines import NBClientEngine
from papermill.exceptions import PapermillException
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators


class SwiftTranslator(Translator):
    """Values of parameters as Swift. The kernel checks their types against the cell with the tag “parameters”."""

    DECLARATION = re.compile(
        r"^\s*(?:let|var)\s+(?P<name>\w+)\s*(?::\s*(?P<type>[^=]+?)\s*)?=\s*(?P<value>.+?)\s*(?://\s*(?P<help>.*))?$"
    )

    @classmethod
    def translate_escaped_str(cls, val):
        def escaped(character):
            if character in '"\\':
                return "\\" + character
            return f"\\u{{{ord(character):x}}}" if ord(character) < 32 else character

        return '"' + "".join(map(escaped, str(val))) + '"'

    @classmethod
    def translate_none(cls, val):
        raise PapermillException("a parameter of a Swift notebook is a number, a text, true or false, or a list: there is no None")

    @classmethod
    def translate_float(cls, val):
        if math.isfinite(val):
            return repr(val)
        return "Double.nan" if math.isnan(val) else "-Double.infinity" if val < 0 else "Double.infinity"

    @classmethod
    def translate_list(cls, val):
        return "[" + ", ".join(map(cls.translate, val)) + "]"

    @classmethod
    def translate_dict(cls, val):
        raise PapermillException("a parameter of a Swift notebook is a number, a text, true or false, or a list: there are no dictionaries")

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}".strip()

    @classmethod
    def assign(cls, name, str_val):
        return f"let {name} = {str_val}"

    @classmethod
    def inspect(cls, parameters_cell):
        found = []
        for line in parameters_cell["source"].splitlines():
            match = cls.DECLARATION.match(line)
            if match and match["name"] != "params":
                found.append(Parameter(match["name"], match["type"] or "None", match["value"], match["help"] or ""))
        return found


papermill_translators.register("swift", SwiftTranslator)


class SwiftEngine(NBClientEngine):
    """papermill's usual engine."""
