public import Foundation

/// A form that may contain files: a body of type `multipart/form-data` (RFC 7578).
///
/// ```swift
/// var form = MultipartFormData()
/// form.append("Trent", name: "author")
/// form.append(file: photo, name: "photo")
/// network.post("photos", multipart: form)
/// ```
///
/// Nothing is read before the request starts. Then a form of up to ``memoryLimit`` bytes without streams is assembled
/// in memory. Any other form is read while it is sent, so memory use stays flat. A file that is missing, unreadable or
/// a folder fails the request with a ``RequestBodyError`` that names it.
///
/// In names and file names `"` becomes `%22`, CR `%0D` and LF `%0A`. Everything else is sent as UTF-8, as browsers do
/// (RFC 7578 section 5.1). A name or type that is invalid in a header field, such as one with a NUL or a line break,
/// fails the request with ``InvalidRequest/header(name:value:)``.
public struct MultipartFormData: Sendable {
  /// The delimiter between the parts.
  ///
  /// Nil uses 128 random bits, chosen again if a part contains them.
  ///
  /// Your own boundary has 1 to 70 letters, digits and characters of `'+_-.` (RFC 2046 section 5.1.1); with others the
  /// request fails with ``InvalidRequest/boundary(_:)``. It also fails if a part contains the boundary, with
  /// ``RequestBodyError/boundaryInContent(_:)``. If that part is a file or stream that is read while it is sent, the
  /// bytes before the boundary have been sent by then.
  public var boundary: String?
  /// The largest form, in bytes, that is assembled in memory.
  ///
  /// The default is 10 MB.
  public var memoryLimit: Int64

  /// The parts, in order.
  private(set) var parts: [Part] = []

  /// Creates an empty form.
  public init(boundary: String? = nil, memoryLimit: Int64 = 10_000_000) {
    self.boundary = boundary
    self.memoryLimit = memoryLimit
  }

  /// Whether the form has no parts.
  public var isEmpty: Bool { parts.isEmpty }

  /// Whether the form can be sent more than once.
  var isRepeatable: Bool { parts.allSatisfy(\.source.isRepeatable) }

  /// Appends a text field, encoded as UTF-8, without a content type.
  public mutating func append(_ text: String, name: String) {
    parts.append(Part(name: name, source: .data(Data(text.utf8))))
  }

  /// Appends bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - name: The name of the field.
  ///   - fileName: The file name for the receiver. Without one, the part is a field and not a file.
  ///   - contentType: The media type. The default is that of the file name's extension, if there is a file name.
  ///   - headers: Additional header fields of the part.
  public mutating func append(
    _ data: Data, name: String, fileName: String? = nil, contentType: String? = nil,
    headers: HTTPHeaders = [:]
  ) {
    parts.append(
      Part(
        name: name, fileName: fileName, contentType: contentType ?? Self.type(of: fileName), headers: headers,
        source: .data(data)))
  }

  /// Appends a file, which is read while it is sent.
  ///
  /// - Parameters:
  ///   - file: The URL of the file.
  ///   - name: The name of the field.
  ///   - fileName: The file name for the receiver. The default is the file's own name.
  ///   - contentType: The media type. The default is that of the file's extension.
  ///   - headers: Additional header fields of the part.
  public mutating func append(
    file: URL, name: String, fileName: String? = nil, contentType: String? = nil, headers: HTTPHeaders = [:]
  ) {
    parts.append(
      Part(
        name: name, fileName: fileName ?? file.lastPathComponent,
        contentType: contentType ?? FileTypes.type(of: file), headers: headers, source: .file(file)))
  }

  /// Appends a stream, which is read while it is sent.
  ///
  /// A form with a stream that is not repeatable is not repeatable either.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - name: The name of the field.
  ///   - fileName: The file name for the receiver.
  ///   - contentType: The media type. The default is that of the file name's extension.
  ///   - headers: Additional header fields of the part.
  public mutating func append(
    stream: BodyStream, name: String, fileName: String, contentType: String? = nil, headers: HTTPHeaders = [:]
  ) {
    parts.append(
      Part(
        name: name, fileName: fileName, contentType: contentType ?? Self.type(of: fileName), headers: headers,
        source: .stream(stream)))
  }

  /// The form without the closures of its streams, which then cannot be read any more.
  var withoutCode: MultipartFormData {
    var form = self
    for index in form.parts.indices { form.parts[index].source = form.parts[index].source.withoutCode }
    return form
  }

  private static func type(of fileName: String?) -> String? {
    fileName.map { FileTypes.type(of: URL(fileURLWithPath: $0)) }
  }
}

extension MultipartFormData {
  /// A part as the caller passed it.
  struct Part: Sendable {
    var name: String
    var fileName: String?
    var contentType: String?
    var headers: HTTPHeaders = [:]
    var source: RequestBody

    /// Returns the header fields of the part and the empty line after them.
    ///
    /// - Throws: ``InvalidRequest/header(name:value:)`` if a value is invalid in a header field.
    func head() throws -> Data {
      var disposition = "form-data; name=\"\(Self.escaped(name))\""
      if let fileName { disposition += "; filename=\"\(Self.escaped(fileName))\"" }
      var fields: HTTPHeaders = [.contentDisposition(disposition)]
      if let contentType { fields.add(.contentType(contentType)) }
      // A field of the caller replaces the one of the same name, because a part has one type and one disposition.
      for field in headers { fields.remove(name: field.name) }
      for field in headers { fields.add(field) }
      let lines = try fields.checked().map { "\($0.name): \($0.value)\r\n" }
      return Data((lines.joined() + "\r\n").utf8)
    }

    /// Escapes a name as the HTML standard does for multipart forms.
    private static func escaped(_ text: String) -> String {
      var escaped = String.UnicodeScalarView()
      // By scalars, because CR followed by LF is one `Character`.
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
