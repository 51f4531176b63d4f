import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Budget {
  /** Gzip kilobytes of all the JavaScript a screen needs before it can be used. */
  readonly firstScreenKilobytes: number;
  /** The modules of each screen that is somebody's first: its route, and the layout around it. They load side by side. */
  readonly firstScreens: readonly (readonly string[])[];
}

interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly facadeModuleId: string | null;
}

/** Prints the gzip size of every first screen after the build, and fails the build when one is over its budget. */
export function sizeBudget(file: URL): Plugin {
  return {
    name: 'watchpost-size-budget',
    apply: 'build',
    // What is written, not what is generated: names of files to preload are put in between, and they hardly compress.
    writeBundle({ dir }, bundle) {
      const budget: Budget = JSON.parse(readFileSync(file, 'utf8'));
      const chunks = new Map(Object.values(bundle).flatMap((item) => (item.type === 'chunk' ? [[item.fileName, item as Chunk] as const] : [])));
      const reach = (name: string, seen: Set<string>): Set<string> => {
        const chunk = chunks.get(name);
        if (!chunk || seen.has(name)) return seen;
        seen.add(name);
        for (const imported of chunk.imports) reach(imported, seen);
        return seen;
      };
      const all = [...chunks.values()];
      const entry = all.find((chunk) => chunk.isEntry);
      // One language is loaded with the entry; they weigh nearly the same, so the heavier one counts.
      const language = all.filter((chunk) => /\/i18n\/(en|ru)\.ts$/.test(chunk.facadeModuleId ?? ''));
      const gzip = (name: string): number => gzipSync(readFileSync(join(dir ?? '', name))).length;
      const heaviestLanguage = Math.max(0, ...language.map((chunk) => gzip(chunk.fileName)));
      for (const modules of budget.firstScreens) {
        const names = new Set<string>();
        for (const module of modules) {
          const chunk = all.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (!entry || !chunk) throw new Error(`No chunk for ${module}: correct firstScreens in size-budget.json.`);
          reach(chunk.fileName, reach(entry.fileName, names));
        }
        const kilobytes = ([...names].reduce((sum, name) => sum + gzip(name), 0) + heaviestLanguage) / 1000;
        const line = `${modules.at(-1)}: ${kilobytes.toFixed(1)} kB gzip of ${budget.firstScreenKilobytes} kB`;
        if (kilobytes > budget.firstScreenKilobytes) throw new Error(`Over the size budget. ${line}`);
        console.info(line);
      }
    },
  };
}
