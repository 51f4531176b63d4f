import type { EncodedPicture, ObjectDetector } from '../../../packages/server/src/media/objects/engine/object-detector.ts';
import type { DetectedObject } from '../../../packages/server/src/media/objects/engine/object-boxes.ts';
import type { Scene } from '../../../packages/server/src/testing/scene-samples.ts';
import { compare, type LabelledFootage, type Tally } from './labels.ts';

interface LabelledLooks {
  /** As the product looks: the whole picture, and closer where something moves. */
  readonly product: readonly Tally[];
  /** Peer: the same model, given the whole picture alone. */
  readonly whole: readonly Tally[];
}

let cameras = 0;

/**
 * Looks at each labelled picture of a scene and compares what is found with the labels.
 * @param firstFrame number of pictures before the labelled ones
 * @param minScore 0 to 1
 */
export async function lookAtLabels(
  detector: ObjectDetector,
  scene: Scene,
  { labels, firstFrame, minScore }: { readonly labels: LabelledFootage; readonly firstFrame: number; readonly minScore: number },
): Promise<LabelledLooks> {
  const pictures = scene.samples
    .filter(({ kind }) => kind === 'video')
    .map(({ decodeTime, compositionOffset, keyFrame, data }): EncodedPicture => {
      return { at: Math.round((decodeTime + compositionOffset) / 90), keyFrame, data };
    });
  const look = async (cameraId: string, from: number, to: number, isStart: boolean): Promise<readonly DetectedObject[]> => {
    const request = {
      cameraId,
      track: scene.tracks.video,
      pictures: pictures.slice(from, to + 1),
      isStart,
      sensitivity: 6,
      isForced: true,
    };
    return (await detector.look(request))?.objects ?? [];
  };
  cameras += 1;
  const cameraId = `labels-${cameras}`;
  const tallies: { product: Tally[]; whole: Tally[] } = { product: [], whole: [] };
  let next = 0;
  const wanted = new Map(labels.frames.map((frame) => [frame.frame + firstFrame, frame]));
  // Two looks a second, also at what is not labelled: motion is what differs from before.
  for (let index = 0; index < pictures.length; index++) {
    const frame = wanted.get(index);
    if (!frame && index % 5 !== 0) continue;
    const objects = await look(cameraId, next, index, next === 0);
    next = index + 1;
    if (!frame) continue;
    tallies.product.push(...compare(labels, frame, objects, minScore));
    const keyFrame = pictures.findLastIndex((picture, at) => at <= index && picture.keyFrame);
    // A camera of its own has no picture before this one, so that nothing moves.
    cameras += 1;
    tallies.whole.push(...compare(labels, frame, await look(`labels-${cameras}`, keyFrame, index, true), minScore));
  }
  return tallies;
}
