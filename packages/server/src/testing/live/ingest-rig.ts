import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { createLog } from '../../kernel/log.ts';
import { createIngest, type Ingest, type IngestDeps } from '../../media/ingest/ingest.ts';
import type { CameraStatus, Sample, Source, SourceListener, Tracks } from '../../media/media-types.ts';

export const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 640, height: 360, configuration: Uint8Array.of(1) },
  audio: null,
};

/** As the log writes it. */
export const warnLevel = 40;

/** A source that the ingest has opened. */
interface OpenedSource {
  listener: SourceListener | null;
  stopped: boolean;
  /** Monotonic ms. */
  readonly at: number;
}

/** An ingest whose sources the test plays. */
export interface IngestRig {
  readonly clock: ManualClock;
  readonly ingest: Ingest;
  readonly opened: OpenedSource[];
  readonly requests: string[];
  readonly received: Sample[];
  readonly states: string[];
  /** Lines of the log that warn, or worse. */
  warnings(): { level: number }[];
  openSource(): Source;
  start(id?: string): void;
  alive(): void;
  setClockRate(rate: number | null): void;
  /** Sends a picture with its tracks. */
  picture(entry?: OpenedSource, options?: Partial<Sample>, announced?: Tracks): void;
  sound(): void;
  fail(code?: CameraStatus['reason']): void;
  break(broken: boolean): void;
}

/** @param passwords what an earlier run of the server has left */
export function setUp({ passwords }: Pick<IngestDeps, 'passwords'> = {}): IngestRig {
  const clock = createManualClock();
  const opened: OpenedSource[] = [];
  const requests: string[] = [];
  let clockRate: number | null = null;
  const received: Sample[] = [];
  const states: string[] = [];
  const logLines: string[] = [];
  let isBroken = false;
  const ingest = createIngest({
    clock,
    log: createLog({ level: 'info', format: 'json', write: (line) => void logLines.push(line) }),
    random: () => 1,
    passwords,
    streams: {
      open: () => ({
        input: {
          onTracks: () => undefined,
          onSample: (sample) => {
            if (isBroken) throw new Error('broken');
            received.push(sample);
          },
          onEnd: () => undefined,
        },
      }),
    },
  });
  ingest.onStatus((id, { state, reason }: CameraStatus) => void states.push(`${id} ${state} ${reason ?? ''}`.trim()));
  const openSource = (): Source => {
    const entry: OpenedSource = { listener: null, stopped: false, at: clock.monotonic() };
    opened.push(entry);
    return {
      get clockRate() {
        return clockRate;
      },
      requestKeyFrame: () => void requests.push('stream'),
      start: (listener) => void (entry.listener = listener),
      stop: async () => void (entry.stopped = true),
    };
  };
  let time = 0;
  return {
    clock,
    ingest,
    opened,
    requests,
    received,
    states,
    warnings: () => logLines.map((line): { level: number } => JSON.parse(line)).filter(({ level }) => level >= warnLevel),
    openSource,
    start: (id = 'a') => ingest.start({ id, openSource, requestKeyFrame: () => void requests.push('device') }),
    alive: () => opened.at(-1)?.listener?.onAlive?.(),
    setClockRate: (rate: number | null) => void (clockRate = rate),
    picture: (entry = opened.at(-1), options: Partial<Sample> = {}, announced = tracks) => {
      entry?.listener?.onTracks(announced);
      entry?.listener?.onSample({
        kind: 'video',
        decodeTime: (time += 3600),
        compositionOffset: 0,
        duration: 3600,
        keyFrame: true,
        data: Uint8Array.of(1),
        ...options,
      });
    },
    sound: () =>
      opened.at(-1)?.listener?.onSample({
        kind: 'audio',
        decodeTime: clock.monotonic() * 8,
        compositionOffset: 0,
        duration: 1024,
        keyFrame: true,
        data: Uint8Array.of(1),
      }),
    fail: (code: CameraStatus['reason'] = 'camera-unreachable') =>
      opened.at(-1)?.listener?.onEnd({ code: code ?? 'camera-offline', detail: '' }),
    break: (broken: boolean) => void (isBroken = broken),
  };
}
