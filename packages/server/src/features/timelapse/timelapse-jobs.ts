import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { MakeFilm } from '../../media/timelapse/timelapse-film.ts';
import { recentDays, timelapseDayOf } from './timelapse-days.ts';
import type { TimelapseFiles } from './timelapse-files.ts';
import { createTimelapseRepository, leaseMs, type LeasedFilm, type TimelapseFilm } from './timelapse-repository.ts';

/** Makes the films of the night, and has them announced in the morning. */
export interface TimelapseJobs {
  start(): void;
  /** Does what is due now; a call while it runs waits for the running one. */
  run(): Promise<void>;
  /** Gives up the film that is being made: the next start makes it. */
  close(): Promise<void>;
}

interface TimelapseJobsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** This server among others; null where it runs alone. */
  readonly nodeId?: string | null;
  /** Null where films can't be made. */
  readonly makeFilm: MakeFilm | null;
  readonly files: Pick<TimelapseFiles, 'path' | 'finish' | 'writePoster' | 'remove' | 'sweep'>;
  readonly announce: (film: TimelapseFilm & { readonly isPublished: boolean }) => Promise<void>;
}

const intervalMs = 60_000;
const dayMs = 86_400_000;
const sweepIntervalMs = 3_600_000;
/** A film whose making failed is tried again, after this wait; then it counts as failed. */
const retryMs = 10 * 60_000;
const maxAttempts = 3;

export function createTimelapseJobs({ db, clock, log, nodeId = null, makeFilm, files, announce }: TimelapseJobsDeps): TimelapseJobs {
  const repository = createTimelapseRepository(db, nodeId);
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let cancel = (): void => undefined;

  /** Notes the films that have become due. What was missed for a day, because no server ran, is not made up for. */
  const plan = async (): Promise<void> => {
    const now = clock.now();
    for (const { cameraId, timeZone, enabledAt, values } of await repository.filmedCameras()) {
      for (const day of recentDays(now, timeZone)) {
        const { span, dueAt, sendAt } = timelapseDayOf(day, values.hours, timeZone);
        if (now < dueAt || now >= sendAt + dayMs || span.to <= enabledAt) continue;
        const { lengthSeconds, channels } = values;
        await repository.plan({ cameraId, day, span, lengthSeconds, channels }, dueAt, sendAt);
      }
    }
  };

  const timeZoneOf = async (cameraId: string): Promise<string> => {
    const camera = await db.selectFrom('cameras').select('time_zone').where('id', '=', cameraId).executeTakeFirst();
    return camera?.time_zone ?? 'UTC';
  };

  /** Makes one film while holding its lease. */
  const make = async (film: LeasedFilm, makeIt: MakeFilm): Promise<void> => {
    const { cameraId, eventId, span, lengthSeconds } = film;
    const work = new AbortController();
    const abort = (): void => work.abort(new Error('The server is stopping.'));
    stopping.signal.addEventListener('abort', abort);
    const cancelRenewal = callEvery(clock, leaseMs / 6, () => {
      repository.renew(film, clock.now()).then(
        (isMine) => isMine || work.abort(new Error('Another process makes this film.')),
        (error: unknown) => log.warn({ err: error, cameraId }, 'The lease of a timelapse could not be renewed'),
      );
    });
    try {
      const wish = { cameraId, span, lengthSeconds, timeZone: await timeZoneOf(cameraId), path: files.path(cameraId, eventId) };
      const made = await makeIt(wish, work.signal);
      if (made.kind === 'made') await files.writePoster(cameraId, eventId, made.poster);
      const isKept = await repository.finish(film, made.kind);
      if (isKept && made.kind === 'made') files.finish(cameraId, eventId);
      if (isKept) log.info({ cameraId, day: film.day, result: made.kind }, 'A timelapse is finished');
      // Its camera was removed meanwhile.
      else if (!(await repository.find(cameraId, eventId))) await files.remove(cameraId, eventId);
    } catch (error) {
      if (stopping.signal.aborted) return await repository.postpone(film, clock.now(), false);
      log.warn({ err: error, cameraId, day: film.day }, 'A timelapse could not be made');
      if (film.attempts + 1 >= maxAttempts) await repository.finish(film, 'failed');
      else await repository.postpone(film, clock.now() + retryMs, true);
    } finally {
      cancelRenewal();
      stopping.signal.removeEventListener('abort', abort);
    }
  };

  const work = async (): Promise<void> => {
    if (makeFilm) {
      await plan();
      for (;;) {
        const film = stopping.signal.aborted ? null : await repository.claim(clock.now());
        if (!film) break;
        await make(film, makeFilm);
        await announceAll();
      }
    }
    await announceAll();
    for (const { cameraId, eventId } of await repository.deleteExpired(clock.now())) await files.remove(cameraId, eventId);
    await sweep();
  };

  /** The node that holds a camera now deletes its films, and can't reach the disk of the one that made them. */
  const sweep = async (): Promise<void> => {
    if (nodeId === null || clock.monotonic() - sweptAt < sweepIntervalMs) return;
    sweptAt = clock.monotonic();
    await files.sweep(repository.kept, clock.now() - sweepIntervalMs);
  };

  const announceAll = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    for (const film of await repository.unsent(clock.now())) await announce(film);
  };

  const run = (): Promise<void> => {
    running ??= inBackground(work)
      .catch((error: unknown) => log.warn({ err: error }, 'Timelapses could not be looked after; trying again in a minute'))
      .finally(() => (running = null));
    return running;
  };

  return {
    start: () => {
      void run();
      cancel = callEvery(clock, intervalMs, () => void run());
    },
    run,
    close: async () => {
      cancel();
      stopping.abort();
      await running;
    },
  };
}
