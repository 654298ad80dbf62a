import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLError.Code {
  /// Returns the name of a code in Swift, for an error without a text.
  static func name(of code: Int) -> String? { names.first { $0.key.rawValue == code }?.value }

  private static let names: KeyValuePairs<URLError.Code, String> = [
    .unknown: "unknown", .cancelled: "cancelled", .badURL: "badURL", .timedOut: "timedOut",
    .unsupportedURL: "unsupportedURL", .cannotFindHost: "cannotFindHost",
    .cannotConnectToHost: "cannotConnectToHost", .networkConnectionLost: "networkConnectionLost",
    .dnsLookupFailed: "dnsLookupFailed", .httpTooManyRedirects: "httpTooManyRedirects",
    .resourceUnavailable: "resourceUnavailable", .notConnectedToInternet: "notConnectedToInternet",
    .redirectToNonExistentLocation: "redirectToNonExistentLocation", .badServerResponse: "badServerResponse",
    .userCancelledAuthentication: "userCancelledAuthentication",
    .userAuthenticationRequired: "userAuthenticationRequired", .zeroByteResource: "zeroByteResource",
    .cannotDecodeRawData: "cannotDecodeRawData", .cannotDecodeContentData: "cannotDecodeContentData",
    .cannotParseResponse: "cannotParseResponse", .internationalRoamingOff: "internationalRoamingOff",
    .callIsActive: "callIsActive", .dataNotAllowed: "dataNotAllowed",
    .requestBodyStreamExhausted: "requestBodyStreamExhausted", .fileDoesNotExist: "fileDoesNotExist",
    .fileIsDirectory: "fileIsDirectory", .noPermissionsToReadFile: "noPermissionsToReadFile",
    .secureConnectionFailed: "secureConnectionFailed",
    .serverCertificateHasBadDate: "serverCertificateHasBadDate",
    .serverCertificateUntrusted: "serverCertificateUntrusted",
    .serverCertificateHasUnknownRoot: "serverCertificateHasUnknownRoot",
    .serverCertificateNotYetValid: "serverCertificateNotYetValid",
    .clientCertificateRejected: "clientCertificateRejected",
    .clientCertificateRequired: "clientCertificateRequired", .cannotLoadFromNetwork: "cannotLoadFromNetwork",
  ]
}
