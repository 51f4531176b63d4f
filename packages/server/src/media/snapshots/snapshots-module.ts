import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { ServerConfig } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { CheckPicture } from '../ingest/index.ts';
import type { DecodePicture } from '../playback/archive-pictures.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { choosePictureDecoder } from './choose-decoder.ts';
import { createPictureCheck } from './picture-check.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

interface SnapshotsModule extends ServerModule {
  readonly snapshots: Snapshots;
  /** Resolves to null where no decoder is installed. */
  readonly decode: DecodePicture;
  /** Starts the decoder's process ahead of the first picture. */
  readonly warmDecoder: () => void;
  readonly checkPicture: CheckPicture;
}

interface SnapshotsModuleDeps {
  readonly config: Pick<ServerConfig, 'dataDir' | 'ffmpegPath'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
}

/** Decodes pictures for every other module, and keeps each camera's latest snapshot. */
export async function createSnapshotsModule({ config, clock, log, streams }: SnapshotsModuleDeps): Promise<SnapshotsModule> {
  const decoder = await choosePictureDecoder({ ffmpegPath: config.ffmpegPath, clock, log });
  const snapshots = await createSnapshots({ log, streams, decoder, folder: join(config.dataDir, 'previews') });
  return {
    name: 'snapshots',
    snapshots,
    decode: async (video, options) => (await decoder?.decode(video, options)) ?? null,
    warmDecoder: () => decoder?.warm?.(),
    checkPicture: createPictureCheck({ decoder, log }),
    stop: () => {
      snapshots.close();
      decoder?.close?.();
    },
    cameraHooks: { start: ({ id }) => snapshots.start(id), stop: snapshots.stop, remove: snapshots.remove },
  };
}
