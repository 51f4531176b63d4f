/** What a parser throws about bytes that a peer sent: never trusted, never a crash. */
export class ParseError extends Error {
  override readonly name = 'ParseError';
}
