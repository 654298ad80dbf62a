"""A TLS server for one test, on a port of 127.0.0.1 that the system chooses.

Its only argument is a JSON object:
  certificate, key   paths of the server's certificate and key
  authority          path of the authority that must sign client certificates; absent: no client certificate is required
  minimum, maximum   TLS versions, as named in Python's ssl.TLSVersion
  protocols          the protocols that it offers (ALPN)
  backend            a port to which decrypted bytes are forwarded; absent: the server responds to every request with a
                     JSON object of the negotiated parameters
  closes             whether it closes each connection after one response

The server prints its port, and ends when its standard input closes, so it never outlives the process that started it.
"""

import json
import os
import socket
import ssl
import sys
import threading


def context(options):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options["certificate"], options["key"])
    # Obsolete TLS versions must be enabled explicitly.
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    context.minimum_version = ssl.TLSVersion[options.get("minimum", "TLSv1_2")]
    context.maximum_version = ssl.TLSVersion[options.get("maximum", "TLSv1_3")]
    if options.get("protocols"):
        context.set_alpn_protocols(options["protocols"])
    if options.get("authority"):
        context.load_verify_locations(options["authority"])
        context.verify_mode = ssl.CERT_REQUIRED
    return context


def common_name(certificate):
    for part in (certificate or {}).get("subject", ()):
        for name, value in part:
            if name == "commonName":
                return value
    return None


def answer(connection, closes):
    agreed = {
        "version": connection.version(),
        "client": common_name(connection.getpeercert()),
        "protocol": connection.selected_alpn_protocol(),
        "resumed": connection.session_reused,
    }
    body = json.dumps(agreed).encode()
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
    head += "Connection: close\r\n\r\n" if closes else "\r\n"
    pending = b""
    while piece := connection.recv(65536):
        pending += piece
        while b"\r\n\r\n" in pending:
            pending = pending.split(b"\r\n\r\n", 1)[1]
            connection.sendall(head.encode() + body)
            if closes:
                # Without a proper end OpenSSL does not resume a session of TLS 1.2.
                connection.unwrap()
                return


def pass_on(source, target):
    try:
        while piece := source.recv(65536):
            target.sendall(piece)
    except OSError:
        pass
    finally:
        try:
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def serve(plain, context, backend, closes):
    try:
        with context.wrap_socket(plain, server_side=True) as connection:
            if backend is None:
                answer(connection, closes)
                return
            with socket.create_connection(("127.0.0.1", backend)) as behind:
                back = threading.Thread(target=pass_on, args=(behind, connection), daemon=True)
                back.start()
                pass_on(connection, behind)
                back.join()
    except OSError:
        pass  # Expected in tests: the client does not trust the server, or the server the client.


def accept(listener, context, backend, closes):
    while True:
        plain, _ = listener.accept()
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(plain, context, backend, closes), daemon=True).start()


def main():
    options = json.loads(sys.argv[1])
    secured = context(options)
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    what = (listener, secured, options.get("backend"), options.get("closes", False))
    threading.Thread(target=accept, args=what, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.buffer.read()
    os._exit(0)


main()
