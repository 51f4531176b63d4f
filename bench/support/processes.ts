import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU time of a process so far, over all its threads, in ms (Linux: /proc). */
export function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** CPU time of its child processes that have ended, ms. */
export function endedChildrenCpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond;
}

/**
 * How often each thread of a process has waited for something so far, by the thread's id: it was woken up as often, and each time the
 * processor with it. That, beside the time that it computes, is what a battery pays for.
 */
export function wakeUps(pid: number): Map<number, number> {
  const counted = new Map<number, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
      counted.set(Number(thread), Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  return counted;
}

/** All descendants of this process. */
export function descendants(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
  return children.flatMap((child) => [child, ...(isRunning(child) ? descendants(child) : [])]);
}

export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Resident memory of a process in bytes. */
export function residentMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Memory of a process in bytes, with shared pages divided by the number of processes that share them, so that values can be added up. */
export function proportionalMemory(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
}

/**
 * Samples the CPU use of a process, in % of one core.
 * @param seconds number of samples, one a second
 */
export async function sampleCpu(pid: number, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  let before = { cpu: cpuTime(pid), at: performance.now() };
  for (let index = 0; index < seconds; index++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const now = { cpu: cpuTime(pid), at: performance.now() };
    samples.push(((now.cpu - before.cpu) / (now.at - before.at)) * 100);
    before = now;
  }
  return samples;
}
