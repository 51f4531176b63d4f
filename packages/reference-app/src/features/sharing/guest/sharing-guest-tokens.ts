/** Returns a guest's current token to a client, which asks again before the token ends and when the server has refused it. */
export type GuestTokens = (refused: string | null) => Promise<string>;

/**
 * Serves each token once: a player that asks again needs a newer one.
 * @param first the token that the page was opened with
 * @param renew requests the next token
 */
export function createGuestTokens(first: string, renew: () => Promise<{ readonly token: string }>): GuestTokens {
  let unused: string | null = first;
  return async (refused) => {
    const token = unused;
    unused = null;
    if (token !== null && token !== refused) return token;
    return (await renew()).token;
  };
}
