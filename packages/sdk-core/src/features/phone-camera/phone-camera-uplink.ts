/** Bits a second of the picture, from what a good network carries to what a poor one does. */
const ladder = [2_500_000, 1_200_000, 600_000, 300_000] as const;
/** Seconds of picture that wait: more, and the next step down is taken. */
const tooLate = 0.8;
/** Seconds: more, and pictures are left out until the line is free again. */
const farTooLate = 2.5;
/** Less is a free line, s. */
const free = 0.1;
/** A line has to be free for so long before it is trusted with more, ms; twice as long after each time that this was wrong. */
const shortestProof = 15_000;
const longestProof = 240_000;
/** After a step down, what waits belongs to the step before, ms. */
const settling = 3000;

/** How much of the line is used. */
export interface PhoneUplink {
  readonly bitsPerSecond: number;
  /** Pictures are left out: what would be sent now would come late. */
  readonly isCongested: boolean;
  /** Looks at what waits to be sent; call it a few times a second. @param now monotonic ms @param waiting bytes */
  observe(now: number, waiting: number): void;
}

/** Sends less while the line carries less, and tries more when it has been free for long. */
export function createPhoneUplink(): PhoneUplink {
  let step = 0;
  let isCongested = false;
  let settledAt = 0;
  let freeSince: number | null = null;
  let raisedAt: number | null = null;
  let proof = shortestProof;
  const bits = (): number => ladder[step] ?? ladder[0];
  return {
    get bitsPerSecond() {
      return bits();
    },
    get isCongested() {
      return isCongested;
    },
    observe(now, waiting) {
      const late = (waiting * 8) / bits();
      if (late > farTooLate) isCongested = true;
      else if (late < free) isCongested = false;
      if (late > tooLate && now >= settledAt && step < ladder.length - 1) {
        if (raisedAt !== null && now - raisedAt < longestProof) proof = Math.min(longestProof, proof * 2);
        step += 1;
        settledAt = now + settling;
      }
      if (late >= free) freeSince = null;
      else freeSince ??= now;
      if (freeSince !== null && now - freeSince >= proof && step > 0) {
        step -= 1;
        raisedAt = now;
        freeSince = now;
      }
    },
  };
}
