import { answerIntervalMs, maxControlMessageBytes, type AnswerMessage, type CommandMessage } from '@watchpost/contract/protocols/control';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { CommandError, type CommandHandler } from './command-handler.ts';

export interface Commands {
  /** Executes a message of the server; ignores unreadable ones. */
  receive(payload: string): void;
}

export interface CommandsOptions {
  readonly handlers: readonly CommandHandler[];
  readonly clock: Clock;
  readonly answer: (message: AnswerMessage) => void;
  readonly onProblem: (problem: string) => void;
}

/** Limits concurrent commands. A server that sends more gets `camera-failed`. */
const maxConcurrentCommands = 16;

export function createCommands({ handlers, clock, answer, onProblem }: CommandsOptions, signal: AbortSignal): Commands {
  const known = new Map(handlers.map((handler) => [handler.name, handler]));
  const running = new Map<string, AbortController>();

  const run = async (id: string, handler: CommandHandler, parameters: unknown, abort: AbortController): Promise<AnswerMessage> => {
    const ended = AbortSignal.any([signal, abort.signal]);
    let fraction: number | null = null;
    const sendProgress = (): void => {
      if (!ended.aborted) answer({ type: 'progress', id, fraction });
    };
    const over = new AbortController();
    void repeat(clock, answerIntervalMs, AbortSignal.any([ended, over.signal]), sendProgress);
    try {
      const progress = (next: number): void => {
        fraction = Math.min(1, Math.max(0, next));
        sendProgress();
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
    // The network may deliver a message twice.
    if (running.has(id)) return;
    const handler = known.get(name);
    if (!handler) return answer({ type: 'failed', id, code: 'camera-unsupported' });
    if (running.size >= maxConcurrentCommands) return answer({ type: 'failed', id, code: 'camera-failed' });
    const abort = new AbortController();
    running.set(id, abort);
    const last = await run(id, handler, parameters, abort);
    running.delete(id);
    if (!signal.aborted && !abort.signal.aborted) answer(fitting(last));
  };

  return {
    receive: (payload) => {
      const message = readCommand(payload);
      if (message?.type === 'cancel') running.get(message.id)?.abort();
      else if (message) void start(message.id, message.name, message.parameters);
    },
  };
}

async function repeat(clock: Clock, intervalMs: number, signal: AbortSignal, call: () => void): Promise<void> {
  for (;;) {
    await wait(clock, intervalMs, signal);
    if (signal.aborted) return;
    call();
  }
}

/** An oversized answer would end the connection. */
function fitting(message: AnswerMessage): AnswerMessage {
  return JSON.stringify(message).length <= maxControlMessageBytes / 2 ? message : { type: 'failed', id: message.id, code: 'camera-failed' };
}

function readCommand(payload: string): CommandMessage | null {
  try {
    const message: unknown = JSON.parse(payload);
    if (typeof message !== 'object' || message === null || !('type' in message) || !('id' in message) || typeof message.id !== 'string')
      return null;
    if (message.type === 'cancel') return { type: 'cancel', id: message.id };
    if (message.type !== 'command' || !('name' in message) || typeof message.name !== 'string') return null;
    return { type: 'command', id: message.id, name: message.name, parameters: 'parameters' in message ? message.parameters : undefined };
  } catch {
    return null;
  }
}
