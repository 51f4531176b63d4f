// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { pictureName, sharePicture } from './moment-share.ts';

const picture = new Blob([new Uint8Array([0xff, 0xd8, 0xff])]);
const at = Date.parse('2026-11-20T09:05:07Z');

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
});

/** Collects what a browser would save. */
function watchDownloads(): string[] {
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
const offerSharing = (share: (data: ShareData) => Promise<void>): void => void Object.assign(navigator, { canShare: () => true, share });

test('a picture goes to the system’s sheet where there is one', async () => {
  const names = watchDownloads();
  const shared: string[] = [];
  offerSharing(async ({ files }) => void shared.push(...(files ?? []).map(({ name, type }) => `${name} ${type}`)));
  expect(await sharePicture(picture, 'Yard.jpg')).toBe('shared');
  expect([shared, names]).toEqual([['Yard.jpg image/jpeg'], []]);
});

test('a sheet that was closed saves nothing; one that refuses is replaced by a file', async () => {
  const names = watchDownloads();
  offerSharing(() => Promise.reject(new DOMException('', 'AbortError')));
  expect([await sharePicture(picture, 'Yard.jpg'), names]).toEqual(['canceled', []]);
  offerSharing(() => Promise.reject(new DOMException('', 'NotAllowedError')));
  expect([await sharePicture(picture, 'Yard.jpg'), names]).toEqual(['saved', ['Yard.jpg']]);
});

test('without a sheet the picture is saved', async () => {
  const names = watchDownloads();
  expect([await sharePicture(picture, 'Yard.jpg'), names]).toEqual(['saved', ['Yard.jpg']]);
});

test.each([
  ['UTC', 'Yard 2026-11-20 09.05.07+0000.jpg'],
  ['Europe/Moscow', 'Yard 2026-11-20 12.05.07+0300.jpg'],
])('the file of a picture is called by its camera and time in %s', (zone, name) => {
  expect(pictureName('Yard', at, zone)).toBe(name);
});
