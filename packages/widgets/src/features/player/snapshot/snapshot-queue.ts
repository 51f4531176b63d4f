/** How many pictures of a page load at the same time. */
const maxParallel = 6;

let running = 0;
const queue: (() => void)[] = [];

function startNext(): void {
  while (running < maxParallel) {
    const start = queue.shift();
    if (!start) return;
    start();
  }
}

/**
 * Runs a task of a snapshot once its turn comes. All snapshots of a page share the turns.
 * @throws the signal's reason when it is given up; its turn ends at once
 */
export function inTurn<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    queue.push(() => {
      if (signal.aborted) return;
      running += 1;
      let hasEnded = false;
      const end = (): void => {
        if (hasEnded) return;
        hasEnded = true;
        running -= 1;
        startNext();
      };
      signal.addEventListener('abort', end, { once: true });
      task()
        .then(resolve, reject)
        .finally(end)
        .catch(() => {});
    });
    startNext();
  });
}
