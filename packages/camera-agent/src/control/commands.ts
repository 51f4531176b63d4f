import { answerRhythm, longestControlMessage, type AnswerMessage, type CommandMessage } from '@watchpost/contract/protocols/control';
import type { Clock } from '../kernel/clock.ts';
import { CommandError, type CommandHandler } from './command-handler.ts';

export interface Commands {
  /** Does what a message of the server asks for; what can't be read is passed over. */
  receive(payload: string): void;
}

export interface CommandsOptions {
  readonly handlers: readonly CommandHandler[];
  readonly clock: Clock;
  readonly answer: (message: AnswerMessage) => void;
  readonly onProblem: (problem: string) => void;
}

/** Commands under way at once; a server that asks for more is told that it does not work. */
const mostUnderWay = 16;

export function createCommands({ handlers, clock, answer, onProblem }: CommandsOptions, signal: AbortSignal): Commands {
  const known = new Map(handlers.map((handler) => [handler.name, handler]));
  const underWay = new Map<string, AbortController>();

  const run = async (id: string, handler: CommandHandler, parameters: unknown, abort: AbortController): Promise<AnswerMessage> => {
    const ended = AbortSignal.any([signal, abort.signal]);
    let fraction: number | null = null;
    const tellProgress = (): void => {
      if (!ended.aborted) answer({ type: 'progress', id, fraction });
    };
    const over = new AbortController();
    void repeat(clock, answerRhythm, AbortSignal.any([ended, over.signal]), tellProgress);
    try {
      const progress = (next: number): void => {
        fraction = Math.min(1, Math.max(0, next));
        tellProgress();
      };
      return { type: 'result', id, result: await handler.handle(parameters, { signal: ended, progress }) };
    } catch (error) {
      if (!ended.aborted) onProblem(`${handler.name}: ${error instanceof Error ? error.message : String(error)}`);
      return { type: 'failed', id, code: error instanceof CommandError ? error.code : 'camera-failed' };
    } finally {
      over.abort();
    }
  };

  const start = async (id: string, name: string, parameters: unknown): Promise<void> => {
    // The network may bring a message twice.
    if (underWay.has(id)) return;
    const handler = known.get(name);
    if (!handler) return answer({ type: 'failed', id, code: 'camera-unsupported' });
    if (underWay.size >= mostUnderWay) return answer({ type: 'failed', id, code: 'camera-failed' });
    const abort = new AbortController();
    underWay.set(id, abort);
    const last = await run(id, handler, parameters, abort);
    underWay.delete(id);
    if (!signal.aborted && !abort.signal.aborted) answer(fitting(last));
  };

  return {
    receive: (payload) => {
      const message = readCommand(payload);
      if (message?.type === 'cancel') underWay.get(message.id)?.abort();
      else if (message) void start(message.id, message.name, message.parameters);
    },
  };
}

async function repeat(clock: Clock, interval: number, signal: AbortSignal, call: () => void): Promise<void> {
  for (;;) {
    await clock.wait(interval, signal);
    if (signal.aborted) return;
    call();
  }
}

/** An answer that is too long would end the connection. */
function fitting(message: AnswerMessage): AnswerMessage {
  return JSON.stringify(message).length <= longestControlMessage / 2 ? message : { type: 'failed', id: message.id, code: 'camera-failed' };
}

function readCommand(payload: string): CommandMessage | null {
  try {
    const message: unknown = JSON.parse(payload);
    if (typeof message !== 'object' || message === null || !('type' in message) || !('id' in message) || typeof message.id !== 'string') return null;
    if (message.type === 'cancel') return { type: 'cancel', id: message.id };
    if (message.type !== 'command' || !('name' in message) || typeof message.name !== 'string') return null;
    return { type: 'command', id: message.id, name: message.name, parameters: 'parameters' in message ? message.parameters : undefined };
  } catch {
    return null;
  }
}
