/** Measures the memory of an idle server that has just started with an empty data folder. */
import { cpuTime, residentMemory, sampleCpu } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const server = await startServer();
const atStart = cpuTime(server.pid);
await sleep(5000);
const memory: number[] = [];
const cpu: number[] = [];
for (let index = 0; index < 10; index++) {
  cpu.push(...(await sampleCpu(server.pid, 1)));
  memory.push(residentMemory(server.pid) / 1e6);
}
await server.dispose();

report('idle', [
  figure('resident memory', 'MB', memory, { of: 'p95', atMost: 150 }),
  figure('processor', '% of a core', cpu),
  figure('processor time to start', 'ms', [atStart]),
]);
