import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { pictureInput } from '../model/convert-model.ts';
import { faceInputSize, facesOf, headsOf, type FoundFace } from './face-boxes.ts';
import type { DetectedObject } from './object-boxes.ts';
import { toRgbSquare, type PlanarPicture } from './picture-part.ts';

/** Finds the faces of people in a picture: that there is one, and not whose. */
export type FindFaces = (picture: PlanarPicture, objects: readonly DetectedObject[]) => Promise<FoundFace[]>;

/** @param runtime onnxruntime-node, which is optional @param session of BlazeFace */
export function createFaceFinder(runtime: { readonly Tensor: typeof Tensor }, session: InferenceSession): FindFaces {
  return async (picture, objects) => {
    const faces: FoundFace[] = [];
    for (const head of headsOf(objects, picture)) {
      const rgb = toRgbSquare(picture, head, faceInputSize);
      const output = await session.run({ [pictureInput]: new runtime.Tensor('uint8', rgb, [1, faceInputSize, faceInputSize, 3]) });
      const floats = (name: string): Float32Array => {
        const data = output[name]?.data;
        return data instanceof Float32Array ? data : new Float32Array();
      };
      const found = { scores: floats('scores'), scores2: floats('scores2'), boxes: floats('boxes'), boxes2: floats('boxes2') };
      faces.push(...facesOf(found, head, picture));
    }
    return faces;
  };
}
