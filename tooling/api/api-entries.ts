import { readJson } from '../packages/builds.ts';
import { publishable, type Publishable } from '../packages/publishable.ts';

/** A published entry with its own types. */
export interface ApiEntry {
  readonly package: Publishable;
  /** Key in `exports`: `.`, `./browser`. */
  readonly entry: string;
  /** File name of its report in docs/api. */
  readonly report: string;
  /** Path of its declarations, relative to the package's folder. */
  readonly declarations: string;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, string | { readonly types?: string }>> };
}

/** Lists every entry of `publishConfig.exports` that names its types. Without a report: entries with a `*`, which follow the list of features, and declarations that we write ourselves, which are one. */
export function apiEntries(): ApiEntry[] {
  return publishable.flatMap((name) => {
    const { exports: sources, publishConfig } = readJson<Manifest>(`packages/${name}/package.json`);
    const { exports } = publishConfig;
    return Object.entries(exports).flatMap(([entry, target]) => {
      if (typeof target === 'string' || target.types === undefined || entry.includes('*') || sources[entry]?.endsWith('.d.ts')) return [];
      return [{ package: name, entry, report: `${[name, ...entry.split('/').slice(1)].join('-')}.api.md`, declarations: target.types }];
    });
  });
}
