// What an app for phones does with sdk-core: signs in, keeps the session in its own storage, lists cameras, follows events and live video.
import { createClient, formatDateTime, WatchpostError } from '@watchpost/sdk-core';

globalThis.useCameras = async ({ server, email, readCode }) => {
  const kept = new Map();
  const storage = {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
  const screen = new AbortController();
  const { signal } = screen;
  const client = createClient({ baseUrl: server, storage });
  await client.session.requestCode(email, { signal });
  await client.session.confirmCode({ email, code: await readCode() }, { signal });
  const cameras = await client.cameras.list({ signal });
  const refused = await client.cameras.get('unknown', { signal }).catch((error) => error);

  const updates = client.events.live();
  const stopEvents = updates.onEvent(() => {});
  await new Promise((resolve) => updates.state.subscribe((state) => state === 'open' && resolve()));
  stopEvents();
  const times = await new Promise((resolve, reject) => {
    const received = [];
    const stop = client.player.live().subscribe(
      { cameraId: cameras[0].id },
      {
        onMedia: ({ kind, time }) => {
          if (kind !== 'fragment' || received.push(time) < 20) return;
          stop();
          resolve(received);
        },
        onError: reject,
      },
    );
  });
  client.dispose();

  // The app was closed and is opened again.
  const again = createClient({ baseUrl: server, storage });
  const restored = { email: again.session.current.value?.email, cameras: (await again.cameras.list()).length };
  screen.abort();
  const left = await again.cameras.list({ signal }).catch((error) => error);
  again.dispose();
  return JSON.stringify({
    cameras: cameras.length,
    refused: refused instanceof WatchpostError && refused.code,
    frames: times.length,
    from: formatDateTime(times[0], { locale: 'en', timeZone: 'UTC' }).length > 0,
    restored,
    left: left instanceof WatchpostError && left.code,
  });
};
