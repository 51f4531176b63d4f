/** Benches measure the real world, so they wait in real time. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Asks again and again until the answer is not null.
 * @param what for the message, "camera 3 is online"
 * @throws when it takes longer than `timeout` ms
 */
export async function until<T>(what: string, ask: () => Promise<T | null> | T | null, { timeout = 30_000, every = 100 } = {}): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${timeout / 1000} s in vain until ${what}.`);
    await sleep(every);
  }
}
