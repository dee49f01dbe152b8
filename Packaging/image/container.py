"""A container without Docker: what `make image` made, started as Docker starts an image.

A layer of its own over the image, its own processes and network, a user without any right, and Docker's rule that a program may
not switch off the randomness of addresses. A port is forwarded from this machine's loopback interface to the container's own
address, never to its loopback interface, as `docker run -p` does. Needs root.
"""

import ctypes
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

ADDRESS, NEIGHBOUR = "10.77.0.2", "10.77.0.1"


def forbid_personality():
    """Docker's seccomp profile lets personality(2) ask, and set the plain ones only."""
    number = {"x86_64": 135, "aarch64": 92}[os.uname().machine]
    allowed = [0xFFFFFFFF, 0, 0x8, 0x20000, 0x20008]
    code = [(0x20, 0, 0, 0), (0x15, 0, len(allowed) + 2, number), (0x20, 0, 0, 16)]
    code += [(0x15, len(allowed) - i, 0, value) for i, value in enumerate(allowed)]
    code += [(0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7FFF0000)]
    program = b"".join(struct.pack("HBBI", *line) for line in code)
    buffer = ctypes.create_string_buffer(program)
    described = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(code), ctypes.addressof(buffer)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, described, 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


class Image:
    """The root folder and the environment that the Dockerfile sets."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.root = folder / "image"
        self.environment = dict(line.split("=", 1) for line in (folder / "image.env").read_text().splitlines())


class Container:
    """Words started in an image: `with Container(image, ["studio"], ports={8642: 9000}) as it`."""

    def __init__(self, image, words, user=1000, environment=None, ports=None, mounts=None, folder=None, entrypoint=True):
        self.image, self.ports = image, ports or {}
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="gimbal-container-"))
        for name in ("upper", "layer", "root"):
            (self.work / name).mkdir()
        self.root = self.work / "root"
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.work / "upper"], check=True)
        for name in ("files", "layer"):
            (self.work / "upper" / name).mkdir()
        layers = f"lowerdir={image.root},upperdir={self.work}/upper/files,workdir={self.work}/upper/layer"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, self.root], check=True)
        for inside, outside in (mounts or {}).items():
            place = self.root / inside.lstrip("/")
            place.mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", "--bind", outside, place], check=True)
        variables = image.environment | (environment or {})
        self.folder = folder or variables["HOME"]
        # Inside: its own view of processes and devices, then the user, then the program.
        script = """
          ip link set lo up
          until ip link show eth0 >/dev/null 2>&1; do sleep 0.01; done
          ip addr add %s/24 dev eth0 && ip link set eth0 up
          mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev"
          for d in null zero full random urandom tty; do touch "$0/dev/$d" && mount --bind "/dev/$d" "$0/dev/$d"; done
          mkdir "$0/dev/shm" && mount -t tmpfs tmpfs "$0/dev/shm" && ln -s /proc/self/fd "$0/dev/fd"
          rights="--bounding-set=-all --inh-caps=-all"
          [ "$1" = 0:0 ] && rights=""
          user=$1 folder=$2; shift 2
          exec chroot "$0" /usr/bin/setpriv --reuid "${user%%:*}" --regid "${user#*:}" --clear-groups $rights --no-new-privs \\
            sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
        """ % ADDRESS
        start = ["tini", "-g", "--", "gimbal-start"] if entrypoint else []
        self.started = time.monotonic()
        self.output = open(self.work / "output", "wb+")
        self.process = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "sh", "-c", script, str(self.root),
             f"{user}:{user}", self.folder, *start, *words],
            env=variables | {"PATH": variables["PATH"] + ":/usr/sbin:/sbin"}, stdin=subprocess.DEVNULL, stdout=self.output,
            stderr=subprocess.STDOUT, preexec_fn=forbid_personality if user else None)
        self.connect()
        self.relays = [self.forward(inside, outside) for inside, outside in self.ports.items()]

    def connect(self):
        """A cable between this machine's network and the container's."""
        name = self.cable = f"v{os.getpid() % 10000}x{id(self) % 1000}"
        for _ in range(1000):
            ours = os.stat(f"/proc/{self.process.pid}/ns/net").st_ino if self.process.poll() is None else None
            if ours is None or ours != os.stat("/proc/self/ns/net").st_ino:
                break
            time.sleep(0.01)
        subprocess.run(["ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", str(self.process.pid)], check=True)
        subprocess.run(["ip", "addr", "add", f"{NEIGHBOUR}/24", "dev", name], check=True)
        subprocess.run(["ip", "link", "set", name, "up"], check=True)

    def forward(self, inside, outside):
        listener = socket.create_server(("127.0.0.1", outside))

        def pump(a, b):
            try:
                while data := a.recv(65536):
                    b.sendall(data)
                b.shutdown(socket.SHUT_WR)
            except OSError:
                for one in (a, b):
                    one.close()

        def serve():
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                try:
                    server = socket.create_connection((ADDRESS, inside), timeout=5)
                except OSError:
                    client.close()
                    continue
                server.settimeout(None)
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=pump, args=pair, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        return listener

    def text(self):
        """What it has printed so far."""
        return (self.work / "output").read_text(errors="replace")

    def until(self, what, seconds=120):
        """Waits until `what` gives something, and gives that; fails when the container ends before."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = what()
            if found:
                return found
            if self.process.poll() is not None:
                found = what()
                if found:
                    return found
                raise AssertionError(f"the container has ended with {self.process.returncode}:\n{self.text()[-3000:]}")
            time.sleep(0.05)
        raise AssertionError(f"waited in vain:\n{self.text()[-3000:]}")

    def wait(self, seconds=600):
        """The status with which it ends."""
        return self.process.wait(seconds)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for listener in self.relays:
            # A thread that waits in accept wakes up.
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        # Its network goes with its last process, whenever that is; the next container has the same address.
        subprocess.run(["ip", "link", "delete", self.cable], check=False, stderr=subprocess.DEVNULL)
        mounts = [line.split()[1] for line in open("/proc/mounts") if line.split()[1].startswith(f"{self.work}/")]
        for place in sorted(mounts, reverse=True):
            subprocess.run(["umount", "-l", place], check=False)
        if not any(line.split()[1].startswith(f"{self.work}/") for line in open("/proc/mounts")):
            shutil.rmtree(self.work, ignore_errors=True)


def run(image, words, **more):
    """Runs words to their end: status, what was printed, seconds."""
    with Container(image, words, **more) as it:
        status = it.wait()
        return status, it.text(), time.monotonic() - it.started


def in_a_network_of_its_own():
    """Starts this program again where it can lay cables and mount what it likes."""
    if os.environ.get("GIMBAL_TRIAL") != "inside":
        os.execvpe("unshare", ["unshare", "--net", "--mount", "sh", "-c", 'ip link set lo up && exec "$0" "$@"', os.sys.executable, *os.sys.argv],
                   os.environ | {"GIMBAL_TRIAL": "inside", "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"})
