/** Measures how far a viewer's connection lags behind. */
export interface Backlog {
  /**
   * Records bytes that were handed to the socket.
   * @param now monotonic ms
   * @param bytes number of bytes just written to the socket
   */
  sent(now: number, bytes: number): void;
  /**
   * Returns how long the oldest buffered byte has been waiting, ms.
   * @param buffered bytes that the operating system has not accepted yet
   */
  age(now: number, buffered: number): number;
}

/** Creates a backlog that records when bytes were queued in steps of 50 ms, so it stays a few entries long however much is sent. */
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
