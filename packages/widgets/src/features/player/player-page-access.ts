import { createEmbedClient, isTokenRenewal, systemClock, WatchpostError } from '@watchpost/sdk-core';
import type { Locale, ViewerClient } from '@watchpost/sdk-core';
import type { TokenHolder, TokenProblem, TokenSource } from '../../element/page-tokens.ts';

/** A page's access to cameras: a client, and the embed token that the page renews. */
export interface PageAccess {
  readonly client: ViewerClient;
  /** Set when the access has ended: the next token needs a new access. */
  isRefused: boolean;
  /**
   * Applies what the page has set now.
   * @returns false if that grants different rights and needs a new access
   */
  accepts(page: PageRights): boolean;
  dispose(): void;
}

/** What a page sets on an element. */
export interface PageRights {
  readonly server: string;
  /** Where tokens come from; null if the page sets them. */
  readonly source: TokenSource | null;
  /** With a source, the first one. */
  readonly token: string | null;
}

export interface PageAccessOptions extends PageRights {
  /** The tokens of a source have to open these; called for each request. */
  readonly cameraIds: () => readonly string[];
  readonly locale: () => Locale;
  /** Without a source: called a minute before the token expires, and when the server rejects it. */
  readonly onTokenExpiring: () => void;
  /** The source has failed; another attempt follows by itself. */
  readonly onProblem: (problem: TokenProblem) => void;
  /** The source has a token after the access has ended: this needs a new access. */
  readonly onLate: () => void;
}

/** How long a page has to replace a rejected token, milliseconds. After that the player shows that access has ended; a later token restarts it. */
const answerTimeoutMs = 5_000;

export function createPageAccess(options: PageAccessOptions): PageAccess {
  const { server, source, locale, onTokenExpiring } = options;
  let token = options.token;
  /** A source is asked from the second time on. */
  let isFirst = token !== null;
  let take: ((token: string) => void) | null = null;
  let stopWaiting = (): void => {};
  let isDisposed = false;
  let loading: Promise<TokenHolder> | null = null;
  const holder = (from: TokenSource): Promise<TokenHolder> =>
    (loading ??= import('../../element/page-tokens.ts').then(
      ({ holdTokens }) => {
        const made = holdTokens({ ...options, source: from });
        if (isDisposed) made.release();
        return made;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    ));
  // At once, so that the elements of a page share their first request.
  if (source) holder(source).catch(() => {});
  const client = createEmbedClient({
    baseUrl: server,
    locale,
    onTokenExpiring: source ? undefined : onTokenExpiring,
    token: async (refused) => {
      if (token !== null && token !== refused && (!source || isFirst)) {
        isFirst = false;
        return token;
      }
      if (source) return (token = await (await holder(source)).next(refused));
      return new Promise((resolve, reject) => {
        take = resolve;
        stopWaiting = systemClock.after(answerTimeoutMs, () => reject(new WatchpostError('session-expired')));
        onTokenExpiring();
      });
    },
  });
  return {
    client,
    isRefused: false,
    accepts(next) {
      const isSame = next.server === server && next.source === source;
      if (!isSame || source || next.token === token) return isSame;
      if (this.isRefused || next.token === null || token === null || !isTokenRenewal(token, next.token)) return false;
      token = next.token;
      stopWaiting();
      take?.(token);
      return true;
    },
    dispose() {
      isDisposed = true;
      stopWaiting();
      loading?.then(({ release }) => release()).catch(() => {});
      client.dispose();
    },
  };
}
