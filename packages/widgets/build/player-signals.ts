import { fileURLToPath } from 'node:url';
import alias from '@rollup/plugin-alias';
import type { Plugin } from 'rollup';

const file = fileURLToPath(new URL('../src/element/preact-signals.ts', import.meta.url));
const leftOut = 'was left out of the player';

/**
 * A player follows values and derives none: a part of the signals library is enough for it (ADR 120).
 * @throws {Error} in a build that uses more
 */
export function playerSignals(): Plugin[] {
  return [
    alias({ entries: { '@preact/signals-core': file } }),
    {
      name: 'watchpost-player-signals',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.code.includes(leftOut))
            throw new Error(`${chunk.fileName} derives values from signals, which the player's script-tag files can't: see docs/adr/0120.`);
      },
    },
  ];
}
