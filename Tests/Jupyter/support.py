"""A kernel under test, and what it says."""

import os
import queue
import time
from contextlib import contextmanager

from jupyter_client.manager import start_new_kernel

KERNEL = "swift"


class Kernel:
    """A kernel with its client."""

    def __init__(self, **options):
        self.manager, self.client = start_new_kernel(kernel_name=KERNEL, startup_timeout=30, **options)

    @property
    def process(self):
        return self.manager.provisioner.pid

    def send(self, code, **options):
        return self.client.execute(code, **options)

    def reply(self, request, timeout=20):
        """The answer to a request."""
        while True:
            message = self.client.get_shell_msg(timeout=timeout)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def published(self, request, timeout=20):
        """What is published about a request, up to the word that the kernel is idle."""
        messages = []
        while True:
            message = self.client.get_iopub_msg(timeout=timeout)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return messages
            messages.append(message)

    def run(self, code, timeout=20, **options):
        """Runs a cell: the answer, and what it published but for status and input."""
        request = self.send(code, **options)
        reply = self.reply(request, timeout)
        shown = [m for m in self.published(request, timeout) if m["msg_type"] not in ("status", "execute_input")]
        return reply, shown

    def value(self, code):
        """The value of a cell's last expression, as text."""
        reply, shown = self.run(code)
        assert reply["status"] == "ok", reply
        return [m["content"]["data"]["text/plain"] for m in shown if m["msg_type"] == "execute_result"][0]

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=False)


@contextmanager
def kernel(**options):
    started = Kernel(**options)
    try:
        yield started
    finally:
        started.close()


def text(messages, name="stdout"):
    return "".join(m["content"]["text"] for m in messages if m["msg_type"] == "stream" and m["content"]["name"] == name)


def processes(of):
    """All processes that descend from one, or are in a session that one of them leads."""
    parents, sessions = {}, {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] == "Z":
            continue
        parents.setdefault(int(fields[1]), set()).add(int(entry))
    found, open_ = set(), [of]
    while open_:
        for child in parents.get(open_.pop(), ()):
            if child not in found:
                found.add(child)
                open_.append(child)
    return found


def alive(pids):
    left = set()
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] != "Z":
                    left.add(pid)
        except OSError:
            pass
    return left


def gone(pids, seconds=5):
    end = time.time() + seconds
    while alive(pids) and time.time() < end:
        time.sleep(0.05)
    return not alive(pids)


Empty = queue.Empty
