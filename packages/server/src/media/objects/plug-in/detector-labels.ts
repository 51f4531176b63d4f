import type { ObjectClass } from '@watchpost/contract/schemas/smart-events';

/** What labels of detectors mean here. A label that is not listed means nothing: detectors also find ties and potted plants. */
const pictureLabels: Readonly<Record<ObjectClass | 'fire' | 'smoke' | 'face', readonly string[]>> = {
  human: ['person', 'people', 'human', 'pedestrian', 'man', 'woman', 'child', 'boy', 'girl'],
  vehicle: ['car', 'truck', 'bus', 'van', 'pickup', 'suv', 'motorcycle', 'motorbike', 'bicycle', 'bike', 'train', 'vehicle'],
  animal: [
    ...['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe', 'animal'],
    ...['deer', 'fox', 'raccoon', 'rabbit', 'coyote', 'squirrel', 'skunk', 'wolf', 'boar', 'pig', 'goat'],
  ],
  fire: ['fire', 'flame', 'flames'],
  smoke: ['smoke'],
  face: ['face', 'human face'],
};
const soundLabels: Readonly<Record<'babyCry' | 'glassBreak', readonly string[]>> = {
  babyCry: ['baby cry', 'baby crying', 'crying baby', 'infant cry', 'baby cry infant cry'],
  glassBreak: ['glass', 'glass break', 'glass breaking', 'breaking glass', 'broken glass', 'shatter'],
};

/** What a detector finds in a picture. */
type PictureFinding = keyof typeof pictureLabels;
/** What a detector hears. */
type SoundFinding = keyof typeof soundLabels;

const byPictureLabel = byLabel(pictureLabels);
const bySoundLabel = byLabel(soundLabels);

/** Returns what a label of a picture means; null for nothing that is known. */
export function pictureFindingOf(label: string): PictureFinding | null {
  return byPictureLabel.get(plain(label)) ?? null;
}

/** Returns what a label of a sound means; null for nothing that is known. */
export function soundFindingOf(label: string): SoundFinding | null {
  return bySoundLabel.get(plain(label)) ?? null;
}

function byLabel<T extends string>(labels: Readonly<Record<T, readonly string[]>>): ReadonlyMap<string, T> {
  const all = new Map<string, T>();
  for (const finding in labels) for (const label of labels[finding]) all.set(label, finding);
  return all;
}

/** Detectors write "Baby cry, infant cry", "baby_cry" and "baby-cry". */
function plain(label: string): string {
  return label
    .toLowerCase()
    .split(/[\s,_-]/)
    .filter((word) => word !== '')
    .join(' ');
}
