import { createWriteStream } from 'node:fs';
import type { Speaker } from './speech.ts';

/** A minute and a half of speech at 64 kbit/s is enough to verify that it arrives, bytes. */
const maxBytes = 768 * 1024;

/** A silent loudspeaker for virtual cameras: saves the last speech to a file. */
export function createFileSpeaker(file: string): Speaker {
  return {
    play: (_mimeType, onProblem) => {
      const stream = createWriteStream(file, { mode: 0o600 });
      let written = 0;
      stream.once('error', (error) => onProblem(`The speech can't be kept: ${error.message}`));
      return {
        write: (sound) => {
          if (written + sound.byteLength > maxBytes || stream.destroyed) return false;
          written += sound.byteLength;
          stream.write(sound);
          return true;
        },
        end: () => void stream.end(),
      };
    },
  };
}
