import { expect, test, vi } from 'vitest';
import { createBrowserClient } from './browser-client.ts';
import { createBrowserPush } from './push-browser.ts';

// Vitest's Node stands for a server that renders pages: no window, no document, no location.
test.each([undefined, '/api', 'https://cams.example'])(
  'on a server, a client for %s is created without a session and sends nothing',
  async (baseUrl) => {
    const send = vi.spyOn(globalThis, 'fetch');
    const client = createBrowserClient({ baseUrl, push: createBrowserPush({ workerPath: '/service-worker.js' }) });
    expect(client.session.current.value).toBeNull();
    await expect(client.session.requestCode('anna@example.com')).rejects.toMatchObject({ code: 'network' });
    await expect(client.cameras.list()).rejects.toMatchObject({ name: 'WatchpostError' });
    expect(send).not.toHaveBeenCalled();
    client.dispose();
  },
);
