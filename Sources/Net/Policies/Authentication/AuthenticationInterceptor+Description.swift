extension AuthenticationInterceptor: CustomReflectable {
  /// A mirror without children, because the credential is secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
