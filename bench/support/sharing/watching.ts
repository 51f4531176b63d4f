import { request } from 'node:http';
import { archivePlaylist, downloadClip } from '@watchpost/contract/endpoints/archive';
import { livePlaylist, liveSocket, startWhep } from '@watchpost/contract/endpoints/player';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { liveHeaderBytes, liveSubprotocol, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import { WebSocket } from 'ws';
import { createWhepViewer } from '../../../packages/server/src/testing/whep-viewer.ts';
import { sleep } from '../waiting.ts';

/** A viewer who receives media on one transport. */
export interface Watching {
  /** When the last byte of media arrived, by `performance.now()`; 0 before the first. */
  lastByteAt(): number;
  stop(): void;
}

export interface WatchingOptions {
  readonly server: string;
  readonly cameraId: string;
  readonly token: string;
  /** Recordings, Unix milliseconds. */
  readonly archive: { readonly from: number; readonly to: number };
}

const urlOf = (endpoint: Endpoint, { server, cameraId }: WatchingOptions, query = ''): string =>
  server + fillPath(endpoint.path, { id: cameraId }) + query;
const bearer = ({ token }: WatchingOptions): { readonly authorization: string } => ({ authorization: `Bearer ${token}` });

function watchWebSocket({ server, cameraId, token }: WatchingOptions): Watching {
  let last = 0;
  const socket = new WebSocket(server.replace(/^http/, 'ws') + liveSocket.path, [liveSubprotocol], { perMessageDeflate: false });
  socket.on('open', () => socket.send(JSON.stringify({ type: 'authorize', token })));
  socket.on('error', () => undefined);
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      if (Buffer.isBuffer(data) && data.length > liveHeaderBytes) last = performance.now();
      return;
    }
    // The server speaks the contract's protocol.
    const message = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '') as LiveServerMessage;
    if (message.type === 'authorized') socket.send(JSON.stringify({ type: 'subscribe', channel: 1, cameraId }));
  });
  return { lastByteAt: () => last, stop: () => socket.close() };
}

async function watchWebRtc(options: WatchingOptions): Promise<Watching> {
  const viewer = await createWhepViewer();
  const answer = await fetch(urlOf(startWhep, options), {
    method: 'POST',
    headers: { ...bearer(options), 'content-type': 'application/sdp' },
    body: viewer.offer,
  });
  await viewer.accept(await answer.text());
  let count = 0;
  let last = 0;
  const timer = setInterval(() => {
    if (viewer.packets.length > count) last = performance.now();
    count = viewer.packets.length;
  }, 10);
  return {
    lastByteAt: () => last,
    stop: () => {
      clearInterval(timer);
      void viewer.close();
    },
  };
}

/** Loads a playlist and its newest media, again and again. */
function watchPlaylist(endpoint: Endpoint, options: WatchingOptions, query = ''): Watching {
  let last = 0;
  let isStopped = false;
  const base = urlOf(endpoint, options, query);
  const load = async (url: string): Promise<string> => {
    const response = await fetch(url, { headers: bearer(options) });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.ok) last = performance.now();
    return response.ok ? body.toString('utf8') : '';
  };
  const repeat = async (): Promise<void> => {
    while (!isStopped) {
      const media = (await load(base)).split('\n').findLast((line) => /\.m4s/.test(line) && !line.startsWith('#EXT-X-PRELOAD-HINT'));
      const file = media?.replace(/^#EXT-X-PART:.*URI="([^"]+)".*$/, '$1');
      if (file) await load(new URL(file, base).href);
      await sleep(100);
    }
  };
  repeat().catch((error: unknown) => console.error(error));
  return { lastByteAt: () => last, stop: () => void (isStopped = true) };
}

/** Downloads a long clip at the pace of a slow line, 2 MB/s, so that it is under way for long. */
function downloadSlowly(options: WatchingOptions): Watching {
  let last = 0;
  const { from, to } = options.archive;
  const outgoing = request(urlOf(downloadClip, options, `?from=${from}&to=${to}`), { headers: bearer(options) }, (response) => {
    response.on('error', () => undefined);
    response.on('data', (chunk: Buffer) => {
      if (response.statusCode === 200) last = performance.now();
      response.pause();
      setTimeout(() => response.resume(), chunk.length / 2000);
    });
  });
  outgoing.on('error', () => undefined);
  outgoing.end();
  return { lastByteAt: () => last, stop: () => outgoing.destroy() };
}

/** How to watch on each transport. */
export const transports: Readonly<Record<string, (options: WatchingOptions) => Watching | Promise<Watching>>> = {
  WebSocket: watchWebSocket,
  WebRTC: watchWebRtc,
  'low-latency HLS': (options) => watchPlaylist(livePlaylist, options),
  'archive by HLS': (options) => {
    const from = options.archive.to - 60_000;
    return watchPlaylist(archivePlaylist, options, `?from=${from}&to=${options.archive.to}`);
  },
  'clip under way': downloadSlowly,
};
