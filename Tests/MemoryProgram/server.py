"""Serves scripts/check-valgrind on two ports of 127.0.0.1, plain and over TLS; prints the ports, and ends with its input.

Its arguments are a certificate and its key. `/long` has 300,000 bytes, `/slow` pauses within its body, `/cut` announces
more bytes than it sends, `/close` sends nothing, and everything else has 3,000 bytes. Request bodies are read. A
WebSocket gets its frames back, compressed as they were.
"""

import base64
import hashlib
import http.server
import ssl
import sys
import threading
import time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def echo_frames(self):
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.close_connection = True
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        if "Sec-WebSocket-Extensions" in self.headers:
            self.send_header("Sec-WebSocket-Extensions", "permessage-deflate")
        self.end_headers()
        while len(head := self.rfile.read(2)) == 2:
            length, extended = head[1] & 0x7F, b""
            if length > 125:
                extended = self.rfile.read(2 if length == 126 else 8)
                length = int.from_bytes(extended, "big")
            mask = self.rfile.read(4)
            masked = self.rfile.read(length)
            keys = (mask * (length // 4 + 1))[:length]
            payload = (int.from_bytes(masked, "big") ^ int.from_bytes(keys, "big")).to_bytes(length, "big")
            self.wfile.write(bytes([head[0], head[1] & 0x7F]) + extended + payload)
            if head[0] & 0xF == 8:
                return

    def do_GET(self):
        if "Upgrade" in self.headers:
            return self.echo_frames()
        self.close_connection = self.path in ("/close", "/cut")
        if self.path == "/close":
            return
        body = b"x" * (300_000 if self.path == "/long" else 3000)
        self.send_response(200)
        self.send_header("Content-Length", str(10_000 if self.path == "/cut" else len(body)))
        self.end_headers()
        self.wfile.write(body[:1000])
        time.sleep(0.002 if self.path == "/slow" else 0)
        self.wfile.write(body[1000:])

    def do_PUT(self):
        if self.headers["Transfer-Encoding"] == "chunked":
            while (size := int(self.rfile.readline(), 16)) > 0:
                self.rfile.read(size + 2)
            self.rfile.readline()
        else:
            self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, *_):
        pass  # The client cancelled.


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
servers = [Server(("127.0.0.1", 0), Handler) for _ in range(2)]
servers[1].socket = context.wrap_socket(servers[1].socket, server_side=True, do_handshake_on_connect=False)
for server in servers:
    threading.Thread(target=server.serve_forever, daemon=True).start()
print(*(server.server_port for server in servers), flush=True)
sys.stdin.buffer.read()
