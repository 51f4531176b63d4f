import { endWhep, startWhep } from '@watchpost/contract/endpoints/player';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { WhepSession } from './player-types.ts';

interface Opened {
  readonly answer: string;
  readonly sessionId: string | null;
}

/** Starts a WHEP session: the offer out as SDP, the answer and the session's address back. */
export async function startSession(http: HttpClient, id: string, offer: string, { quality, signal }: CallOptions & { readonly quality?: 'low' | 'high' } = {}): Promise<WhepSession> {
  const { answer, sessionId } = await http.request<Opened>(startWhep, {
    signal,
    parameters: { id },
    query: quality === undefined ? {} : { quality },
    body: new Blob([offer], { type: 'application/sdp' }),
    read: async (response) => ({ answer: await response.text(), sessionId: /([^/]+)\/?$/.exec(response.headers.get('Location') ?? '')?.[1] ?? null }),
  });
  return {
    answer,
    end() {
      // The server notices by itself too, some seconds later; a page that closes still gets this one out.
      if (sessionId !== null) http.request(endWhep, { parameters: { id, sessionId }, keepalive: true }).catch(() => {});
    },
  };
}
