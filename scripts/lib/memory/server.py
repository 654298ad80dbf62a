"""Serves scripts/check-valgrind on two ports of 127.0.0.1, plain and over TLS, which it prints; ends with its input.

Its arguments are a certificate and its key. `/long` has 300,000 bytes, `/slow` comes in two pieces with a pause between,
`/cut` promises more than it sends, and everything else has 3,000 bytes. Bodies of requests are read.
"""

import socket
import ssl
import sys
import threading
import time


def read_request(connection, pending):
    while b"\r\n\r\n" not in pending:
        piece = connection.recv(65536)
        if not piece:
            return None, b""
        pending += piece
    head, pending = pending.split(b"\r\n\r\n", 1)
    lines = head.lower().split(b"\r\n")
    length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
    if b"transfer-encoding: chunked" in lines:
        while not pending.endswith(b"0\r\n\r\n"):
            pending += connection.recv(65536)
        pending = b""
    while len(pending) < length:
        piece = connection.recv(65536)
        if not piece:
            return None, b""
        pending += piece
    return head.split(b" ")[1], pending[length:]


def serve(plain, context):
    try:
        connection = context.wrap_socket(plain, server_side=True) if context else plain
        with connection:
            pending = b""
            while True:
                path, pending = read_request(connection, pending)
                if path is None or path == b"/close":
                    return
                body = b"x" * (300_000 if path == b"/long" else 3000)
                length = 10_000 if path == b"/cut" else len(body)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % length)
                if path == b"/slow":
                    connection.sendall(body[:1000])
                    time.sleep(0.002)
                    connection.sendall(body[1000:])
                else:
                    connection.sendall(body)
                if path == b"/cut":
                    return
    except OSError:
        pass  # Called off: that is what it is for.


def listen(context):
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)

    def accept():
        while True:
            plain, _ = listener.accept()
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=serve, args=(plain, context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener.getsockname()[1]


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
print(listen(None), listen(context), flush=True)
sys.stdin.buffer.read()
