import { startSceneCamera } from '../../../e2e/rig/scene-camera.ts';
import { until } from '../../../e2e/support/product.ts';
import { signInWithoutPage } from '../../../e2e/support/signed-in.ts';
import { startServer } from '../server.ts';
import { sceneNames } from './labels.ts';

/** The place is empty for this long between two visits, so that each visit is an event of its own. */
const emptySeconds = 18;

interface RtspDelays {
  /** From the picture that shows an object for certain to its event at a client, ms. */
  readonly objectMs: readonly number[];
  /** The same for motion. */
  readonly motionMs: readonly number[];
}

/** Runs the product with three RTSP cameras past which someone comes twice a minute, until there are enough events or the time is up. */
export async function measureRtspDelays({ events, maxMs }: { readonly events: number; readonly maxMs: number }): Promise<RtspDelays> {
  const server = await startServer();
  const { client } = await signInWithoutPage(server, 'owner@example.test');
  const cameras = await Promise.all(
    sceneNames.flatMap((scene) => [false, true].map((isSmall) => startSceneCamera(scene, { isSmall, emptySeconds }))),
  );
  const [objectMs, motionMs]: [number[], number[]] = [[], []];
  const stop = client.events.live().onEvent(({ kind, event }) => {
    if (kind !== 'began') return;
    (event.type === 'motion' ? motionMs : objectMs).push(Date.now() - event.startAt);
  });
  try {
    for (const [index, title] of sceneNames.entries()) {
      const [main, low] = cameras.slice(index * 2);
      if (!main || !low) continue;
      const { id } = await client.addCamera.addRtsp({ title, url: main.url, lowUrl: low.url });
      for (const type of ['human', 'vehicle'] as const) await client.smartEvents.update(id, type, { isEnabled: true });
    }
    // The first looks wait for the model.
    await until('the first object', () => objectMs.length > 0, 120_000);
    const loaded = objectMs.length;
    // Some events say more than none, which a broken promise then shows.
    await until(`${events} objects`, () => objectMs.length >= events + loaded, maxMs).catch((error: unknown) =>
      console.warn(String(error)),
    );
    return { objectMs: objectMs.slice(loaded), motionMs };
  } finally {
    stop();
    client.dispose();
    await server.dispose();
    for (const camera of cameras) await camera.stop();
  }
}
