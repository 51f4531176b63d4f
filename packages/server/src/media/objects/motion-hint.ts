/**
 * Notices that something begins to move by the size of encoded pictures, which is free: an encoder writes what has changed. It only asks for
 * a look at a picture; whether something moves is decided there. Cameras that send every picture in the same size give no hint.
 */
export interface MotionHint {
  /** @param bytes size of a picture that is no key frame @returns whether it is worth a look */
  update(bytes: number): boolean;
}

/** What pictures usually take is learned from this many. */
const warmUpPictures = 10;
/** Share of a new picture in what is usual: a windy minute becomes usual, a person who passes doesn't. */
const usualShare = 1 / 60;
/** Several pictures count: one alone may be a hiccup of the encoder, and pictures take turns in being small. */
const recentShare = 1 / 3;
const minRatio = 1.6;
const minDeviations = 3;
/** Smaller differences are noise, bytes. */
const minDifference = 120;

export function createMotionHint(): MotionHint {
  let count = 0;
  let usual = 0;
  let deviation = 0;
  let recent = 0;
  return {
    update: (bytes) => {
      count += 1;
      if (count === 1) [usual, recent] = [bytes, bytes];
      recent += (bytes - recent) * recentShare;
      const limit = Math.max(usual * minRatio, usual + minDeviations * deviation, usual + minDifference);
      const isLarge = count > warmUpPictures && recent > limit;
      // The first pictures count more.
      const share = Math.max(usualShare, 1 / count);
      deviation += (Math.abs(recent - usual) - deviation) * share;
      usual += (bytes - usual) * share;
      return isLarge;
    },
  };
}
