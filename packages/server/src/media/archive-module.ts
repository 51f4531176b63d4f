import type { ServerConfig } from '../kernel/config.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { Tracer } from '../kernel/telemetry/spans.ts';
import type { Tokens } from '../kernel/tokens.ts';
import type { NodeFootageDeps } from './node-footage/node-footage.ts';
import { registerNodeFootage } from './node-footage/node-footage-routes.ts';
import { createDiskFootage } from './playback/footage-source.ts';
import { createFootagePaths } from './recording/footage-paths.ts';
import { createArchive, type Archive, type ArchiveOptions } from './index.ts';
import { traceObjects } from './object-store/traced-objects.ts';

interface ArchiveModule extends ServerModule {
  readonly archive: Archive;
}

interface ArchiveModuleDeps extends Omit<ArchiveOptions, 'dataDir' | 'readLimit' | 'objects' | 'movesToDisk' | 'otherNodes'> {
  readonly tokens: Pick<Tokens, 'sign' | 'verify'>;
  /** This server among others; null where it runs alone. */
  readonly cluster: Pick<NodeFootageDeps, 'addressOfNode'> | null;
  readonly config: Pick<ServerConfig, 'dataDir' | 'archiveBytes' | 's3'>;
  /** Null unless traces are sent somewhere. */
  readonly tracer: Tracer | null;
}

/** Records every camera; serves and deletes the recordings. */
export async function createArchiveModule({ config, tracer, tokens, cluster, ...deps }: ArchiveModuleDeps): Promise<ArchiveModule> {
  const { dataDir, s3 } = config;
  const bucket = s3 && (await import('./object-store/s3-objects.ts')).createS3Objects({ settings: s3, clock: deps.clock });
  const objects = bucket && tracer ? traceObjects(bucket, tracer) : bucket;
  const archive = await createArchive({
    ...deps,
    otherNodes: cluster && { tokens, addressOfNode: cluster.addressOfNode },
    dataDir,
    readLimit: () => config.archiveBytes,
    objects,
    movesToDisk: s3?.movesToDisk,
  });
  const disk = createDiskFootage(createFootagePaths(dataDir));
  return {
    name: 'archive',
    archive,
    routes: (app) => {
      if (cluster) registerNodeFootage(app, { disk, tokens, clock: deps.clock });
    },
    stop: archive.close,
    cameraHooks: { start: ({ id }) => archive.recorder.start(id), stop: archive.recorder.stop, remove: archive.retention.forget },
  };
}
