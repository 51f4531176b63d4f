import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

interface Library {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** The licences of libraries in the built files: redistributing the code requires redistributing its licence. */
export interface ThirdPartyLicenses {
  /** Collects from a build: the app's, its workers', the service worker's. */
  readonly collect: () => Plugin;
  /** Writes the list when all of them have ended. */
  readonly write: (fileName: string) => Plugin;
}

/** Vite's own `build.license` leaves out workers. */
export function thirdPartyLicenses(): ThirdPartyLicenses {
  /** By heading. */
  const sections = new Map<string, string>();
  return {
    collect: () => ({
      name: 'watchpost-collect-licenses',
      apply: 'build',
      generateBundle(_, bundle) {
        const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
        for (const folder of new Set(modules.map(packageFolder))) {
          if (folder === null) continue;
          const { name, version, license }: Library = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
          sections.set(`${name} - ${version}${license === undefined ? '' : ` (${license})`}`, licenseText(folder));
        }
      },
    }),
    write: (fileName) => {
      let config: ResolvedConfig;
      return {
        name: 'watchpost-write-licenses',
        apply: 'build',
        configResolved(resolved) {
          config = resolved;
        },
        closeBundle: {
          order: 'post',
          sequential: true,
          handler() {
            const list = [...sections].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([heading, text]) => `## ${heading}\n\n${text}\n`);
            const path = join(resolve(config.root, config.build.outDir), fileName);
            writeFileSync(path, ['# Licenses\n', 'The app contains the following libraries:\n', ...list].join('\n'));
          },
        },
      };
    },
  };
}

/** Returns the folder of the installed package that a module belongs to; null for our own. */
function packageFolder(id: string): string | null {
  const path = id.replaceAll('\\', '/').split('/');
  const start = path.lastIndexOf('node_modules') + 1;
  const folder = path.slice(0, start + (path[start]?.startsWith('@') === true ? 2 : 1)).join('/');
  return start > 0 && existsSync(join(folder, 'package.json')) ? folder : null;
}

function licenseText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}
