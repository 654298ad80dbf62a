// Nothing is declared: to link the target is enough.
