import { WatchpostError } from '@watchpost/sdk-core';
import type { Camera, Locale, ViewerClient } from '@watchpost/sdk-core';
import { createPageAccess } from '../player/index.ts';
import type { PageAccess } from '../player/index.ts';
import type { TokenProblem, TokenSource } from '../../element/page-tokens.ts';

/** Embed tokens by camera id; each opens its own camera. */
export type WallTokens = Readonly<Record<string, string>>;

/** The clients of a wall: one for each camera with a token, or the page's own for all. */
export interface WallClients {
  /** A new function whenever a camera gets another client. Only with tokens. */
  readonly of: (cameraId: string) => ViewerClient;
  /** Applies the current tokens, or their source. Tokens with a later expiry change nothing on the screen. */
  update(page: WallRights): void;
  /** A camera's player has given up, or tries again: the next token needs a new client then. */
  setRefused(cameraId: string, isRefused: boolean): void;
  /** Requests all cameras. The listener receives the known ones after each response; known cameras stay after a failure. */
  refresh(onKnown: (cameras: readonly Camera[]) => void): Promise<void>;
  dispose(): void;
}

/** What a page sets on a wall. */
interface WallRights {
  readonly server: string;
  readonly tokens: WallTokens;
  /** Replaces `tokens`: one token opens all of `cameraIds`. */
  readonly source: TokenSource | null;
  readonly cameraIds: readonly string[];
}

export interface WallClientsOptions {
  readonly locale: () => Locale;
  readonly onTokenExpiring: (cameraId: string) => void;
  readonly onProblem: (problem: TokenProblem) => void;
  /** A source has a token for cameras whose access has ended. */
  readonly onLate: () => void;
}

export function createWallClients({ locale, onTokenExpiring, onProblem, onLate }: WallClientsOptions): WallClients {
  const accesses = new Map<string, PageAccess>();
  const known = new Map<string, Camera>();
  let of = find;

  function find(cameraId: string): ViewerClient {
    const access = accesses.get(cameraId);
    if (!access) throw new Error(`There is no token for the camera ${cameraId}.`);
    return access.client;
  }
  function leave(cameraId: string): void {
    const access = accesses.get(cameraId);
    accesses.delete(cameraId);
    // Cameras of one source share theirs.
    if (access && ![...accesses.values()].includes(access)) access.dispose();
  }
  function drop(cameraId: string): void {
    leave(cameraId);
    known.delete(cameraId);
  }
  /** One access, and one connection, for all cameras that are new. Those on the screen keep theirs. */
  function share({ server, source, cameraIds }: WallRights): void {
    for (const [cameraId, access] of accesses) if (!access.accepts({ server, source, token: null })) leave(cameraId);
    const added = cameraIds.filter((id) => !accesses.has(id));
    if (added.length === 0) return;
    const access = createPageAccess({
      server,
      source,
      token: null,
      // Without those that have left since.
      cameraIds: () => added.filter((id) => accesses.get(id) === access),
      locale,
      onTokenExpiring: () => {},
      onProblem,
      onLate: () => {
        for (const id of added) if (accesses.get(id) === access) leave(id);
        onLate();
      },
    });
    for (const id of added) accesses.set(id, access);
    of = (id) => find(id);
  }
  return {
    get of() {
      return of;
    },
    update(page) {
      const { server, tokens, source, cameraIds } = page;
      const isShown = (id: string): boolean => (source ? cameraIds.includes(id) : Object.hasOwn(tokens, id));
      for (const cameraId of accesses.keys()) if (!isShown(cameraId)) drop(cameraId);
      if (source) return share(page);
      for (const [cameraId, token] of Object.entries(tokens)) {
        const access = accesses.get(cameraId);
        if (access?.accepts({ server, token, source })) continue;
        leave(cameraId);
        accesses.set(
          cameraId,
          createPageAccess({
            server,
            token,
            source,
            cameraIds: () => [cameraId],
            locale,
            onTokenExpiring: () => onTokenExpiring(cameraId),
            onProblem,
            onLate,
          }),
        );
        of = (id) => find(id);
      }
    },
    setRefused(cameraId, isRefused) {
      const access = accesses.get(cameraId);
      if (access) access.isRefused = isRefused;
    },
    async refresh(onKnown) {
      const ask = async (cameraId: string, { client }: PageAccess): Promise<void> => {
        const found = await client.cameras.get(cameraId).catch((error: unknown) => (isGone(error) ? null : undefined));
        // Meanwhile the token was replaced or removed.
        if (accesses.get(cameraId)?.client !== client) return;
        if (found) known.set(cameraId, found);
        else if (found === null) known.delete(cameraId);
        onKnown([...accesses.keys()].flatMap((id) => known.get(id) ?? []));
      };
      await Promise.all([...accesses].map(([cameraId, access]) => ask(cameraId, access)));
    },
    dispose: () => {
      for (const cameraId of accesses.keys()) drop(cameraId);
    },
  };
}

/** The server no longer knows the camera, or not for us. */
function isGone(error: unknown): boolean {
  return error instanceof WatchpostError && (error.code === 'session-expired' || ['401', '403', '404'].includes(`${error.status}`));
}
