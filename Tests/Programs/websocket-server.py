"""A WebSocket server for the tests: sends every message back.

The argument is a JSON object:
  certificate, key   paths of PEM files
  plain              whether to serve without TLS
  deflate            whether to accept compression

A text "close CODE REASON" closes the connection. It serves with the package `websockets` if that is installed, and
otherwise with the standard library. The server prints its port, and ends when its standard input closes.
"""

import base64
import hashlib
import json
import os
import socket
import ssl
import struct
import sys
import threading
import zlib

try:
    from websockets.sync.server import serve
except ImportError:
    serve = None


def close_request(message):
    if isinstance(message, str) and message.startswith("close "):
        _, code, reason = message.split(" ", 2)
        return int(code), reason
    return None


def echo_with_package(connection):
    for message in connection:
        request = close_request(message)
        if request:
            connection.close(*request)
            return
        connection.send(message)


class Peer:
    """One connection, served with the standard library."""

    def __init__(self, stream, deflate):
        self.stream = stream
        self.file = stream.makefile("rb")
        lines = []
        while (line := self.file.readline().strip()):
            lines.append(line.decode("latin-1"))
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        key = fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        self.deflate = deflate and "permessage-deflate" in fields.get("sec-websocket-extensions", "")
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if self.deflate else ""
        stream.sendall(
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Accept: {accept}\r\n{extension}\r\n").encode())
        self.inflater = zlib.decompressobj(-15)
        self.deflater = zlib.compressobj(wbits=-15)

    def frame(self):
        first, second = self.file.read(2)
        length = second & 0x7f
        if length == 126:
            length = struct.unpack(">H", self.file.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.file.read(8))[0]
        key = self.file.read(4)
        payload = self.file.read(length)
        pattern = int.from_bytes((key * (length // 4 + 1))[:length], "big")
        return first, (int.from_bytes(payload, "big") ^ pattern).to_bytes(length, "big")

    def send(self, first, payload):
        length = len(payload)
        if length < 126:
            head = struct.pack(">BB", first, length)
        elif length < 65536:
            head = struct.pack(">BBH", first, 126, length)
        else:
            head = struct.pack(">BBQ", first, 127, length)
        self.stream.sendall(head + payload)

    def serve(self):
        while True:
            first, payload = self.frame()
            opcode = first & 0x0f
            if opcode == 8:
                self.send(0x88, payload[:2])
                return
            if opcode == 9:
                self.send(0x8a, payload)
            if opcode not in (0, 1, 2):
                continue
            if opcode != 0:
                start, parts = first, []
            parts.append(payload)
            if not first & 0x80:
                continue
            first, opcode, payload = start, start & 0x0f, b"".join(parts)
            if first & 0x40:
                payload = self.inflater.decompress(payload + b"\0\0\xff\xff")
            request = close_request(payload.decode() if opcode == 1 else None)
            if request:
                self.send(0x88, struct.pack(">H", request[0]) + request[1].encode())
                self.frame()
                return
            if self.deflate:
                payload = self.deflater.compress(payload) + self.deflater.flush(zlib.Z_SYNC_FLUSH)
                self.send(0xc0 | opcode, payload[:-4])
            else:
                self.send(0x80 | opcode, payload)


def serve_with_library(plain, context, deflate):
    try:
        with (context.wrap_socket(plain, server_side=True) if context else plain) as stream:
            Peer(stream, deflate).serve()
    except (OSError, ValueError):
        pass  # Expected in tests: the client closes the connection.


def accept(listener, context, deflate):
    while True:
        plain, _ = listener.accept()
        threading.Thread(target=serve_with_library, args=(plain, context, deflate), daemon=True).start()


def main():
    options = json.loads(sys.argv[1])
    context = None
    if not options.get("plain"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options["certificate"], options["key"])
    deflate = bool(options.get("deflate"))
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    port = listener.getsockname()[1]
    if serve:
        server = serve(
            echo_with_package, sock=listener, ssl=context, max_size=None,
            compression="deflate" if deflate else None)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    else:
        threading.Thread(target=accept, args=(listener, context, deflate), daemon=True).start()
    print(port, flush=True)
    sys.stdin.buffer.read()
    os._exit(0)


main()
