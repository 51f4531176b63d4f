import { createHash } from 'node:crypto';
import { expect } from 'vitest';

/** A camera at a server, as a viewer with a token asks for it. */
export interface RecordedCamera {
  readonly url: string;
  readonly token: string;
  readonly cameraId: string;
}
/** Unix ms. */
export interface RecordedRange {
  readonly from: number;
  readonly to: number;
}

function ask({ url, token, cameraId }: RecordedCamera, path: string): Promise<Response> {
  return fetch(`${url}/public/api/v3/cameras/${cameraId}/archive/${path}`, { headers: { authorization: `Bearer ${token}` } });
}

/** Plays a range. @returns the SHA-256 of every file that its playlist names, by its name */
export async function readRecordings(camera: RecordedCamera, { from, to }: RecordedRange): Promise<Map<string, string>> {
  const playlist = await ask(camera, `index.m3u8?from=${from}&to=${to}`);
  expect(playlist.status).toBe(200);
  const text = await playlist.text();
  const names = [
    ...new Set([...text.matchAll(/#EXT-X-MAP:URI="([^"]+)"|^(\d+\.m4s.*)$/gm)].map(([, init, segment]) => init ?? segment ?? '')),
  ];
  const files = new Map<string, string>();
  for (const name of names) {
    const answer = await ask(camera, name);
    expect(answer.status, name).toBe(200);
    files.set(
      name,
      createHash('sha256')
        .update(new Uint8Array(await answer.arrayBuffer()))
        .digest('hex'),
    );
  }
  return files;
}

/** Returns the footage of the last ten minutes; null while there is none. */
export async function readFootageRange(camera: RecordedCamera): Promise<RecordedRange | null> {
  const now = Date.now();
  const answer = await ask(camera, `footage?from=${now - 600_000}&to=${now}`);
  const { oldest, newest }: { oldest: number | null; newest: number | null } = JSON.parse(await answer.text());
  return oldest === null || newest === null ? null : { from: oldest, to: newest };
}
