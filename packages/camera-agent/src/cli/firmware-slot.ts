import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandHandler } from '../control/command-handler.ts';
import { createFirmwareHandlers } from '../firmware/firmware-handlers.ts';
import { readFirmwareKey } from '../firmware/firmware-signature.ts';
import { createFirmwareStore, type FirmwareStore } from '../firmware/firmware-store.ts';
import { agentModel, credentialsKey } from './identity.ts';
import type { CliOptions } from './options.ts';

/** The parts of a running camera that firmware updates need. */
export interface FirmwareSlot {
  handlersOf(link: { readonly serverUrl: string; readonly agentToken: string; readonly restart: () => void }): CommandHandler[];
  /** Confirms that this version works, so it is kept. */
  onReached(): void;
  /** Ends this program so that the next version starts. */
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

/** Null without a key: this program then accepts no updates. @throws {TypeError} when the key is invalid */
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
