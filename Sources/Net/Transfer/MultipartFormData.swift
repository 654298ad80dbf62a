public import Foundation

/// A form with files in it: the body of type `multipart/form-data` (RFC 7578).
///
/// ```swift
/// var form = MultipartFormData()
/// form.append("Trent", name: "author")
/// form.append(file: photo, name: "photo")
/// network.post("photos", multipart: form)
/// ```
///
/// Nothing is read before the request starts. What is up to ``memoryLimit`` bytes long, and without streams, is then
/// put together in memory; everything else is read from disk as it is sent, so that memory stays flat. A file that is
/// missing, unreadable or a directory fails the request with a ``RequestBodyError`` that names it.
///
/// In names and file names `"` becomes `%22`, CR `%0D` and LF `%0A`; everything else is sent in UTF-8 as it is, as
/// browsers do (RFC 7578 section 5.1). What would break a header, a NUL or a type of two lines, fails the request
/// with ``InvalidRequest/header(name:value:)``.
public struct MultipartFormData: Sendable {
  /// What stands between the parts. Nil takes 128 random bits, and others where they occur in a part.
  ///
  /// One that is given is a token of at most 70 characters (RFC 2046 section 5.1.1), and fails the request where it
  /// occurs in a part that is put together in memory; a file that is read as it is sent is not searched for it.
  public var boundary: String?
  /// How many bytes are put together in memory, at most; 10 MB by default.
  public var memoryLimit: Int64

  /// The parts, in order.
  private(set) var parts: [Part] = []

  /// Makes a form without parts.
  public init(boundary: String? = nil, memoryLimit: Int64 = 10_000_000) {
    self.boundary = boundary
    self.memoryLimit = memoryLimit
  }

  /// Whether there are no parts.
  public var isEmpty: Bool { parts.isEmpty }

  /// Appends a field: its text, in UTF-8, without a type.
  public mutating func append(_ text: String, name: String) {
    parts.append(Part(name: name, source: .data(Data(text.utf8))))
  }

  /// Appends bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - name: The name of the field.
  ///   - fileName: What the receiver may call the file; without one it is a field and no file.
  ///   - contentType: The media type; that of the file name's extension by default, where there is a file name.
  ///   - headers: More headers of the part.
  public mutating func append(
    _ data: Data, name: String, fileName: String? = nil, contentType: String? = nil,
    headers: HTTPHeaders = [:]
  ) {
    parts.append(
      Part(
        name: name, fileName: fileName, contentType: contentType ?? Self.type(of: fileName), headers: headers,
        source: .data(data)))
  }

  /// Appends a file, which is read as it is sent.
  ///
  /// - Parameters:
  ///   - file: Where the file is.
  ///   - name: The name of the field.
  ///   - fileName: What the receiver may call it; its own name by default.
  ///   - contentType: The media type; that of the file's extension by default.
  ///   - headers: More headers of the part.
  public mutating func append(
    file: URL, name: String, fileName: String? = nil, contentType: String? = nil, headers: HTTPHeaders = [:]
  ) {
    parts.append(
      Part(
        name: name, fileName: fileName ?? file.lastPathComponent,
        contentType: contentType ?? FileTypes.type(of: file), headers: headers, source: .file(file)))
  }

  /// Appends what a stream gives, read as it is sent.
  ///
  /// A form with a stream that is not repeatable is not repeatable either.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - name: The name of the field.
  ///   - fileName: What the receiver may call the file.
  ///   - contentType: The media type; that of the file name's extension by default.
  ///   - headers: More headers of the part.
  public mutating func append(
    stream: BodyStream, name: String, fileName: String, contentType: String? = nil, headers: HTTPHeaders = [:]
  ) {
    parts.append(
      Part(
        name: name, fileName: fileName, contentType: contentType ?? Self.type(of: fileName), headers: headers,
        source: .stream(stream)))
  }

  private static func type(of fileName: String?) -> String? {
    fileName.map { FileTypes.type(of: URL(fileURLWithPath: $0)) }
  }
}

extension MultipartFormData {
  /// One part, as the caller gave it.
  struct Part: Sendable {
    var name: String
    var fileName: String?
    var contentType: String?
    var headers: HTTPHeaders = [:]
    var source: RequestBody

    /// The lines before the content, and the empty one.
    ///
    /// - Throws: ``InvalidRequest/header(name:value:)`` for what a header cannot hold.
    func head() throws -> Data {
      var disposition = "form-data; name=\"\(Self.escaped(name))\""
      if let fileName { disposition += "; filename=\"\(Self.escaped(fileName))\"" }
      var fields: HTTPHeaders = [.contentDisposition(disposition)]
      if let contentType { fields.add(.contentType(contentType)) }
      for field in headers { fields.add(field) }
      let lines = try fields.checked().map { "\($0.name): \($0.value)\r\n" }
      return Data((lines.joined() + "\r\n").utf8)
    }

    /// As the HTML standard escapes names in a form's body.
    private static func escaped(_ text: String) -> String {
      var escaped = String.UnicodeScalarView()
      // By scalars: CR and LF are one character where they follow each other.
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": escaped.append(contentsOf: "%22".unicodeScalars)
        case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
        case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
        default: escaped.append(scalar)
        }
      }
      return String(escaped)
    }
  }
}
