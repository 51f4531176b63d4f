import { z } from 'zod';
import type { Area } from '../../detection/motion-model.ts';
import { withoutDuplicates, type DetectedObject } from '../engine/object-boxes.ts';
import { pictureFindingOf } from './detector-labels.ts';
import type { Finding } from './finding-rules.ts';

/** Why a detector is of no use at the moment; `failing`: it reports an error of its own. */
export type DetectorFailure = 'unreachable' | 'timed-out' | 'unauthorized' | 'not-found' | 'failing' | 'unreadable';

/** One thing that a detector has found, as it says it. */
export interface Prediction {
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Pixels; null for a sound. */
  readonly corners: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } | null;
}

export type DetectorAnswer =
  | { readonly isOk: true; readonly predictions: readonly Prediction[] }
  | { readonly isOk: false; readonly failure: DetectorFailure };

/** A picture shows fewer things; more would only take time. */
const maxPredictions = 500;

const answerSchema = z.object({ success: z.boolean(), predictions: z.array(z.unknown()).nullish() });
const predictionSchema = z.object({ label: z.string().max(200), confidence: z.number().min(0).max(1) });
const cornersSchema = z.object({ x_min: z.number(), y_min: z.number(), x_max: z.number(), y_max: z.number() });

/** Reads the body of an answer in the format of DeepStack and CodeProject.AI. A prediction that can't be read is left out. */
export function readDetectorAnswer(body: string): DetectorAnswer {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { isOk: false, failure: 'unreadable' };
  }
  const answer = answerSchema.safeParse(json);
  if (!answer.success) return { isOk: false, failure: 'unreadable' };
  if (!answer.data.success) return { isOk: false, failure: 'failing' };
  const predictions = (answer.data.predictions ?? []).slice(0, maxPredictions).flatMap((item): Prediction[] => {
    const prediction = predictionSchema.safeParse(item);
    if (!prediction.success) return [];
    const corners = cornersSchema.safeParse(item);
    const { x_min: left, y_min: top, x_max: right, y_max: bottom } = corners.data ?? {};
    const isPlaced = left !== undefined && top !== undefined && right !== undefined && bottom !== undefined;
    return [{ ...prediction.data, corners: isPlaced ? { left, top, right, bottom } : null }];
  });
  return { isOk: true, predictions };
}

const modelsSchema = z.object({ success: z.literal(true), models: z.array(z.string().max(200)).max(1000) });

/** Reads CodeProject.AI's list of custom models; null for anything else. */
export function readModels(body: string): readonly string[] | null {
  try {
    return modelsSchema.safeParse(JSON.parse(body)).data?.models ?? null;
  } catch {
    return null;
  }
}

/** Returns the objects that predictions name, at their places in a picture of this size in pixels. */
export function objectsIn(predictions: readonly Prediction[], size: PictureSize): DetectedObject[] {
  const objects = predictions.flatMap(({ label, confidence: score, corners }): DetectedObject[] => {
    const objectClass = pictureFindingOf(label);
    // Fire, smoke and faces are no objects that come and go.
    if (objectClass !== 'human' && objectClass !== 'vehicle' && objectClass !== 'animal') return [];
    const box = placeOf(corners, size);
    return box ? [{ objectClass, score, box }] : [];
  });
  return withoutDuplicates(objects);
}

/** Returns fire, smoke and faces that predictions name, at their places in a picture of this size in pixels. */
export function findingsIn(predictions: readonly Prediction[], size: PictureSize): Finding[] {
  return predictions.flatMap(({ label, confidence: score, corners }): Finding[] => {
    const type = pictureFindingOf(label);
    const box = placeOf(corners, size);
    return (type === 'fire' || type === 'smoke' || type === 'face') && box ? [{ type, score, box }] : [];
  });
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

function placeOf(corners: Prediction['corners'], { width, height }: PictureSize): Area | null {
  if (!corners) return null;
  const [left, right] = [share(corners.left, width), share(corners.right, width)];
  const [top, bottom] = [share(corners.top, height), share(corners.bottom, height)];
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

function share(pixels: number, size: number): number {
  return Math.min(1, Math.max(0, pixels / size));
}
