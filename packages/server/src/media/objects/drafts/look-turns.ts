import type { ObjectDetector } from '../engine/object-detector.ts';

/**
 * Passes on one look at a time, in turn: a test waits for a look of the cameras at most once, and they for one of it.
 * @returns the `look` of a detector that any number of callers share
 */
export function takeTurns(look: ObjectDetector['look']): ObjectDetector['look'] {
  let last: Promise<unknown> = Promise.resolve();
  return (request) => {
    const mine = last.then(() => look(request));
    last = mine.catch(() => undefined);
    return mine;
  };
}
