#if os(Linux)
  import CLibcurl
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlFieldListTests {
    private let fields = CurlFieldList()

    /// The lines, in the order in which libcurl reads them.
    private var lines: [String] {
      var lines: [String] = []
      var next = unsafe fields.linked()?.assumingMemoryBound(to: libcurl_list_node.self)
      while let node = unsafe next {
        unsafe lines.append(String(cString: node.pointee.text.assumingMemoryBound(to: CChar.self)))
        unsafe next = node.pointee.next
      }
      return lines
    }

    @Test func withoutFieldsThereIsNoList() {
      expectEqual(lines, [])
    }

    @Test func fieldsKeepTheirOrder() throws {
      try fields.add("X-A", "1")
      try fields.add("X-B", "2")
      try fields.add("X-A", "3")
      expectEqual(lines, ["X-A: 1", "X-B: 2", "X-A: 3"])
    }

    @Test(arguments: ["", " ", "\t "]) func aFieldWithoutAValueIsSent(value: String) throws {
      try fields.add("X-A", value)
      expectEqual(lines, ["X-A;"])
    }

    @Test func aSuppressedFieldIsALineWithoutAValue() {
      fields.suppress("Expect")
      expectEqual(lines, ["Expect:"])
    }

    @Test func manyLongFieldsFit() throws {
      let values = (0..<200).map { String(repeating: "\($0 % 10)", count: $0 * 7 % 300 + 1) }
      for value in values { try fields.add("X-Long", value) }
      expectEqual(lines, values.map { "X-Long: \($0)" })
    }

    @Test func aFieldWithALineBreakIsRejectedAndTheOthersStay() throws {
      try fields.add("X-A", "1")
      #expect(throws: InvalidRequest.header(name: "X-B", value: "1\r\nX-C: 2")) {
        try fields.add("X-B", "1\r\nX-C: 2")
      }
      #expect(throws: InvalidRequest.header(name: "X\0B", value: "1")) { try fields.add("X\0B", "1") }
      try fields.add("X-D", "4")
      expectEqual(lines, ["X-A: 1", "X-D: 4"])
    }

    @Test(arguments: ["\0", "\r", "\n"], [0, 1, 15, 16, 40])
    func aLineEndIsFoundAtAnyPosition(byte: String, position: Int) {
      let value =
        String(repeating: "x", count: position) + byte + String(repeating: "y", count: 40 - position)
      #expect(throws: InvalidRequest.header(name: "X", value: value)) { try fields.add("X", value) }
    }

    @Test func bytesThatWereReceivedAreSentAsTheyWere() throws {
      let etag = OpaqueText.text([0x22, 0xe9, 0x22])
      try fields.add("If-None-Match", "\(etag), \"é😀\"")
      try fields.add("X-B", "2")
      let sent = try unsafe #require(fields.linked()?.assumingMemoryBound(to: libcurl_list_node.self))
      let line = unsafe Data(bytes: sent.pointee.text, count: "If-None-Match: ".utf8.count + 14)
      expectEqual(Array(line), Array("If-None-Match: \"".utf8) + [0xe9] + Array("\", \"é😀\"".utf8) + [0])
      expectEqual(lines.last, "X-B: 2")
    }

    @Test func removeAllStartsAnEmptyList() throws {
      try fields.add("X-A", "1")
      fields.removeAll()
      try fields.add("X-B", "2")
      expectEqual(lines, ["X-B: 2"])
    }

    /// Otherwise the next request with this header would be sent without the field.
    @Test func aListWhoseFieldWasCutOffIsNoLongerThatOfItsHeader() throws {
      let headers: HTTPHeaders = ["Expect": "100-continue"]
      try fields.add("Expect", "100-continue")
      fields.noteOrigin(headers)
      fields.suppressValue(of: "Expect")
      #expect(!fields.areOnly(of: headers))
    }
  }
#endif
