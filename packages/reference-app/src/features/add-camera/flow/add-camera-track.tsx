import type { ReactNode } from 'react';
import { text } from './add-camera-flow-texts.ts';
import { trackOf, type FlowPlace, type TrackPart } from './add-camera-flow.ts';

const labels = {
  model: 'trackModel',
  serial: 'trackSerial',
  power: 'trackPower',
  wifi: 'trackWifi',
  code: 'trackCode',
  name: 'trackName',
} as const satisfies Record<TrackPart, string>;

/** Shows progress in the screen's header. */
export function FlowTrack({ place }: { readonly place: FlowPlace }): ReactNode {
  const track = trackOf(place);
  if (!track) return null;
  const { parts, current } = track;
  return (
    <ol className="add-track" aria-label={text('track')}>
      {parts.map((part, index) => (
        <li
          key={part}
          className={index < current ? 'done' : index === current ? 'on' : 'todo'}
          aria-current={index === current ? 'step' : undefined}
        >
          {text(labels[part])}
        </li>
      ))}
    </ol>
  );
}
