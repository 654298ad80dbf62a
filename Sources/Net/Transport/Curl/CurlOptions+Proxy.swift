#if os(Linux)
  import CLibcurl
  import Foundation

  extension CurlOptions {
    mutating func addProxy(
      _ options: TransportOptions, _ capabilities: CurlCapabilities
    ) throws(TransportOptionError) {
      switch options.proxy {
      case .environment where options.unixSocketPath == nil: return
      // The empty text is no proxy, whatever the environment says.
      case .environment, .none: set(LIBCURL_OPT_PROXY, .text(""), for: .proxy)
      case .http(let url, let credentials, let exceptions):
        if url.lowercased().hasPrefix("https:"), !capabilities.features.contains(.httpsProxy) {
          throw TransportOptionError(.proxy, .missingFeature("proxies over TLS"))
        }
        set(LIBCURL_OPT_PROXY, .text(url), for: .proxy)
        // Set even if there are none, or those of the environment would count.
        let list = exceptions.contains("*") ? "*" : exceptions.map(Self.spelled).joined(separator: ",")
        set(LIBCURL_OPT_NOPROXY, .text(list), for: .proxy)
        guard let credentials else { return }
        set(LIBCURL_OPT_PROXYAUTH, .number(Int(LIBCURL_AUTH_BASIC)), for: .proxy)
        set(LIBCURL_OPT_PROXYUSERNAME, .text(credentials.username), for: .proxy)
        set(LIBCURL_OPT_PROXYPASSWORD, .text(credentials.password), for: .proxy)
      }
    }
  }

  extension CurlOptions {
    /// The exception as libcurl compares it: with the ASCII form of a name, without a final dot.
    private static func spelled(_ exception: String) -> String {
      // A network with its length is no host.
      guard !exception.contains("/") else { return exception }
      let name = exception.drop { $0 == "." }
      return exception.prefix(exception.count - name.count)
        + (name.isEmpty ? "" : HostName.canonical(String(name)))
    }
  }

  extension TransportOptions {
    /// The options without a look at the environment for each request, where it names no proxy.
    func settled(by environment: [String: String]) -> TransportOptions {
      guard proxy == .environment else { return self }
      let names: Set = ["http_proxy", "https_proxy", "all_proxy"]
      guard !environment.keys.contains(where: { names.contains($0.lowercased()) }) else { return self }
      var options = self
      options.proxy = .none
      return options
    }
  }
#endif
