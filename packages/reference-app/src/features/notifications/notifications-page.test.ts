// @vitest-environment jsdom
import { createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTranslations } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { startPush } from './notifications-page.ts';

vi.mock('../../shared/ui/toast.ts', () => ({ showToast: vi.fn<typeof showToast>() }));

const notice = { type: 'CAMERAPHONE_PERSON', title: null, body: null, image: null, icon: null, cameraId: 'cam_1', cameraTitle: 'Front door', at: 1_763_700_000_000, link: null } as const;

/** What the page sees of its service worker. */
function createWorkerContainer() {
  const container = Object.assign(new EventTarget(), {
    startMessages: () => undefined,
    register: () => Promise.reject(new Error('refused')),
    ready: new Promise(() => undefined),
  });
  return {
    container,
    /** Sends a message as the worker does and gives what the page answered. */
    send(data: unknown): unknown[] {
      const answers: unknown[] = [];
      const port = { postMessage: (answer: unknown) => void answers.push(answer) };
      container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }));
      return answers;
    },
  };
}

let worker: ReturnType<typeof createWorkerContainer>;
beforeEach(async () => {
  await startTranslations();
  worker = createWorkerContainer();
  vi.stubGlobal('navigator', { languages: ['en'], serviceWorker: worker.container });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(showToast).mockClear();
});

async function started(signedIn = true) {
  const { client, server } = createTestClient();
  if (signedIn) await signIn(client, server);
  const navigate = vi.fn<(path: string) => void>();
  startPush(client, { navigate });
  return { navigate };
}

test('a message becomes a toast that knows its camera and its time, and the worker is told', async () => {
  await started();
  expect(worker.send({ type: 'push', notice })).toEqual([true]);
  expect(showToast).toHaveBeenCalledExactlyOnceWith('default', 'Person', { text: 'Front door', id: 'camera-cam_1', camera: { cameraId: 'cam_1', at: notice.at } });
});

test('a message with words of its own', async () => {
  await started();
  worker.send({ type: 'push', notice: { ...notice, type: null, title: 'Test', body: 'It works', cameraId: null } });
  expect(showToast).toHaveBeenCalledExactlyOnceWith('default', 'Test', { text: 'It works' });
});

test('a camera that is away has words of its own, and opens all the same', async () => {
  await started();
  worker.send({ type: 'push', notice: { ...notice, type: null, title: 'Camera is unavailable', body: 'Front door' } });
  expect(showToast).toHaveBeenCalledExactlyOnceWith('default', 'Camera is unavailable', { text: 'Front door', id: 'camera-cam_1', camera: { cameraId: 'cam_1', at: notice.at } });
});

test('nobody is signed in: nothing is shown, here or by the system', async () => {
  await started(false);
  expect(worker.send({ type: 'push', notice })).toEqual([true]);
  expect(showToast).not.toHaveBeenCalled();
});

test.each([
  ['/cameras/cam_1?t=5', '/cameras/cam_1?t=5'],
  ['//evil.example', '/'],
  ['https://evil.example', '/'],
])('a click that leads to %s goes to %s', async (path, expected) => {
  const { navigate } = await started();
  expect(worker.send({ type: 'navigate', path })).toEqual([true]);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(expected);
});

test.each([null, 'text', {}, { type: 'other' }, { type: 'push' }, { type: 'push', notice: null }, { type: 'navigate', path: 7 }, { type: 'push-changed' }])('%j is not for the page to answer', async (data) => {
  const { navigate } = await started();
  expect(worker.send(data)).toEqual([]);
  expect([vi.mocked(showToast).mock.calls, navigate.mock.calls]).toEqual([[], []]);
});
