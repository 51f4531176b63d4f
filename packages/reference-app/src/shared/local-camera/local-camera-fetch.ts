import { startWorker } from '../browser/start-worker.ts';
// oxlint-disable-next-line import/default -- Vite makes a module of the address, whose default is the built file's
import workerUrl from './local-camera-worker.ts?worker&url';
import type { LocalCameraAnswer, LocalCameraRequest } from './local-camera-messages.ts';

/** Fetches in a worker whose policy allows requests to cameras at port 7654. */
export async function fetchLocalCamera(url: string, { signal, ...init }: RequestInit = {}): Promise<Response> {
  signal?.throwIfAborted();
  const worker = startWorker(workerUrl);
  try {
    const answer = await new Promise<LocalCameraAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<LocalCameraAnswer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new TypeError(message)));
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.postMessage({ url, init } satisfies LocalCameraRequest);
    });
    if (!answer) throw new TypeError('The camera is not reached from this page.');
    return new Response(answer.body || null, { status: answer.status });
  } finally {
    worker.terminate();
  }
}
