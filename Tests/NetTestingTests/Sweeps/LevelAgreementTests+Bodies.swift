import Foundation
import Net
import NetTesting

extension LevelAgreementTests {
  static let bodies: [Story] = [
    Story("a stream of unknown length") { network in
      network.stub(.post("/a"), with: .text("ok"))
      let stream = BodyStream { InputStream(data: Data(repeating: 0x61, count: 70_000)) }
      return await seen(network.post("/a", stream: stream, contentType: "text/plain"))
    },
    Story("a stream of known length") { network in
      network.stub(.put("/a"), with: .text("ok"))
      let stream = BodyStream(count: 70_000) { InputStream(data: Data(repeating: 0x61, count: 70_000)) }
      return await seen(network.put("/a", stream: stream, contentType: "text/plain"))
    },
    Story("a stream that is redirected") { network in
      network.stub(.put("/a"), with: .redirect(to: "/b", status: 307))
      network.stub(.put("/b"), with: .text("ok"))
      let stream = BodyStream { InputStream(data: Data(repeating: 0x61, count: 300)) }
      return await seen(network.put("/a", stream: stream, contentType: "text/plain"))
    },
    Story("an asynchronous sequence") { network in
      network.stub(.post("/a") && .body(equals: Data(repeating: 0x61, count: 70_000)), with: .text("ok"))
      let stream = BodyStream(AsyncStream(bytes: Data(repeating: 0x61, count: 70_000)))
      return await seen(network.post("/a", stream: stream, contentType: "text/plain"))
    },
    Story("an asynchronous sequence of known length that is redirected") { network in
      network.stub(.put("/a"), with: .redirect(to: "/b", status: 307))
      network.stub(.put("/b"), with: .text("ok"))
      let stream = BodyStream(count: 300, sequence: { AsyncStream(bytes: Data(repeating: 0x61, count: 300)) })
      return await seen(network.put("/a", stream: stream, contentType: "text/plain"))
    },
    Story("lengths of responses without content") { network in
      network.stub(.get("/empty"), with: .status(200))
      network.stub(.get("/error"), with: .status(500))
      network.stub(.get("/same"), with: .status(304).header("Content-Length", "5"))
      network.stub(.get("/none"), with: .status(204))
      network.stub(.everything && .method(.head), with: .status(200))
      var all: [String] = []
      for path in ["/empty", "/error", "/same", "/none"] {
        all += await seen(network.get(path), ignoring: ["date", "connection"])
      }
      return all + (await seen(network.head("/head"), ignoring: ["date", "connection"]))
    },
    Story("fields of framing that do not fit the body") { network in
      network.stub(.get("/long"), with: .text("hello").header("Content-Length", "99"))
      network.stub(.get("/short"), with: .text("hello").header("Content-Length", "2"))
      network.stub(.get("/chunked"), with: .text("hello").header("Transfer-Encoding", "chunked"))
      network.stub(.get("/none"), with: .status(204).header("Content-Length", "5"))
      network.stub(.everything && .method(.head), with: .status(200).header("Content-Length", "7"))
      var all: [String] = []
      for path in ["/long", "/short", "/chunked", "/none"] {
        all += await seen(network.get(path), ignoring: ["date", "connection"])
      }
      return all + (await seen(network.head("/head"), ignoring: ["date", "connection"]))
    },
    Story("the stated length of a stream") { network in
      network.stub(.get("/right"), with: .stream(["one ", "two"], headers: ["Content-Length": "7"]))
      network.stub(.get("/wrong"), with: .stream(["one ", "two"], headers: ["Content-Length": "8"]))
      return await seen(network.get("/right"), ignoring: ["date", "connection"])
        + seen(network.get("/wrong"), ignoring: ["date", "connection", "transfer-encoding"])
    },
    Story("a stream that fails") { network in
      network.stub(.put("/a"), with: .text("ok"))
      let stream = BodyStream(count: 5) { InputStream(data: Data("abc".utf8)) }
      return await seen(network.put("/a", stream: stream, contentType: "text/plain"))
    },
    Story("multipart") { network in
      network.stub(.post("/a"), with: .text("ok"))
      var form = MultipartFormData(boundary: "b")
      form.append("1", name: "a")
      form.append(Data([0, 1, 2, 0xff]), name: "f", fileName: "f\u{fc}.bin", contentType: "image/png")
      return await seen(network.post("/a", multipart: form))
    },
    Story("an empty body of a request") { network in
      network.stub(.everything, with: .text("ok"))
      return await seen(network.post("/a", httpBody: Data(), contentType: "text/plain"))
        + seen(network.put("/a"))
        + seen(network.delete("/a"))
    },
    Story("GET and DELETE with bodies") { network in
      network.stub(.everything, with: .text("ok"))
      return await seen(network.delete("/a", httpBody: Data("a".utf8), contentType: "text/plain"))
    },
    Story("an unknown coding") { network in
      network.stub(.get("/a"), with: .text("text").header("Content-Encoding", "zip9"))
      return await seen(network.get("/a"))
    },
    Story("chunks of all sizes") { network in
      network.stub(
        .get("/a"), with: .stream(["", "a", "", StubChunk(Data(repeating: 0x62, count: 40_000)), "c"]))
      return await seen(
        network.get("/a"), ignoring: ["date", "connection", "content-length", "transfer-encoding"])
    },
    Story("a body that is larger than allowed") { network in
      network.stub(.get("/a"), with: .data(Data(count: 50_000)))
      network.stub(.get("/b"), with: .stream([StubChunk(Data(count: 50_000)), "a"]))
      var all: [String] = []
      for path in ["/a", "/b"] {
        all.append(
          "\(String(describing: await network.get(path).maximumBodySize(1_000).response(.data).error))")
      }
      return all
    },
    Story("ranges") { network in
      network.stub(.get("/a"), with: .text("0123456789").header("ETag", "\"1\"").acceptingRanges())
      return await seen(network.get("/a", headers: ["Range": "bytes=2-4"]))
        + seen(network.get("/a", headers: ["Range": "bytes=20-"]))
    },
    Story("text in another encoding") { network in
      network.stub(
        .get("/a"), with: .data(Data([0x63, 0xe9])).header("Content-Type", "text/plain; charset=iso-8859-1"))
      return ["\(await network.get("/a").response(.string).value ?? "none")"]
    },
  ]
}
