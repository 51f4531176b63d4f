import { spawn } from 'node:child_process';
import type { Speaker } from './speech.ts';

/** FFmpeg's own player: there wherever FFmpeg is, and it finds out by itself what it is given. */
export const defaultPlayer = 'ffplay -nodisp -autoexit -loglevel error -fflags nobuffer -i pipe:0';
/** Speech that waits for a slow player, bytes: some 8 s. */
const maxWaiting = 64 * 1024;

/**
 * Plays speech through a program that takes the recording on its standard input.
 * @param command the program and its arguments, separated by spaces; no shell reads it
 */
export function createCommandSpeaker(command: string): Speaker {
  const [program = '', ...parameters] = command.trim().split(/\s+/);
  return {
    play: (_mimeType, onProblem) => {
      // It ends when its input ends: with the speech, and with this process, however that ends.
      const child = spawn(program, parameters, { stdio: ['pipe', 'ignore', 'ignore'] });
      let isOver = false;
      child.stdin.on('error', () => undefined);
      child.once('error', (error) => onProblem(`The speech can't be played: ${error.message}. Is ${program} installed?`));
      child.once('close', (code) => {
        if (!isOver && code !== 0) onProblem(`${program} ended with ${code ?? 'a signal'} while somebody spoke.`);
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
