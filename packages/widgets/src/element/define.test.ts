import { expect, test } from 'vitest';

// Vitest runs in Node, like a server that renders pages: it has no elements.
test('a server can import the elements and their registration without side effects', async () => {
  expect(typeof HTMLElement).toBe('undefined');
  for (const load of Object.values(import.meta.glob<object>('../define/*.ts'))) expect(Object.keys(await load())).toEqual([]);
  expect(await import('../elements.ts')).toMatchObject({
    WatchpostCameraElement: expect.any(Function),
    WatchpostShareElement: expect.any(Function),
    WatchpostSnapshotElement: expect.any(Function),
    WatchpostTimelineElement: expect.any(Function),
    WatchpostVideoWallElement: expect.any(Function),
  });
});
