/** Thrown by parsers for a peer's invalid bytes, which are never trusted and never crash the process. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}
