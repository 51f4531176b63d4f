import { lookup } from 'node:dns/promises';
import type { Logger } from '../../kernel/log.ts';

/** How browsers outside this server's network reach its media. */
export interface WhepReach {
  /** First and last UDP port; null uses any free port. */
  readonly ports: readonly [number, number] | null;
  /** Returns the current public addresses; empty when the server's own interfaces are public. */
  publicAddresses(): Promise<readonly string[]>;
}

export interface WhepReachOptions {
  /** IP addresses or host names; a host name may resolve to another address tomorrow. */
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
            // Browsers in the same network, and all other transports, work without it.
            log.warn({ err: error, name }, 'The name in WEBRTC_ADDRESS can’t be resolved');
            return [];
          }
        }),
      );
      return [...new Set(found.flat())];
    },
  };
}
