// A server that keeps the client in a thread of its own: the same program, whose standard input and output are passed on.
import { Worker } from 'node:worker_threads';

const thread = new Worker(new URL('./live.js', import.meta.url), { stdin: true });
process.stdin.pipe(thread.stdin);
thread.on('error', (error) => {
  console.error(error);
  process.exitCode = 1;
});
