import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { CpuBudget } from '../objects/cpu-budget.ts';
import type { ArchiveKeyFrame } from '../playback/archive-pictures.ts';
import type { Playback } from '../playback/playback.ts';
import { zoneOffset } from '../playback/zone-days.ts';
import type { Span } from '../recording/spans.ts';
import { readKeyFrame } from '../snapshots/node-av-decoder.ts';
import { UndecodableError } from '../snapshots/picture-decoder.ts';
import { createFilmFile } from './timelapse-file.ts';
import { openFilmEncoder, type OpenFilmEncoder } from './timelapse-encoder.ts';
import type { FilmAnswer, FilmFinish, FilmPicture } from './timelapse-messages.ts';
import { filmRateOf, maxFilmRate, momentsOf } from './timelapse-moments.ts';

interface FilmWish {
  readonly cameraId: string;
  /** What is filmed, Unix ms. */
  readonly span: Span;
  readonly lengthSeconds: number;
  /** Zone of the time in the pictures. */
  readonly timeZone: string;
  /** Where the film is to be. */
  readonly path: string;
}

/** A film in its place, with a small JPEG of its middle; `empty` when nothing was recorded. */
type FilmResult = { readonly kind: 'made'; readonly pictures: number; readonly poster: Uint8Array } | { readonly kind: 'empty' };

/** Makes a film. @throws {Error} when it could not be made; nothing of it is left then */
export type MakeFilm = (wish: FilmWish, signal: AbortSignal) => Promise<FilmResult>;

export interface FilmDeps {
  readonly clock: Clock;
  readonly playback: Pick<Playback, 'footage' | 'keyFrame' | 'preview'>;
  readonly budget: CpuBudget;
  readonly openEncoder?: OpenFilmEncoder;
}

const fitInto = { width: 1280, height: 720 };
const posterWidth = 640;
/** Wait for processor time, ms. */
const pauseMs = 250;
/** A process that takes longer for one picture hangs: at the lowest priority, a busy machine gives it little time. */
const answerTimeoutMs = 120_000;

/**
 * Creates films from key frames that were recorded anyway: nothing between them is read or decoded. One configuration may follow another:
 * all pictures get the size of the first.
 */
export function createFilms({ clock, playback, budget, openEncoder = openFilmEncoder }: FilmDeps): MakeFilm {
  /** Finds the key frames of a film; one that is shown at two moments counts once. */
  const find = async ({ cameraId, span, lengthSeconds }: FilmWish, signal: AbortSignal): Promise<ArchiveKeyFrame[]> => {
    const { recordings } = await playback.footage(cameraId, span);
    const found: ArchiveKeyFrame[] = [];
    for (const moment of momentsOf(recordings, lengthSeconds * maxFilmRate)) {
      signal.throwIfAborted();
      const frame = await playback.keyFrame(cameraId, moment).catch(nothingThere);
      // A key frame may be earlier than its moment, but not than the hours.
      if (frame && frame.at >= span.from && frame.at > (found.at(-1)?.at ?? 0)) found.push(frame);
    }
    return found;
  };

  return async (wish, signal) => {
    const { cameraId, span, lengthSeconds, timeZone, path } = wish;
    const frames = await find(wish, signal);
    if (frames.length === 0) return { kind: 'empty' };
    const frameRate = filmRateOf(frames.length, lengthSeconds);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await createFilmFile(path, frameRate);
    const encoder = openEncoder({ type: 'open', fitInto, frameRate }, signal);
    const format = timeFormat(timeZone);
    let spentMs = 0;
    const ask = async (request: FilmPicture | FilmFinish): Promise<FilmAnswer> => {
      const cancel = clock.after(answerTimeoutMs, encoder.close);
      try {
        return await encoder.ask(request);
      } finally {
        cancel();
      }
    };
    try {
      for (const frame of frames) {
        while (!budget.ask()) await wait(clock, pauseMs, signal);
        signal.throwIfAborted();
        const video = await frame.read().catch(nothingThere);
        const picture = video && pictureOf(video);
        if (!picture) continue;
        const answer = await ask({ type: 'picture', ...picture, time: format(frame.at) });
        budget.spend(answer.cpuMs - spentMs);
        spentMs = answer.cpuMs;
        await file.add(answer.pictures);
      }
      const last = await ask({ type: 'finish' });
      await file.add(last.pictures);
      const middle = frames[Math.floor(frames.length / 2)] ?? frames[0];
      // Before the film is in its place: without a poster there is no film.
      const poster = last.width > 0 && middle ? await playback.preview(cameraId, middle.at, { width: posterWidth, signal }) : null;
      const finished = poster && (await file.finish(last, span.from));
      return poster && finished ? { kind: 'made', pictures: finished.pictures, poster: poster.jpeg } : { kind: 'empty' };
    } finally {
      encoder.close();
      await file.discard();
    }
  };
}

function pictureOf(video: Uint8Array): Omit<ReturnType<typeof readKeyFrame>, 'width'> | null {
  try {
    const { codec, configuration, data } = readKeyFrame(video, null);
    return { codec, configuration, data };
  } catch (error) {
    if (error instanceof UndecodableError) return null;
    throw error;
  }
}

/** Footage that retention or its owner deleted meanwhile is left out. */
function nothingThere(error: unknown): null {
  if (error instanceof AppError && (error.code === 'no-footage' || error.code === 'not-found')) return null;
  throw error;
}

/** Returns what is burnt into a picture: the same in every language. @example '2026-11-27 14:05' */
function timeFormat(timeZone: string): (at: number) => string {
  return (at) => new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 16).replace('T', ' ');
}
