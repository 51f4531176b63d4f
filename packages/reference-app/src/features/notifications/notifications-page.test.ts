// @vitest-environment jsdom
import { createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTranslations } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { startPush } from './notifications-page.ts';

vi.mock('../../shared/ui/toast.ts', () => ({ showToast: vi.fn<typeof showToast>() }));

const notice = {
  type: 'CAMERAPHONE_PERSON',
  title: null,
  body: null,
  image: null,
  icon: null,
  cameraId: 'cam_1',
  cameraTitle: 'Front door',
  at: 1_763_700_000_000,
  link: null,
  stretchId: null,
  count: 1,
  isSilent: false,
} as const;

/** The service worker's API as the page sees it. */
function createWorkerContainer() {
  const container = Object.assign(new EventTarget(), {
    startMessages: () => undefined,
    register: () => Promise.reject(new Error('refused')),
    ready: new Promise(() => undefined),
  });
  return {
    container,
    /** Sends a message as the worker does, and returns the page's answers. */
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

test('a message shows a toast that opens the camera at its time, and the page confirms to the worker', async () => {
  await started();
  expect(worker.send({ type: 'push', notice })).toEqual([true]);
  expect(showToast).toHaveBeenCalledExactlyOnceWith('default', 'Person', {
    text: 'Front door',
    id: 'camera-cam_1',
    camera: { cameraId: 'cam_1', at: notice.at },
  });
});

test('a message shows its own text', async () => {
  await started();
  worker.send({ type: 'push', notice: { ...notice, type: null, title: 'Test', body: 'It works', cameraId: null } });
  expect(showToast).toHaveBeenCalledExactlyOnceWith('default', 'Test', { text: 'It works' });
});

test('an offline message has its own text, and its toast opens the camera too', async () => {
  await started();
  worker.send({ type: 'push', notice: { ...notice, type: null, title: 'Camera is unavailable', body: 'Front door' } });
  expect(showToast).toHaveBeenCalledExactlyOnceWith('default', 'Camera is unavailable', {
    text: 'Front door',
    id: 'camera-cam_1',
    camera: { cameraId: 'cam_1', at: notice.at },
  });
});

test('without a session, neither the page nor the system shows anything', async () => {
  await started(false);
  expect(worker.send({ type: 'push', notice })).toEqual([true]);
  expect(showToast).not.toHaveBeenCalled();
});

test.each([
  ['/cameras/cam_1?t=5', '/cameras/cam_1?t=5'],
  ['//evil.example', '/'],
  ['https://evil.example', '/'],
])('a click on %s goes to %s', async (path, expected) => {
  const { navigate } = await started();
  expect(worker.send({ type: 'navigate', path })).toEqual([true]);
  expect(navigate).toHaveBeenCalledExactlyOnceWith(expected);
});

test.each([
  null,
  'text',
  {},
  { type: 'other' },
  { type: 'push' },
  { type: 'push', notice: null },
  { type: 'navigate', path: 7 },
  { type: 'push-changed' },
])('the page does not answer %j', async (data) => {
  const { navigate } = await started();
  expect(worker.send(data)).toEqual([]);
  expect([vi.mocked(showToast).mock.calls, navigate.mock.calls]).toEqual([[], []]);
});
