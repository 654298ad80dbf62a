import Foundation
import NetTesting

/// nginx as the server, with a configuration of its own in a temporary folder.
struct Nginx {
  let url: URL
  let process: Process
  let folder: URL

  /// A server that answers; nil where nginx is not installed or does not come up.
  static func started() -> Nginx? {
    let places = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]
    guard let path = places.first(where: FileManager.default.isExecutableFile), let port = freePort(),
      let url = URL(string: "http://127.0.0.1:\(port)/")
    else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("net-bench-\(UUID().uuidString)", isDirectory: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(configuration(port: port).utf8).write(to: folder.appendingPathComponent("nginx.conf"))
      try process.run()
    } catch {
      try? FileManager.default.removeItem(at: folder)
      return nil
    }
    for _ in 0..<50 where process.isRunning {
      if let body = try? Data(contentsOf: url), body == ServedBody.data {
        return Nginx(url: url, process: process, folder: folder)
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
    return nil
  }

  static func configuration(port: Int) -> String {
    """
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    events { worker_connections 4096; }
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      keepalive_requests 100000000;
      server {
        listen 127.0.0.1:\(port);
        location / {
          default_type application/json;
          return 200 '\(String(decoding: ServedBody.data, as: UTF8.self))';
        }
      }
    }
    """
  }

  /// A port that was free a moment ago.
  private static func freePort() -> Int? {
    let server = MockServer()
    guard (try? server.start()) != nil else { return nil }
    defer { server.stop() }
    return server.port
  }
}
