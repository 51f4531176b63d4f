import type { CameraCommand, AnswerMessage } from '@watchpost/contract/protocols/control';
import { expect, test } from 'vitest';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { CommandError, handles, type CommandContext } from './command-handler.ts';
import { createCommands } from './commands.ts';

const number = {
  safeParse: (value: unknown) =>
    typeof value === 'number' ? { success: true, data: value } : { success: false, error: new Error('no number') },
};
const double = { name: 'test.double', parameters: number, result: number } as unknown as CameraCommand<number, number>;

/** A command that the test completes itself. */
function setUp() {
  const { clock, advance } = createSteppingClock();
  const answers: AnswerMessage[] = [];
  const problems: string[] = [];
  const calls: {
    readonly parameters: number;
    readonly context: CommandContext;
    readonly done: (result: number) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const handler = handles(double, (parameters, context) => new Promise((done, fail) => calls.push({ parameters, context, done, fail })));
  const stop = new AbortController();
  const commands = createCommands(
    { handlers: [handler], clock, answer: (message) => answers.push(message), onProblem: (problem) => problems.push(problem) },
    stop.signal,
  );
  const ask = (id: string, parameters: unknown, name = double.name): void =>
    commands.receive(JSON.stringify({ type: 'command', id, name, parameters }));
  return { advance, answers, problems, calls, commands, ask, stop };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('executes and answers a command once, however often it arrives', async () => {
  const { ask, calls, answers } = setUp();
  ask('one', 21);
  ask('one', 21);
  calls[0]?.done(42);
  await settled();
  expect(calls).toHaveLength(1);
  expect(answers).toEqual([{ type: 'result', id: 'one', result: 42 }]);
});

test('a long command sends a sign of life every 2 s, with its progress', async () => {
  const { ask, calls, answers, advance } = setUp();
  ask('one', 1);
  await advance(4500);
  calls[0]?.context.progress(0.5);
  await advance(2000);
  calls[0]?.done(2);
  await settled();
  await advance(10_000);
  const heard = [null, null, 0.5, 0.5].map((fraction) => ({ type: 'progress', id: 'one', fraction }));
  expect(answers).toEqual([...heard, { type: 'result', id: 'one', result: 2 }]);
});

test('a client that left gets no answer, and its command is aborted', async () => {
  const { ask, commands, calls, answers, advance, stop, problems } = setUp();
  ask('one', 1);
  ask('two', 1);
  commands.receive(JSON.stringify({ type: 'cancel', id: 'one' }));
  expect(calls.map(({ context }) => context.signal.aborted)).toEqual([true, false]);
  calls[0]?.fail(new Error('ended'));
  stop.abort();
  calls[1]?.done(2);
  await settled();
  await advance(5000);
  expect([answers, problems]).toEqual([[], []]);
});

test('reports each failure: an unsupported command, invalid parameters, an error during execution, and too many concurrent commands', async () => {
  const { ask, calls, answers, problems } = setUp();
  ask('a', 1, 'test.fly');
  ask('b', 'much');
  ask('c', 1);
  ask('d', 1);
  calls[0]?.fail(new CommandError('camera-busy', 'In use'));
  calls[1]?.fail(new Error('secret path'));
  await settled();
  for (let index = 0; index < 17; index += 1) ask(`many-${index}`, 1);
  await settled();
  expect(answers).toEqual([
    { type: 'failed', id: 'a', code: 'camera-unsupported' },
    { type: 'failed', id: 'b', code: 'camera-unsupported' },
    { type: 'failed', id: 'c', code: 'camera-busy' },
    { type: 'failed', id: 'd', code: 'camera-failed' },
    { type: 'failed', id: 'many-16', code: 'camera-failed' },
  ]);
  expect(problems).toHaveLength(3);
});

test.each([
  '',
  'null',
  '[]',
  '{"type":"command"}',
  '{"type":"command","id":1,"name":"test.double"}',
  '{"type":"command","id":"x","name":null}',
  '{"type":"cancel","id":"unknown"}',
])('ignores %s', async (payload) => {
  const { commands, answers, calls } = setUp();
  commands.receive(payload);
  await settled();
  expect([answers, calls]).toEqual([[], []]);
});
