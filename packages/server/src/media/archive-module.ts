import type { ServerConfig } from '../kernel/config.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import { createArchive, type Archive, type ArchiveOptions } from './index.ts';

interface ArchiveModule extends ServerModule {
  readonly archive: Archive;
}

interface ArchiveModuleDeps extends Omit<ArchiveOptions, 'dataDir' | 'limitBytes' | 'objects' | 'movesToDisk'> {
  readonly config: Pick<ServerConfig, 'dataDir' | 'archiveBytes' | 's3'>;
}

/** Records every camera; serves and deletes the recordings. */
export async function createArchiveModule({ config, ...deps }: ArchiveModuleDeps): Promise<ArchiveModule> {
  const { dataDir, archiveBytes, s3 } = config;
  const objects = s3 && (await import('./object-store/s3-objects.ts')).createS3Objects({ settings: s3, clock: deps.clock });
  const archive = await createArchive({ ...deps, dataDir, limitBytes: archiveBytes, objects, movesToDisk: s3?.movesToDisk });
  return {
    name: 'archive',
    archive,
    stop: archive.close,
    cameraHooks: { start: ({ id }) => archive.recorder.start(id), stop: archive.recorder.stop, remove: archive.retention.forget },
  };
}
