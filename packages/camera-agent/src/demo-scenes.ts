import { join } from 'node:path';
import { unadjusted, withoutSound, type Adjustment } from './sources/adjustment.ts';
import { openFileSource } from './sources/file-source.ts';
import type { FrameSource } from './sources/frame-source.ts';
import { alternate } from './sources/visits.ts';
import type { Sources } from './cli/open-sources.ts';

/** The scenes that the virtual cameras show. */
export const scenes = ['street', 'porch', 'warehouse'] as const;
/** A scene of the virtual cameras. */
export type Scene = (typeof scenes)[number];

const assets = join(import.meta.dirname, '../assets');
/** Length of a scene, and of a round of the empty place and one visit, seconds. */
const [visitSeconds, roundSeconds] = [12, 300];
/** When a visit begins, seconds: the first soon after the start, so that a newcomer sees one; then one camera after the other. */
const visitAt: Readonly<Record<Scene, number>> = { street: 20, porch: 120, warehouse: 220 };

interface DemoSceneOptions {
  readonly isSmall: boolean;
  /** Someone comes by all the time, as tests want it. */
  readonly isBusy: boolean;
}

/** Opens what a virtual camera shows: an empty place most of the time, and every five minutes someone who comes by. */
export async function openDemoScene(
  scene: Scene,
  { isSmall, isBusy }: DemoSceneOptions,
  { isMicrophoneOn }: Pick<Adjustment, 'isMicrophoneOn'> = unadjusted,
): Promise<FrameSource> {
  const open = (name: string): Promise<FrameSource> => openFileSource(join(assets, `${name}${isSmall ? '-low' : ''}.mp4`));
  const visit = await open(scene);
  const before = visitAt[scene];
  const calm = isBusy ? null : await open(`${scene}-calm`);
  const source = calm
    ? alternate([
        { source: calm, seconds: before },
        { source: visit, seconds: visitSeconds },
        { source: calm, seconds: roundSeconds - before - visitSeconds },
      ])
    : visit;
  return isMicrophoneOn ? source : withoutSound(source);
}

/** The two streams of a virtual camera. */
export function demoSources(scene: Scene, { isBusy }: Pick<DemoSceneOptions, 'isBusy'>): Sources {
  return {
    main: {
      offers: ['isMicrophoneOn'],
      isExclusive: false,
      open: (adjustment) => openDemoScene(scene, { isSmall: false, isBusy }, adjustment),
    },
    openLow: (adjustment) => openDemoScene(scene, { isSmall: true, isBusy }, adjustment),
    onvif: null,
  };
}
