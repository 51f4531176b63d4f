import { createEmbedClient, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, Locale, ViewerClient } from '@watchpost/sdk-core';

/** Embed tokens by camera id; each opens its own camera. */
export type WallTokens = Readonly<Record<string, string>>;

/** The clients of a wall that has a token for each camera; with a client of the page's own there is one for all. */
export interface WallClients {
  of(cameraId: string): ViewerClient;
  /** Newer tokens are used from the next call on. */
  setTokens(tokens: WallTokens): void;
  /** The cameras of the tokens, without those that are gone or refused. */
  cameras(): Promise<Camera[]>;
  dispose(): void;
}

export function createWallClients(baseUrl: string, first: WallTokens, locale: () => Locale): WallClients {
  const clients = new Map<string, ViewerClient>();
  let tokens = first;
  const of = (cameraId: string): ViewerClient => {
    const known = clients.get(cameraId);
    if (known) return known;
    const token = async (): Promise<string> => {
      const found = tokens[cameraId];
      if (found === undefined) throw new WatchpostError('unauthorized');
      return found;
    };
    const client = createEmbedClient({ baseUrl, token, locale });
    clients.set(cameraId, client);
    return client;
  };
  return {
    of,
    setTokens: (next) => void (tokens = next),
    async cameras() {
      const answers = await Promise.allSettled(Object.keys(tokens).map((id) => of(id).cameras.get(id)));
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
    dispose: () => clients.forEach((client) => client.dispose()),
  };
}
