import type { KeyObject } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  compareVersions,
  downloadFirmwareCommand,
  installFirmwareCommand,
  prepareFirmwareCommand,
  restartFirmwareCommand,
  type FirmwareManifest,
} from '@watchpost/contract/schemas/firmware';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import { downloadPackage } from './firmware-download.ts';
import { isGenuine } from './firmware-signature.ts';
import type { FirmwareStore } from './firmware-store.ts';

export interface FirmwareHandlersDeps {
  readonly store: FirmwareStore;
  /** Public key of the accepted signer. */
  readonly key: KeyObject;
  /** Model of this camera. */
  readonly model: string;
  readonly version: string;
  readonly serverUrl: string;
  readonly agentToken: string;
  /** Ends this program after the answer has left, so that the version to try starts. */
  readonly restart: () => void;
}

/** Progress of an update. */
type Update =
  | { readonly kind: 'none' }
  | { readonly kind: 'prepared' | 'downloading' | 'downloaded' | 'installed'; readonly manifest: FirmwareManifest };

/** Space for the package, its content and a reserve, in multiples of the package's size. */
const freeSpaceFactor = 6;

/** The steps of an update, in order; until the last, the running version is not touched. */
export function createFirmwareHandlers({
  store,
  key,
  model,
  version,
  serverUrl,
  agentToken,
  restart,
}: FirmwareHandlersDeps): CommandHandler[] {
  let update: Update = { kind: 'none' };
  const after = (kind: 'prepared' | 'downloaded' | 'installed'): FirmwareManifest => {
    if (update.kind !== kind) throw new CommandError('camera-failed', `An update is ${update.kind}, not ${kind}.`);
    return update.manifest;
  };

  return [
    handles(prepareFirmwareCommand, async ({ manifest }) => {
      if (update.kind === 'downloading') throw new CommandError('camera-busy');
      update = { kind: 'none' };
      // Old versions are signed too: a downgrade would reopen their vulnerabilities.
      if (manifest.model !== model || !isGenuine(manifest, key) || compareVersions(manifest.version, version) <= 0)
        throw new CommandError('camera-firmware-untrusted');
      await mkdir(dirname(store.download), { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(dirname(store.download));
      if (bavail * bsize < manifest.size * freeSpaceFactor)
        throw new CommandError('camera-failed', 'There is not enough space for the update.');
      update = { kind: 'prepared', manifest };
      return {};
    }),
    handles(downloadFirmwareCommand, async (_, { signal, progress }) => {
      const manifest = after('prepared');
      update = { kind: 'downloading', manifest };
      try {
        await downloadPackage({ serverUrl, agentToken, manifest, file: store.download, signal, onProgress: progress });
        update = { kind: 'downloaded', manifest };
        return {};
      } catch (error) {
        update = { kind: 'none' };
        await rm(store.download, { force: true });
        throw error instanceof CommandError ? error : new CommandError('camera-firmware-broken', String(error), { cause: error });
      }
    }),
    handles(installFirmwareCommand, async () => {
      const manifest = after('downloaded');
      update = { kind: 'none' };
      try {
        await store.unpack(manifest.version);
      } catch (error) {
        throw new CommandError('camera-firmware-broken', String(error), { cause: error });
      }
      update = { kind: 'installed', manifest };
      return {};
    }),
    handles(restartFirmwareCommand, async () => {
      const manifest = after('installed');
      await store.tryOut(manifest.version);
      restart();
      return {};
    }),
  ];
}
