"""Jupyter's own tests of kernels, none of them skipped."""

import unittest

import jupyter_kernel_test


class SwiftKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "swift"
    language_name = "swift"
    file_extension = ".swift"

    code_hello_world = 'print("hello, world")'
    code_stderr = 'import Foundation\nFileHandle.standardError.write(Data("alarm\\n".utf8))'
    completion_samples = [
        {"text": "fileprivat", "matches": {"fileprivate"}},
        {"text": "let 🎲 = [1]; 🎲.isEmpt", "matches": {"isEmpty"}},
    ]
    complete_code_samples = ["1", 'print("hello")', "func f() {\n}", "for i in 0..<3 { print(i) }", "// only said"]
    incomplete_code_samples = ["func f() {", "let x = (1,", "1 +", 'let s = """\nabc', "/* said", "struct A {\n  func g() {"]
    invalid_code_samples = ["}", "let let = 3", 'let s = "abc', "func ("]
    code_page_something = "print?"
    code_generate_error = "struct Fault: Error {}\nthrow Fault()"
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": "[1, 2].map { $0 + 1 }", "result": "[2, 3]"},
        {"code": '"a" + "b"', "result": "ab"},
    ]
    code_display_data = [
        {"code": 'display(MIMEBundle(["text/html": "<b>b</b>", "text/plain": "b"]))', "mime": "text/html"},
        {"code": 'import Gimbal\ndisplay(Figure(x: FigureAxis("t"), y: FigureAxis("s"), [.line(x: [0, 1], y: [0, 1])]))', "mime": "image/svg+xml"},
    ]
    code_history_pattern = "6 [*] 7"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "print"
    code_clear_output = "print(1)\nclearOutput()"


class SubscriptionTests(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "swift"
    support_iopub_welcome = True


if __name__ == "__main__":
    unittest.main()
