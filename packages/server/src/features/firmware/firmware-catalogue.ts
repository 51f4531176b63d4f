import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { compareVersions, firmwareManifest, type FirmwareManifest } from '@watchpost/contract/schemas/firmware';
import type { Logger } from '../../kernel/log.ts';

/** Lists the packages that an operator has put into the server's folder: `NAME.json` next to `NAME.tar.gz`. */
export interface FirmwareCatalogue {
  /** Returns null when this model has none. */
  newest(model: string): Promise<FirmwareManifest | null>;
  /** Returns null when it is missing, or its package does not have the stated size. */
  open(model: string, version: string): Promise<{ readonly size: number; readonly content: Readable } | null>;
}

interface Entry {
  readonly manifest: FirmwareManifest;
  readonly file: string;
}

const suffix = '.json';

export function createFirmwareCatalogue({ folder, log }: { readonly folder: string; readonly log: Logger }): FirmwareCatalogue {
  /** Read each time: operators add packages without a restart, and requests are rare. */
  const entries = async (): Promise<Entry[]> => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(suffix)).slice(0, 1000);
    const read = names.map(async (name): Promise<Entry[]> => {
      try {
        const manifest = firmwareManifest.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
        return [{ manifest, file: join(folder, `${name.slice(0, -suffix.length)}.tar.gz`) }];
      } catch (error) {
        log.warn({ err: error, name }, 'A firmware manifest can’t be read');
        return [];
      }
    });
    return (await Promise.all(read)).flat();
  };
  return {
    newest: async (model) => {
      const [newest] = (await entries())
        .filter(({ manifest }) => manifest.model === model)
        .sort((a, b) => compareVersions(b.manifest.version, a.manifest.version));
      return newest?.manifest ?? null;
    },
    open: async (model, version) => {
      const entry = (await entries()).find(({ manifest }) => manifest.model === model && manifest.version === version);
      const size = entry && (await stat(entry.file).catch(() => null))?.size;
      return entry && size === entry.manifest.size ? { size, content: createReadStream(entry.file) } : null;
    },
  };
}
