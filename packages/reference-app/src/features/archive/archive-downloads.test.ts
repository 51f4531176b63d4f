import { WatchpostError } from '@watchpost/sdk-core';
import type { ClipProgress, KeptClip, SignedClipManifest } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { createDownloads } from './archive-downloads.ts';
import type { DownloadState } from './archive-download-model.ts';
import type { ClipOrder, Downloads } from './archive-downloads.ts';

const order: ClipOrder = {
  cameraId: 'c1',
  name: 'Street, 15:12',
  range: { from: 1000, to: 61_000 },
  requestedMs: 300_000,
  withManifest: true,
  title: 'Yard',
};
const manifest: SignedClipManifest = {
  manifest: {
    version: 1,
    file: 'a.mp4',
    size: 1,
    sha256: '0'.repeat(64),
    camera: { id: 'c1', title: 'Street' },
    parts: [],
    withAudio: false,
    signedAt: '2026-11-21T12:12:40.000Z',
  },
  signature: { algorithm: 'Ed25519', publicKey: '', value: '' },
};
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

interface Clip {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  readonly progress: (progress: ClipProgress) => void;
  readonly signal: AbortSignal | undefined;
  readonly kept: KeptClip | undefined;
}

function setUp(
  size: number | null = 100,
  { clipManifest = () => Promise.resolve(manifest) }: { clipManifest?: () => Promise<SignedClipManifest> } = {},
  onSaved: (order: ClipOrder) => void = () => undefined,
): { downloads: Downloads; saved: string[]; clips: Clip[]; pass: (milliseconds: number) => void; state: () => DownloadState | undefined } {
  const saved: string[] = [];
  const clips: Clip[] = [];
  let now = 0;
  const downloads = createDownloads({
    archive: {
      clip: (_id, _range, options) =>
        new Promise((resolve, reject) => {
          clips.push({
            resolve: () => resolve({ file: new Blob(['x']), name: '2026-11-21T12-12-40Z.mp4' }),
            reject,
            progress: (progress) => options?.onProgress?.(progress),
            signal: options?.signal,
            kept: options?.kept,
          });
        }),
      clipManifest,
      footage: () => Promise.resolve({ recordings: [{ from: 0, to: 31_000 }], gaps: [], oldest: 0, newest: 31_000 }),
      clipUrl: () => '/clip.mp4',
      clipManifestUrl: () => '/clip.json',
    },
    save: (file, name) => saved.push(typeof file === 'string' ? file : name),
    sizeOf: () => Promise.resolve(size),
    onSaved,
    clock: { monotonic: () => now },
  });
  return {
    downloads,
    saved,
    clips,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    state: () => downloads.list.peek().at(-1)?.state,
  };
}

test('reports bytes and rate, then saves the clip and its manifest', async () => {
  const { downloads, saved, clips, pass, state } = setUp();
  downloads.start(order);
  await turns();
  expect(state()).toEqual({ kind: 'running', loaded: 0, total: 100, rate: null });
  clips[0]?.progress({ loaded: 10, total: 100 });
  pass(1000);
  clips[0]?.progress({ loaded: 60, total: 100 });
  expect(state()).toEqual({ kind: 'running', loaded: 60, total: 100, rate: 50 });
  clips[0]?.resolve();
  await turns();
  expect(state()).toEqual({ kind: 'done', recordedMs: 30_000 });
  expect(saved).toEqual(['2026-11-21T12-12-40Z.mp4', '2026-11-21T12-12-40Z.json']);
});

test('what was saved is remembered, what failed or was canceled is not', async () => {
  const ended: ClipOrder[] = [];
  const { downloads, clips } = setUp(100, {}, (saved) => ended.push(saved));
  for (const from of [1, 2, 3]) downloads.start({ ...order, range: { from, to: 100 } });
  await turns();
  clips[0]?.resolve();
  clips[1]?.reject(new WatchpostError('no-footage'));
  downloads.remove(3);
  clips[2]?.resolve();
  await turns();
  expect(ended.map(({ range }) => range)).toEqual([{ from: 1, to: 100 }]);
});

test('cancelling aborts the request and saves nothing', async () => {
  const { downloads, saved, clips } = setUp();
  downloads.start({ ...order, withManifest: false });
  await turns();
  downloads.remove(1);
  expect(clips[0]?.signal?.aborted).toBe(true);
  expect(downloads.list.peek()).toEqual([]);
  clips[0]?.resolve();
  await turns();
  expect(saved).toEqual([]);
});

test('a failure is reported and can be retried', async () => {
  const { downloads, clips, state } = setUp();
  downloads.start(order);
  await turns();
  clips[0]?.reject(new WatchpostError('no-footage'));
  await turns();
  expect(state()).toEqual({ kind: 'failed', code: 'no-footage' });
  downloads.retry(1);
  await turns();
  clips[1]?.resolve();
  await turns();
  expect(state()).toEqual({ kind: 'done', recordedMs: 30_000 });
});

test('a retry continues with the bytes, size and manifest it already has', async () => {
  let signings = 0;
  const { downloads, clips, state, saved } = setUp(100, { clipManifest: () => Promise.resolve(((signings += 1), manifest)) });
  downloads.start(order);
  await turns();
  clips[0]?.progress({ loaded: 62, total: 100 });
  clips[0]?.reject(new WatchpostError('network'));
  await turns();
  expect(state()).toEqual({ kind: 'failed', code: 'network' });
  downloads.retry(1);
  expect(state()).toEqual({ kind: 'running', loaded: 62, total: 100, rate: null });
  await turns();
  expect(clips[1]?.kept).toBe(clips[0]?.kept);
  clips[1]?.resolve();
  await turns();
  expect([state(), signings, saved.length]).toEqual([{ kind: 'done', recordedMs: 30_000 }, 1, 2]);
});

test('a manifest that fails aborts the clip’s request too; a complete clip is not loaded again', async () => {
  let isAway = true;
  const { downloads, clips, state } = setUp(100, {
    clipManifest: () => (isAway ? Promise.reject(new WatchpostError('network')) : Promise.resolve(manifest)),
  });
  downloads.start(order);
  await turns();
  expect([state(), clips[0]?.signal?.aborted]).toEqual([{ kind: 'failed', code: 'network' }, true]);
  clips[0]?.resolve();
  await turns();
  isAway = false;
  downloads.retry(1);
  await turns();
  expect([state(), clips.length]).toEqual([{ kind: 'done', recordedMs: 30_000 }, 1]);
});

test('the browser downloads a clip that is too large for the page', async () => {
  const { downloads, saved, clips, state } = setUp(2_000_000_000);
  downloads.start(order);
  await turns();
  expect([state(), saved, clips.length]).toEqual([{ kind: 'handed-over', recordedMs: 30_000 }, ['/clip.mp4', '/clip.json'], 0]);
});
