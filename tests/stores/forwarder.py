"""A server that can go away and come back: a TCP forwarder in front of the real one."""

import socket
import threading
from contextlib import suppress
from typing import Self


class Forwarder:
    """Listens on a port of its own while it is `up`, and passes every connection on to `target`."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._open: list[socket.socket] = []
        self._awake = threading.Event()
        self._awake.set()
        self._listener = self._listen(0)
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.down()
        self.wake()

    def down(self) -> None:
        """Refuse new connections and cut those there are."""
        for one in [self._listener, *self._open]:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def up(self) -> None:
        """Listen again, on the same port."""
        self._listener = self._listen(self.port)

    def hang(self) -> None:
        """Stay connected, take new connections, and pass nothing on, like a server that was stopped."""
        self._awake.clear()

    def wake(self) -> None:
        """Pass on what waited."""
        self._awake.set()

    def _listen(self, port: int) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(self._target)
                self._open += [client, server]
                for source, sink in ((client, server), (server, client)):
                    threading.Thread(target=_copy, args=(source, sink, self._awake), daemon=True).start()


def _copy(source: socket.socket, sink: socket.socket, awake: threading.Event) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            awake.wait()
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_RDWR)
