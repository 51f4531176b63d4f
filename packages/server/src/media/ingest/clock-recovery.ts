/** Derives the wall-clock time of each frame from the camera's timestamp and the frame's arrival. All times in seconds. */
export interface ClockRecovery {
  /**
   * Returns the Unix time of a frame that arrives now, never less than the previous one.
   * @param media time on the camera's timeline
   * @param arrival Unix time
   */
  stamp(media: number, arrival: number): number;
  /** Returns the current wall-clock time of any moment on the same timeline. */
  at(media: number): number;
  /** Wall-clock seconds per second of the camera's clock. */
  readonly scale: number;
  /** Seconds of the camera's clock per real second; null until it has been measured for long enough. */
  readonly rate: number | null;
}

interface Point {
  readonly media: number;
  readonly arrival: number;
}

/** A longer delay means another timeline, because a source that is silent for 10 s is considered dead. */
const maxDelaySeconds = 12;
/** A frame that is further ahead of its arrival belongs to another timeline. */
const maxLeadSeconds = 3;
/** A single step that is further ahead of real time means that the camera has set its clock. */
const clockStepSeconds = 1;
/** Frames closer together than this have the same time: no camera is so fast … */
const standstillSeconds = 0.001;
/** … and one whose times stand still for longer than this has no clock for now. */
const maxStandstillSeconds = 0.25;
/** For this long after the first frame, the source may still send buffered frames in a burst. */
const joinSeconds = 3;
/** Only the frame of each window that the network delayed least counts. */
const windowSeconds = 1;
const maxPoints = 20;
/** Number of windows considered, in case the network delays all frames of one. */
const phaseWindows = 3;
/** A larger error means that the clock now runs at another rate. */
const rateChangeSeconds = 1;
/** Maximum error of a measured time at either end of the measurement. */
const uncertaintySeconds = 0.1;
/** An error is corrected within about this time, or within one window if that is longer … */
const correctionSeconds = 4;
/** … but never fast enough to be visible as slow or fast motion. */
const maxCorrection = 0.25;
/** A rate is reported only after it has been measured for this long. */
const minMeasurementSeconds = 12;

/**
 * Creates a clock recovery that maps the camera's clock to the wall clock by a line. The line bends once a second but never
 * breaks, so that frames stay evenly spaced however the network jitters. Its slope is the camera's clock rate (the median slope
 * between the least delayed frames of the last windows), corrected slightly so that the line meets those frames. A jump of the
 * camera's clock begins a new line, and while it stands still, each frame has the time of its arrival.
 */
export function createClockRecovery(): ClockRecovery {
  let line: { media: number; wall: number; scale: number } | null = null;
  let points: Point[] = [];
  /** The least delayed frame of the current window. */
  let leastDelayed: Point | null = null;
  let windowStart = 0;
  let startedAt = 0;
  let last: Point = { media: 0, arrival: 0 };
  /** When the first frame of the current time arrived. */
  let movedAt = 0;
  let lastGiven = Number.NEGATIVE_INFINITY;
  let rate: number | null = null;

  const at = (media: number): number => (line ? line.wall + (media - line.media) * line.scale : media);

  const stepTo = (media: number): number => (media - last.media) * (line?.scale ?? 1);
  /** Whether frames arrive much faster than real time. */
  const isBurst = ({ media, arrival }: Point): boolean => at(media) - arrival > 0.05 && stepTo(media) > 4 * (arrival - last.arrival);

  const begin = (point: Point): void => {
    // Times that were already returned must not be repeated.
    line = { media: point.media, wall: Math.max(point.arrival, lastGiven), scale: line ? 1 / (rate ?? 1) : 1 };
    points = [];
    leastDelayed = point;
    windowStart = startedAt = point.arrival;
  };

  const isAnotherTimeline = ({ media, arrival }: Point): boolean => {
    const delay = arrival - at(media);
    return (
      delay > maxDelaySeconds ||
      delay < -maxLeadSeconds ||
      media - last.media < -clockStepSeconds ||
      arrival - movedAt > maxStandstillSeconds ||
      (delay < -clockStepSeconds && stepTo(media) - (arrival - last.arrival) > clockStepSeconds)
    );
  };

  const bend = ({ media, arrival }: Point): void => {
    if (leastDelayed) points.push(leastDelayed);
    if (points.length > maxPoints) points.shift();
    const [first, newest] = [points[0], points.at(-1)];
    if (!line || !first || !newest) return;
    const measured = medianSlope(points);
    const length = newest.arrival - first.arrival;
    const slope = measured === null ? line.scale : 1 + shrink(measured - 1, uncertaintySeconds / length);
    rate = measured !== null && length >= minMeasurementSeconds ? 1 / measured : rate;
    const error = Math.min(...points.slice(-phaseWindows).map((point) => point.arrival + (media - point.media) * slope)) - at(media);
    if (Math.abs(error) > rateChangeSeconds) points = points.slice(-phaseWindows);
    const correction = Math.max(-maxCorrection, Math.min(maxCorrection, error / Math.max(correctionSeconds, arrival - windowStart)));
    line = { media, wall: at(media), scale: slope * (1 + correction) };
  };

  return {
    stamp: (media, arrival) => {
      const point = { media, arrival };
      if (media < last.media || media - last.media >= standstillSeconds) movedAt = arrival;
      if (!line || isAnotherTimeline(point)) begin(point);
      // The newest of the buffered frames is the live one, not the oldest.
      else if (arrival - startedAt < joinSeconds && isBurst(point)) {
        line = { ...line, media, wall: Math.max(arrival, lastGiven) };
        leastDelayed = point;
      }
      if (arrival - windowStart >= windowSeconds) {
        bend(point);
        leastDelayed = null;
        windowStart = arrival;
      }
      if (!leastDelayed || arrival - at(media) < leastDelayed.arrival - at(leastDelayed.media)) leastDelayed = point;
      last = point;
      lastGiven = Math.max(lastGiven, at(media));
      return lastGiven;
    },
    at,
    get scale() {
      return line?.scale ?? 1;
    },
    get rate() {
      return rate;
    },
  };
}

/**
 * Returns the slope of arrival over media (Theil–Sen estimator), which ignores outliers as long as they are less than a third of
 * the points; null when it can't be determined.
 */
function medianSlope(points: readonly Point[]): number | null {
  const slopes: number[] = [];
  for (const [index, a] of points.entries()) {
    for (const b of points.slice(index + 1)) if (b.media > a.media) slopes.push((b.arrival - a.arrival) / (b.media - a.media));
  }
  slopes.sort((a, b) => a - b);
  const middle = slopes[slopes.length >> 1];
  return middle === undefined ? null : Math.max(0.1, Math.min(10, middle));
}

function shrink(value: number, by: number): number {
  return Math.sign(value) * Math.max(0, Math.abs(value) - by);
}
