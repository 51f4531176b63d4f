import {
  timelapseValuesSchema,
  type TimelapseChannel,
  type TimelapseSettings,
  type UpdateTimelapseSettingsBody,
} from '@watchpost/contract/schemas/timelapse';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isOpenRange, type OpenArchive } from '../../kernel/access/open-archive.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { TimelapseFiles } from './timelapse-files.ts';
import { createTimelapseRepository } from './timelapse-repository.ts';

export interface TimelapseService {
  settings(cameraId: string): Promise<TimelapseSettings>;
  updateSettings(cameraId: string, change: UpdateTimelapseSettingsBody): Promise<TimelapseSettings>;
  /**
   * Opens a film. All that it shows must be open: it can't be cut.
   * @throws {AppError} not-found, no-archive-access
   */
  video(
    cameraId: string,
    eventId: string,
    open: OpenArchive,
  ): Promise<NonNullable<Awaited<ReturnType<TimelapseFiles['open']>>> & { readonly span: OpenArchive }>;
}

interface TimelapseServiceDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly files: Pick<TimelapseFiles, 'open'>;
  /** Whether films can be made here. */
  readonly isAvailable: boolean;
  readonly availableChannels: readonly TimelapseChannel[];
}

export function createTimelapseService({ db, clock, files, isAvailable, availableChannels }: TimelapseServiceDeps): TimelapseService {
  const repository = createTimelapseRepository(db);
  const answer = (values: Omit<TimelapseSettings, 'isAvailable' | 'availableChannels'>): TimelapseSettings =>
    ({ ...values, isAvailable, availableChannels: [...availableChannels] }) satisfies Complete<TimelapseSettings>;
  return {
    settings: async (cameraId) => answer(await repository.read(cameraId)),
    updateSettings: (cameraId, change) =>
      db.transaction().execute(async (transaction) => {
        const stored = createTimelapseRepository(transaction);
        const values = timelapseValuesSchema.parse({ ...(await stored.read(cameraId)), ...change });
        await stored.write(cameraId, values, clock.now());
        return answer(values);
      }),
    video: async (cameraId, eventId, open) => {
      const film = await repository.find(cameraId, eventId);
      if (film?.state !== 'made') throw new AppError('not-found');
      if (!isOpenRange(open, film.span)) throw new AppError('no-archive-access');
      const file = await files.open(cameraId, eventId);
      if (!file) throw new AppError('not-found');
      return { ...file, span: film.span };
    },
  };
}
