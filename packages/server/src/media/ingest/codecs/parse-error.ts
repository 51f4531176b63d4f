/** Thrown by parsers for bytes from a peer: peers are not trusted, and bad input must not crash the server. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}
