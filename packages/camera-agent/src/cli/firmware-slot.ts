import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandHandler } from '../control/command-handler.ts';
import { createFirmwareHandlers } from '../firmware/firmware-handlers.ts';
import { readFirmwareKey } from '../firmware/firmware-signature.ts';
import { createFirmwareStore, type FirmwareStore } from '../firmware/firmware-store.ts';
import { agentModel, credentialsKey } from './identity.ts';
import type { CliOptions } from './options.ts';

/** What of a running camera its updates need. */
export interface FirmwareSlot {
  handlersOf(link: { readonly serverUrl: string; readonly agentToken: string; readonly restart: () => void }): CommandHandler[];
  /** This version works: it is kept. */
  onReached(): void;
  /** Ends this program so that the next version is started. */
  restart(): void;
}

export function firmwareStoreOf({ dir, name }: Pick<CliOptions, 'dir' | 'name'>): FirmwareStore {
  return createFirmwareStore(join(dir, 'firmware', credentialsKey(name)));
}

export interface FirmwareSlotDeps {
  readonly options: CliOptions;
  readonly version: string;
  readonly log: (line: string) => void;
  readonly restart: () => void;
}

/** Null without a key: then nobody may update this program. @throws {TypeError} when the key is none */
export async function openFirmwareSlot({ options, version, log, restart }: FirmwareSlotDeps): Promise<FirmwareSlot | null> {
  if (options.firmwareKey === undefined) return null;
  const key = readFirmwareKey(await readFile(options.firmwareKey, 'utf8'));
  const store = firmwareStoreOf(options);
  return {
    handlersOf: (link) => createFirmwareHandlers({ ...link, store, key, model: agentModel, version }),
    onReached: () => void store.keep().catch((error: unknown) => log(`The update can't be kept: ${String(error)}`)),
    restart,
  };
}
