import { lookup } from 'node:dns/promises';
import type { Logger } from '../../kernel/log.ts';

/** How browsers outside of this server's network get to its media. */
export interface WhepReach {
  /** UDP ports, first and last; null: any that is free. */
  readonly ports: readonly [number, number] | null;
  /** Addresses of the way in, as they are now; none where the server has public ones of its own. */
  publicAddresses(): Promise<readonly string[]>;
}

export interface WhepReachOptions {
  /** Addresses or names: a name may lead elsewhere tomorrow. */
  readonly names: readonly string[];
  readonly ports: readonly [number, number] | null;
  readonly log: Logger;
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

const resolveAll = async (name: string): Promise<string[]> => (await lookup(name, { all: true })).map(({ address }) => address);

export function createWhepReach({ names, ports, log, resolve = resolveAll }: WhepReachOptions): WhepReach {
  return {
    ports,
    publicAddresses: async () => {
      const found = await Promise.all(
        names.map(async (name) => {
          try {
            return await resolve(name);
          } catch (error) {
            // Browsers in the same network, and every other transport, get on without it.
            log.warn({ err: error, name }, 'The name in WEBRTC_ADDRESS leads nowhere');
            return [];
          }
        }),
      );
      return [...new Set(found.flat())];
    },
  };
}
