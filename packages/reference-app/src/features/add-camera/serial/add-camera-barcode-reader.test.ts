import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BarcodeReader } from './add-camera-barcode-reader.ts';

let openBarcodeReader: () => Promise<BarcodeReader>;

beforeEach(async () => {
  vi.stubGlobal('location', new URL('https://cams.example/add-camera'));
  // A page creates its policy once, so each test is a new page.
  vi.resetModules();
  ({ openBarcodeReader } = await import('./add-camera-barcode-reader.ts'));
});
afterEach(() => void vi.unstubAllGlobals());

const picture = () => ({ width: 1, height: 1, close: vi.fn<() => void>() }) satisfies ImageBitmap;

function stubDetector(formats: readonly string[], detect: () => Promise<readonly { rawValue: string }[]>) {
  const made: unknown[] = [];
  class Detector {
    static getSupportedFormats = async (): Promise<readonly string[]> => formats;
    detect = detect;
    constructor(options: unknown) {
      made.push(options);
    }
  }
  vi.stubGlobal('BarcodeDetector', Detector);
  return made;
}

/** A worker that answers each picture with the given texts. */
function stubWorker(texts: readonly string[] | null) {
  const started: { url: unknown; type: string | undefined; isOver: boolean }[] = [];
  class FakeWorker extends EventTarget {
    readonly record: (typeof started)[number];
    constructor(url: unknown, { type }: { type?: string } = {}) {
      super();
      this.record = { url, type, isOver: false };
      started.push(this.record);
    }
    postMessage(): void {
      queueMicrotask(() =>
        this.dispatchEvent(
          texts === null
            ? Object.assign(new Event('error'), { message: 'No WebAssembly here.' })
            : new MessageEvent('message', { data: { texts } }),
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

test('uses the browser’s reader where it supports labels, with supported formats only and without a worker', async () => {
  const made = stubDetector(['code_128', 'qr_code', 'ean_13'], async () => [{ rawValue: 'WP-0001' }]);
  const started = stubWorker([]);
  const reader = await openBarcodeReader();
  const seen = picture();
  expect(await reader.read(seen)).toEqual(['WP-0001']);
  expect(seen.close).toHaveBeenCalledOnce();
  expect(made).toEqual([{ formats: ['code_128', 'qr_code'] }]);
  expect(started).toEqual([]);
});

test('a reader that fails closes the picture', async () => {
  stubDetector(['code_128'], () => Promise.reject(new Error('busy')));
  const seen = picture();
  await expect((await openBarcodeReader()).read(seen)).rejects.toThrow('busy');
  expect(seen.close).toHaveBeenCalledOnce();
});

test.each([
  ['none at all', null],
  ['one that knows no labels', ['qr_code']],
])('%s: uses the bundled reader, in a worker that a strict page allows, and no other worker', async (_, formats) => {
  if (formats) stubDetector(formats, () => expect.unreachable());
  const started = stubWorker(['WP-0002']);
  const policies: { createScriptURL(url: string): string }[] = [];
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_name: string, rules: { createScriptURL(url: string): string }) => (
      policies.push(rules),
      { createScriptURL: (url: string) => ({ trusted: rules.createScriptURL(url) }) }
    ),
  });
  const reader = await openBarcodeReader();
  expect(await reader.read(picture())).toEqual(['WP-0002']);
  expect(started).toMatchObject([
    { url: { trusted: expect.stringContaining('add-camera-barcode-worker') }, type: 'module', isOver: false },
  ]);
  expect(() => policies[0]?.createScriptURL('https://evil.example/x.js')).toThrow(TypeError);
  reader.close();
  expect(started[0]?.isOver).toBe(true);
});

test('a worker that cannot start is reported', async () => {
  stubWorker(null);
  await expect((await openBarcodeReader()).read(picture())).rejects.toThrow('No WebAssembly here.');
});
