import { request, type Agent } from 'node:http';
import { liveMedia, livePlaylist } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';

/** What many viewers of one camera cost, each with a token of its own. */
interface HlsRound {
  /** Name of the part that all of them asked for, before it existed. */
  readonly part: string;
  /** From the first request to each answer, ms. */
  readonly times: readonly number[];
  readonly failed: number;
}

/** Origin of the page for which the tokens are. */
const hlsOrigin = 'https://shop.example';

/** Lets all viewers ask for the part that is announced next. @param url of the cache in front of the server */
export async function askForNextPart(url: string, cameraId: string, tokens: readonly string[], agent: Agent): Promise<HlsRound> {
  const [first = ''] = tokens;
  const list = await get(url, fillPath(livePlaylist.path, { id: cameraId }), first, agent);
  const part = /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/.exec(list.body.toString())?.[1];
  if (part === undefined) throw new Error(`The playlist of ${cameraId} announces no part (${list.status}).`);
  const began = performance.now();
  const answers = await Promise.all(
    tokens.map(async (token) => {
      const path = fillPath(liveMedia.path, { id: cameraId, file: part });
      const isAnswered = await get(url, path, token, agent).then(
        ({ status }) => status === 200,
        () => false,
      );
      return { isAnswered, took: performance.now() - began };
    }),
  );
  return { part, times: answers.map(({ took }) => took), failed: answers.filter(({ isAnswered }) => !isAnswered).length };
}

function get(url: string, path: string, token: string, agent: Agent): Promise<{ readonly status: number; readonly body: Buffer }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, origin: hlsOrigin };
    const outgoing = request({ hostname, port, path, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
