public import Foundation
import Net

extension StubResponse {
  /// A 200 response with the content of a file in the resources of the test target.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{username}"), with: .fixture("github-user.json", in: .module))
  /// ```
  ///
  /// The file is looked up in the bundle's resources and in their `Fixtures` folder; its extension determines the
  /// content type. A missing file fails the test and the request with the paths that were tried.
  public static func fixture(_ name: String, in bundle: Bundle) -> StubResponse {
    let resources = bundle.resourceURL ?? bundle.bundleURL
    let places = [resources.appending(path: name), resources.appending(path: "Fixtures/\(name)")]
    for place in places {
      if let content = try? Data(contentsOf: place) { return file(content, at: place) }
    }
    return failure(
      StubMisuse(
        """
        there is no fixture "\(name)", neither at \(places.map(\.path).joined(separator: " nor at ")). Is it among the \
        resources of the test target?
        """))
  }

  /// A 200 response with the content of a file in the resources of the test target.
  ///
  /// It is the same as ``fixture(_:in:)``.
  public static func fixture(_ name: String, bundle: Bundle) -> StubResponse { fixture(name, in: bundle) }

  /// A 200 response with the content of this file; its extension determines the content type.
  ///
  /// ```swift
  /// transport.stub(.get("/report"), with: .file(folder.appending(path: "report.pdf")))
  /// ```
  ///
  /// The file is read immediately. A file of more than 16 MB is mapped and read when it is sent, so it must not
  /// change. A file that cannot be read fails the test and the request. For files in the resources of the test target,
  /// use ``fixture(_:in:)``.
  public static func file(_ url: URL) -> StubResponse {
    do {
      let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      return file(try Data(contentsOf: url, options: size > 1 << 24 ? .alwaysMapped : []), at: url)
    } catch {
      return failure(StubMisuse("the file \(url.path) cannot be read: \(FileProblem.text(of: error))"))
    }
  }

  private static func file(_ content: Data, at place: URL) -> StubResponse {
    let type = contentTypes[place.pathExtension.lowercased()]
    return data(content, headers: type.map { ["Content-Type": $0] } ?? [:])
  }

  private static let contentTypes = [
    "css": "text/css", "csv": "text/csv", "gif": "image/gif", "html": "text/html", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "xml": "application/xml",
  ]
}
