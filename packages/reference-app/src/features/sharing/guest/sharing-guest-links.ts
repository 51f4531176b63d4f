/**
 * The secrets of links that this page became a guest of, by invite id. They are kept in memory only: with one, a guest can still add
 * the cameras to an account; after a reload the link must be opened again.
 */
const tokens = new Map<string, string>();

export function rememberLink(inviteId: string, token: string): void {
  tokens.set(inviteId, token);
}

/** Returns the secret of a link; null after a reload. */
export function rememberedLink(inviteId: string): string | null {
  return tokens.get(inviteId) ?? null;
}

export function forgetLink(inviteId: string): void {
  tokens.delete(inviteId);
}
