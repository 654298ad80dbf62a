// The modules whose types appear in every use of this one, so that `import NetStream` is enough for a service.
@_exported public import Net
@_exported public import Stream
