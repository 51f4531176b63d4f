import { join } from 'node:path';
import { archiveMedia, archivePlaylist, downloadClip, getPreviewPicture } from '@watchpost/contract/endpoints/archive';
import { removeCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import type { Product } from '../../../e2e/support/product.ts';
import type { Account } from '../account.ts';
import { startChild } from '../children.ts';
import { sleep } from '../waiting.ts';

/** What the people of a house do to its server, over and over. */
interface HouseLoad {
  /** How often each thing was done, and how often it failed. */
  readonly counts: ReadonlyMap<string, { readonly done: number; readonly failed: number }>;
  /** Ends all of it, and resolves when the last of it is over. */
  stop(): Promise<void>;
}

interface House {
  readonly server: Product;
  readonly account: Account;
  /** Cameras that stay, with footage of at least 40 s. */
  readonly cameraIds: readonly string[];
  /** Returns the RTSP address of a camera by its name. */
  readonly addressOf: (name: string) => string;
}

/** Starts cameras that come and go, live viewers, seeks, previews, clips and lists. */
export function startHouseLoad({ server, account, cameraIds, addressOf }: House): HouseLoad {
  const counts = new Map<string, { done: number; failed: number }>();
  const startedAt = Date.now();
  let isOver = false;
  const repeat = async (name: string, pauseMs: number, work: (round: number) => Promise<unknown>): Promise<void> => {
    const count = { done: 0, failed: 0 };
    counts.set(name, count);
    for (let round = 0; !isOver; round += 1) {
      try {
        await work(round);
        count.done += 1;
      } catch (error) {
        count.failed += 1;
        if (count.failed <= 3) console.error(`${name}: ${String(error)}`);
      }
      await sleep(pauseMs);
    }
  };
  /** Fetches the whole answer. */
  const get = async (
    path: string,
    parameters: Readonly<Record<string, string>>,
    query: Readonly<Record<string, number>> = {},
  ): Promise<void> => {
    const address = new URL(fillPath(path, parameters), server.url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const answer = await fetch(address, { headers: { authorization: `Bearer ${await account.accessToken()}` } });
    const bytes = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address.pathname} answered ${answer.status}: ${Buffer.from(bytes).toString().slice(0, 200)}`);
  };
  const cameraOf = (round: number): string => cameraIds[round % cameraIds.length] ?? '';
  /** A moment of the last ten minutes that was recorded, Unix ms. */
  const moment = (): number => Math.round(Date.now() - 15_000 - Math.random() * Math.min(600_000, Date.now() - startedAt));

  const running = [
    repeat('a camera comes and goes', 5000, async (round) => {
      const id = await account.addCamera(addressOf(`visitor${round}`), `Visitor ${round}`);
      try {
        await account.online(id, 60_000);
        await sleep(10_000);
      } finally {
        await account.call(removeCamera, { params: { id } });
      }
    }),
    // Half of them leave without closing their connections.
    repeat('three live viewers', 1000, async (round) => {
      const viewers = await startChild(
        process.execPath,
        [join(import.meta.dirname, '../../rig/viewers.ts'), server.url, cameraOf(round), '3'],
        {
          ready: /^ready$/m,
          env: { TOKEN: await account.accessToken() },
        },
      );
      await sleep(10_000);
      await (round % 2 === 0 ? viewers.stop() : viewers.kill());
    }),
    repeat('seek', 500, async (round) => {
      const id = cameraOf(round);
      const at = moment();
      await Promise.all([
        get(archiveMedia.path, { id, file: `at-${at}.m4s` }),
        get(archivePlaylist.path, { id }, { from: at - 30_000, to: at + 600_000 }),
      ]);
    }),
    repeat('preview', 1000, (round) => get(getPreviewPicture.path, { id: cameraOf(round) }, { at: moment() })),
    repeat('clip of 30 s', 10_000, async (round) => {
      const to = Date.now() - 10_000;
      await get(downloadClip.path, { id: cameraOf(round) }, { from: to - 30_000, to });
    }),
    repeat('list', 1000, () => account.cameras()),
  ];
  return {
    counts,
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
