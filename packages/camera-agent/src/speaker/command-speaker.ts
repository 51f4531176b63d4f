import { spawn } from 'node:child_process';
import type { Speaker } from './speech.ts';

/** FFmpeg's own player: installed with FFmpeg, and it detects the format itself. */
export const defaultPlayer = 'ffplay -nodisp -autoexit -loglevel error -fflags nobuffer -i pipe:0';
/** Limits speech that waits for a slow player, bytes: about 8 s. */
const maxWaiting = 64 * 1024;

/**
 * Plays speech through a program that reads the recording from its standard input.
 * @param command the program and its arguments, separated by spaces; no shell reads it
 */
export function createCommandSpeaker(command: string): Speaker {
  const [program = '', ...parameters] = command.trim().split(/\s+/);
  return {
    play: (_mimeType, onProblem) => {
      // The player ends with its input: after the speech, or with this process, however that ends.
      const child = spawn(program, parameters, { stdio: ['pipe', 'ignore', 'ignore'] });
      let isOver = false;
      child.stdin.on('error', () => undefined);
      child.once('error', (error) => onProblem(`The speech can't be played: ${error.message}. Is ${program} installed?`));
      child.once('close', (code) => {
        if (!isOver && code !== 0) onProblem(`${program} ended with ${code ?? 'a signal'} during playback.`);
        isOver = true;
      });
      return {
        write: (sound) => {
          if (isOver || child.stdin.writableLength > maxWaiting) return false;
          child.stdin.write(sound);
          return true;
        },
        end: () => {
          isOver = true;
          child.stdin.end();
        },
      };
    },
  };
}
