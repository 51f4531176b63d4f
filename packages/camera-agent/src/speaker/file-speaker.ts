import { createWriteStream } from 'node:fs';
import type { Speaker } from './speech.ts';

/** A minute and a half of speech at 64 kbit/s is enough to hear that it arrives, bytes. */
const maxBytes = 768 * 1024;

/** A loudspeaker that nobody hears: the last speech is kept in a file. For virtual cameras. */
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
