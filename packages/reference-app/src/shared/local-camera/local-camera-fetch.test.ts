import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appFetch } from './app-fetch.ts';
import type { LocalCameraAnswer, LocalCameraRequest } from './local-camera-messages.ts';

beforeEach(() => void vi.stubGlobal('location', new URL('https://cams.example/add-camera')));
afterEach(() => void vi.unstubAllGlobals());

const camera = 'http://192.168.1.20:7654/';

function stubWorker(answer: (request: LocalCameraRequest) => LocalCameraAnswer | 'broken' | 'silent') {
  const started: { url: string; requests: LocalCameraRequest[]; isOver: boolean }[] = [];
  class FakeWorker extends EventTarget {
    readonly record: (typeof started)[number];
    constructor(url: string) {
      super();
      this.record = { url, requests: [], isOver: false };
      started.push(this.record);
    }
    postMessage(request: LocalCameraRequest): void {
      this.record.requests.push(structuredClone(request));
      const data = answer(request);
      if (data !== 'silent')
        queueMicrotask(() =>
          this.dispatchEvent(
            data === 'broken' ? Object.assign(new Event('error'), { message: 'No workers here.' }) : new MessageEvent('message', { data }),
          ),
        );
    }
    terminate(): void {
      this.record.isOver = true;
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  return started;
}

test('requests to port 7654 go through a worker, which ends afterwards; all others go through the page', async () => {
  const started = stubWorker(() => ({ status: 201, body: '{"state":"registered"}' }));
  const asked = vi.fn<typeof fetch>(async () => new Response('own'));
  vi.stubGlobal('fetch', asked);
  const answer = await appFetch(`${camera}register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: new AbortController().signal,
  });
  expect([answer.status, await answer.json()]).toEqual([201, { state: 'registered' }]);
  expect(started).toMatchObject([
    {
      url: expect.stringContaining('local-camera-worker'),
      isOver: true,
      requests: [{ url: `${camera}register`, init: { method: 'POST', body: '{}' } }],
    },
  ]);
  for (const other of ['/public/api/v3/cameras', 'http://192.168.1.20:7655/', 'https://192.168.1.20:7654/', `${location.origin}/x`])
    await appFetch(other);
  expect(asked).toHaveBeenCalledTimes(4);
  expect(started).toHaveLength(1);
});

test('a camera that does not answer fails as fetch does; aborting ends the worker', async () => {
  let started = stubWorker(() => null);
  await expect(appFetch(camera)).rejects.toThrow(TypeError);
  expect(started[0]?.isOver).toBe(true);
  stubWorker(() => 'broken');
  await expect(appFetch(camera)).rejects.toThrow('No workers here.');
  started = stubWorker(() => 'silent');
  const controller = new AbortController();
  const call = appFetch(camera, { signal: controller.signal });
  await vi.waitFor(() => expect(started).toHaveLength(1));
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(started[0]?.isOver).toBe(true);
});

test('a strict page starts only workers of its own origin', async () => {
  vi.resetModules();
  const policies: { name: string; rules: { createScriptURL(url: string): string } }[] = [];
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, rules: { createScriptURL(url: string): string }) => (
      policies.push({ name, rules }),
      { createScriptURL: (url: string) => rules.createScriptURL(url) }
    ),
  });
  const started = stubWorker(() => ({ status: 200, body: '' }));
  const { fetchLocalCamera } = await import('./local-camera-fetch.ts');
  for (let count = 0; count < 2; count += 1) await fetchLocalCamera(camera);
  expect(started).toHaveLength(2);
  // Browsers refuse a second policy with the same name.
  expect(policies.map(({ name }) => name)).toEqual(['watchpost-app']);
  expect(() => policies[0]?.rules.createScriptURL('https://evil.example/x.js')).toThrow(TypeError);
});
