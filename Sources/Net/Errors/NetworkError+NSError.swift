public import Foundation

/// The error as an `NSError`, for crash reporters, Objective-C and logs.
///
/// Nothing in it is a secret that ``redaction`` hides.
extension NetworkError: CustomNSError {
  /// `Net.NetworkError`, which never changes.
  public static var errorDomain: String { "Net.NetworkError" }

  /// The number of the ``reason``, which never changes.
  ///
  /// ```text
  /// 1000 invalidRequest        1001 encoding
  /// 2000 transport, nameLookup 2001 connect  2002 secureConnection  2003 send  2004 head  2005 body
  /// 3000 timeout, idle         3001 total    3002 connect  3003 queue  3004 credential
  /// 4000 cancelled             4001 sessionFinished
  /// 5000 validation, statusCode  5001 contentType  5002 custom
  /// 6000 serialization
  /// 7000 transfer, bufferOverflow  7001 alreadyStarted  7002 fileExists  7003 fileMissing  7004 fileUnwritable
  ///      7005 checksum  7006 bodyTooLarge  7007 unrequestedPart  7008 unsafeFile
  /// 8000 interceptor
  /// 9000 redirect, limit  9001 location  9002 insecure  9003 bodyNotRepeatable
  /// ```
  public var errorCode: Int { reason.code }

  /// The ``description``, the URL of the request without secrets, and the underlying error.
  ///
  /// The latter has only its domain, its code and its description without secrets. For the error itself see
  /// ``underlyingError``.
  public var errorUserInfo: [String: Any] {
    var information: [String: Any] = [NSLocalizedDescriptionKey: description]
    let url = request.map { redaction.redacted($0.url) } ?? unsent.map { redaction.redacted(urlText: $0.url) }
    if let url = url.flatMap({ URL(string: $0) }) { information[NSURLErrorFailingURLErrorKey] = url }
    if let underlyingError { information[NSUnderlyingErrorKey] = redaction.bridged(underlyingError) }
    return information
  }
}

extension NetworkError.Reason {
  fileprivate var code: Int {
    switch self {
    case .invalidRequest: 1_000
    case .encoding: 1_001
    case .transport(let phase): phase.code
    case .timeout(let kind): kind.code
    case .cancelled: 4_000
    case .sessionFinished: 4_001
    case .validation(.statusCode): 5_000
    case .validation(.contentType): 5_001
    case .validation(.custom): 5_002
    case .serialization: 6_000
    case .transfer(let failure): failure.code
    case .interceptor: 8_000
    case .redirect(.limit): 9_000
    case .redirect(.location): 9_001
    case .redirect(.insecure): 9_002
    case .redirect(.bodyNotRepeatable): 9_003
    }
  }
}

extension TransportPhase {
  fileprivate var code: Int {
    switch self {
    case .nameLookup: 2_000
    case .connect: 2_001
    case .secureConnection: 2_002
    case .send: 2_003
    case .head: 2_004
    case .body: 2_005
    }
  }
}

extension TimeoutKind {
  fileprivate var code: Int {
    switch self {
    case .idle: 3_000
    case .total: 3_001
    case .connect: 3_002
    case .queue: 3_003
    case .credential: 3_004
    }
  }
}

extension TransferFailure {
  fileprivate var code: Int {
    switch self {
    case .bufferOverflow: 7_000
    case .alreadyStarted: 7_001
    case .fileExists: 7_002
    case .fileMissing: 7_003
    case .fileUnwritable: 7_004
    case .checksum: 7_005
    case .bodyTooLarge: 7_006
    case .unrequestedPart: 7_007
    case .unsafeFile: 7_008
    }
  }
}

extension Redaction {
  /// Returns the domain and the code of an error, with its description and those of its causes without secrets.
  ///
  /// Errors of Foundation have the URL of the request in their other values.
  fileprivate func bridged(_ error: any Error, depth: Int = 0) -> NSError {
    let original = error as NSError
    var information: [String: Any] = [NSLocalizedDescriptionKey: words(for: error)]
    if depth < 3, let cause = original.userInfo[NSUnderlyingErrorKey] as? any Error {
      information[NSUnderlyingErrorKey] = bridged(cause, depth: depth + 1)
    }
    return NSError(domain: original.domain, code: original.code, userInfo: information)
  }
}
