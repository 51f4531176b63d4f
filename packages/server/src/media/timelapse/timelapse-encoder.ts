import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { decoderEnvironment } from '../../kernel/process/decoder-environment.ts';
import type { FilmAnswer, FilmFinish, FilmOpen, FilmPicture, FilmRequest } from './timelapse-messages.ts';

/** A process that makes one film; pictures are added one after the other. */
interface FilmEncoder {
  /** @throws {Error} when the process ended or takes too long */
  ask(request: FilmPicture | FilmFinish): Promise<FilmAnswer>;
  close(): void;
}

export type OpenFilmEncoder = (open: FilmOpen, signal: AbortSignal) => FilmEncoder;

const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'timelapse-process.ts' : 'timelapse-process.js');

/** Starts the process; it ends when the signal aborts. */
export const openFilmEncoder: OpenFilmEncoder = (open, signal) => {
  const child: ChildProcess = fork(script, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: decoderEnvironment(),
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let waiting: PromiseWithResolvers<FilmAnswer> | null = null;
  let ended: Error | null = null;
  const end = (error: Error): void => {
    ended ??= error;
    waiting?.reject(ended);
    waiting = null;
  };
  const abort = (): void => {
    end(new Error('The film is no longer wanted.'));
    child.kill('SIGKILL');
  };
  child.on('message', (answer: FilmAnswer) => {
    const asked = waiting;
    waiting = null;
    asked?.resolve(answer);
  });
  child.once('error', (error) => end(new Error('The process that makes films could not be started.', { cause: error })));
  child.once('close', (code, signalName) => end(new Error(`The process that makes films ended (${code ?? signalName ?? 'unknown'}).`)));
  const send = (request: FilmRequest): void => {
    if (child.connected) child.send(request);
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  send(open);
  return {
    ask: (request) => {
      if (ended) return Promise.reject(ended);
      waiting = Promise.withResolvers<FilmAnswer>();
      send(request);
      return waiting.promise;
    },
    close: () => {
      signal.removeEventListener('abort', abort);
      child.kill('SIGKILL');
    },
  };
};
