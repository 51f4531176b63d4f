import type { Logger } from '../kernel/log.ts';

/** What must be freed at the end, in the reverse order of its making. */
export interface Cleanup {
  add(name: string, free: () => Promise<void> | void): void;
  /** Frees everything once, whatever fails on the way; later calls wait for the first. */
  run(): Promise<void>;
}

export function createCleanup(log: Logger): Cleanup {
  const steps: { name: string; free: () => Promise<void> | void }[] = [];
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    for (const { name, free } of steps.reverse()) {
      try {
        await free();
      } catch (error) {
        log.error({ err: error, part: name }, 'A part of the server did not stop cleanly');
      }
    }
  };
  return {
    add: (name, free) => void steps.push({ name, free }),
    run: () => (running ??= runAll()),
  };
}
