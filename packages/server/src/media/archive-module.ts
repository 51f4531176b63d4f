import type { ServerConfig } from '../kernel/config.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import { createArchive, type Archive, type ArchiveOptions } from './index.ts';

interface ArchiveModule extends ServerModule {
  readonly archive: Archive;
}

interface ArchiveModuleDeps extends Omit<ArchiveOptions, 'dataDir'> {
  readonly config: Pick<ServerConfig, 'dataDir'>;
}

/** Records every camera; serves and deletes the recordings. */
export async function createArchiveModule({ config, ...deps }: ArchiveModuleDeps): Promise<ArchiveModule> {
  const archive = await createArchive({ ...deps, dataDir: config.dataDir });
  return {
    name: 'archive',
    archive,
    stop: archive.close,
    cameraHooks: { start: ({ id }) => archive.recorder.start(id), stop: archive.recorder.stop, remove: archive.retention.forget },
  };
}
