import { endWhep, startWhep } from '@watchpost/contract/endpoints/player';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { WhepSession } from './player-types.ts';

interface Opened {
  readonly answer: string;
  readonly sessionId: string | null;
}

/** Starts a WHEP session: sends the offer as SDP, and returns the answer and the session's URL. */
export async function startSession(
  http: HttpClient,
  id: string,
  offer: string,
  { quality, signal }: CallOptions & { readonly quality?: 'low' | 'high' } = {},
): Promise<WhepSession> {
  const { answer, sessionId } = await http.request<Opened>(startWhep, {
    signal,
    parameters: { id },
    query: quality === undefined ? {} : { quality },
    body: new Blob([offer], { type: 'application/sdp' }),
    read: async (response) => ({
      answer: await response.text(),
      sessionId:
        response.headers
          .get('Location')
          ?.split('/')
          .findLast((part) => part !== '') ?? null,
    }),
  });
  return {
    answer,
    end() {
      // The server would notice by itself some seconds later; `keepalive` lets a closing page still send this request.
      if (sessionId !== null) http.request(endWhep, { parameters: { id, sessionId }, keepalive: true }).catch(() => {});
    },
  };
}
