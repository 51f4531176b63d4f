/** How far a viewer's connection is behind. */
export interface Backlog {
  /** @param now monotonic ms @param bytes just handed to the socket */
  sent(now: number, bytes: number): void;
  /** Ms that the oldest byte still in the buffer has waited. @param buffered bytes not yet taken by the system */
  age(now: number, buffered: number): number;
}

/** Remembers when bytes were queued, in steps of 50 ms: a few entries however much is sent. */
export function createBacklog(): Backlog {
  let total = 0;
  const marks: { time: number; total: number }[] = [];
  return {
    sent: (now, bytes) => {
      total += bytes;
      const last = marks.at(-1);
      if (last && now - last.time < 50) last.total = total;
      else marks.push({ time: now, total });
    },
    age: (now, buffered) => {
      const flushed = total - buffered;
      while (marks[0] && marks[0].total <= flushed) marks.shift();
      return marks[0] ? now - marks[0].time : 0;
    },
  };
}
