import type { JSX } from 'react';
import { useCode } from '../../element/use-code.ts';
import { useValue } from '../../element/use-value.ts';
import type { TimelineProps } from './timeline/timeline.tsx';

const loadTimeline = (): Promise<typeof import('./timeline/timeline.tsx')> => import('./timeline/timeline.tsx');

/**
 * A player's timeline. Its code is loaded after the picture; its place is reserved from the start.
 * @example <Timeline controller={controller} onSeek={(time) => controller.seek(time)} />
 */
export function Timeline(props: TimelineProps): JSX.Element | null {
  const hasArchive = useValue(props.controller.hasArchive);
  const loaded = useCode(loadTimeline);
  if (!hasArchive) return null;
  return loaded ? <loaded.Timeline {...props} /> : <div className="wp-timeline-place" />;
}
