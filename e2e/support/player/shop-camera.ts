import type { Page } from 'playwright';
import { seeLive } from '../journeys.ts';
import { until } from '../product.ts';
import type { Shop } from '../shop.ts';
import { atMost } from '../../../tooling/tests/slow-machine.ts';

/** The camera dies and comes back under a page that goes on by itself. */
export async function loseAndRegainCamera({ camera }: Shop, page: Page): Promise<void> {
  await camera.stop();
  await page
    .getByText('Camera is unavailable')
    .first()
    .waitFor({ timeout: atMost(60_000) });
  await camera.restart();
  await seeLive(page);
}

/** Waits until so much is recorded without a gap, ms: the camera was lost before. */
export async function waitForFootage({ owner, cameraId }: Shop, length: number): Promise<void> {
  await until(
    `${length} ms of footage`,
    async () => {
      const { recordings } = await owner.archive.footage(cameraId, { from: Date.now() - 120_000, to: Date.now() });
      const last = recordings.at(-1);
      return last !== undefined && last.to - last.from > length;
    },
    90_000,
  );
}
