// Nothing is declared: the target only ignores a signal when the process starts.
