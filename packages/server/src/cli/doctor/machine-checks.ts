import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findPackage } from '../../media/objects/model/model-package.ts';
import { failure, ok, warning, type Check, type Machine } from './finding.ts';

/** A camera that is recorded and watched has a socket, a file and a few pipes. */
const minOpenFiles = 4096;
const minMemoryBytes = 512 * 1024 ** 2;
/** Debian 11 and Ubuntu 22.04 have this one or newer. */
const minFfmpegMajor = 4;
const gigabyte = 1e9;

export const machineChecks: readonly Check[] = [
  {
    name: 'Node',
    run: async (_config, { nodeVersion }) =>
      Number(nodeVersion.replace('v', '').split('.')[0]) >= 24
        ? ok(nodeVersion)
        : failure('node-old', {
            what: `${nodeVersion} is too old: Watchpost needs Node 24`,
            remedy: '"npm start" in the repository brings it.',
          }),
  },
  {
    name: 'Memory',
    run: async (_config, { memoryLimitBytes }) => {
      if (memoryLimitBytes === null) return ok('no limit besides the machine’s');
      const text = `${(memoryLimitBytes / gigabyte).toFixed(1)} GB allowed`;
      if (memoryLimitBytes >= minMemoryBytes) return ok(text);
      return warning('memory-limit', {
        what: `only ${text}`,
        why: 'The system ends the server without a word when it needs more.',
        remedy: 'Allow 512 MB or more: MemoryMax of the unit, or the memory limit of the container.',
      });
    },
  },
  {
    name: 'Open files',
    run: async (_config, machine) => {
      const limit = openFilesOf(machine);
      if (limit === null) return ok('not limited, or not known here');
      if (limit >= minOpenFiles) return ok(`${limit} allowed`);
      return warning('open-files', {
        what: `only ${limit} allowed`,
        why: 'Each camera and each viewer takes several; without one, connections are refused and recordings fail.',
        remedy: `Set LimitNOFILE=65536 in the unit, or "ulimit -n ${minOpenFiles}" before the start.`,
      });
    },
  },
  {
    name: 'Time zones',
    run: async (_config, { timeZone }) => {
      const zone = timeZone?.replace(/^:/, '') ?? '';
      if (!canFormat('Europe/Moscow'))
        return warning('time-zones-missing', {
          what: 'this Node knows no time zones',
          why: 'Days of the archive and hours of notifications would begin at the wrong time.',
          remedy: 'Install Node from https://nodejs.org: it is built with full-icu.',
        });
      // A path, as `:/etc/localtime`, is the system's own.
      if (zone !== '' && !zone.startsWith('/') && !canFormat(zone))
        return warning('time-zone-unknown', {
          what: `TZ=${zone} is no time zone`,
          why: 'Times of the log would be in UTC.',
          remedy: 'Use a name like Europe/Moscow, or remove TZ.',
        });
      return ok(zone === '' ? 'known' : zone);
    },
  },
  {
    name: 'FFmpeg',
    run: async ({ ffmpegPath }) => {
      const hasPackage = findPackage('node-av') !== null;
      const version = await versionOf(ffmpegPath ?? 'ffmpeg');
      if (version === null && hasPackage && ffmpegPath === null) return ok('not installed, nor needed: the package node-av decodes');
      if (version === null)
        return warning('ffmpeg-missing', {
          what: ffmpegPath === null ? 'not found' : `FFMPEG_PATH=${ffmpegPath} does not run`,
          why: 'Previews need it, or the optional package node-av.',
          remedy: 'Install ffmpeg, or set FFMPEG_PATH.',
        });
      const [, major] = /^ffmpeg version n?(\d+)\./.exec(version) ?? [];
      if (major !== undefined && Number(major) < minFfmpegMajor)
        return warning('ffmpeg-old', {
          what: version.slice(0, 60),
          why: `Watchpost is tested with FFmpeg ${minFfmpegMajor} and newer; older ones lack options that it uses.`,
          remedy: 'Install a newer one, or name it in FFMPEG_PATH.',
        });
      return ok(version);
    },
  },
];

/** Returns what the system allows at most: Node raises its own limit up to that. */
function openFilesOf({ read }: Machine): number | null {
  const [, hard] = /^Max open files\s+\S+\s+(\d+)/m.exec(read('/proc/self/limits') ?? '') ?? [];
  return hard === undefined ? null : Number(hard);
}

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-hide_banner', '-version'], { timeout: 5000 });
    return stdout.split('\n', 1)[0] ?? '';
  } catch {
    return null;
  }
}
