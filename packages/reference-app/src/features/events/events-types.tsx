import type { EventCounts, EventType } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { Chip } from '../../shared/ui/choice.tsx';
import { eventShapes } from '../../shared/live/latest-events.ts';
import { EventGlyph } from '../../shared/ui/status.tsx';
import { text, typeName } from './events-texts.ts';

const order: readonly EventType[] = [
  'human',
  'face',
  'vehicle',
  'lineCrossing',
  'intrusion',
  'fire',
  'smoke',
  'glassBreak',
  'babyCry',
  'smokeAlarm',
  'coAlarm',
  'loudNoise',
  'motion',
  'video',
  'timelapse',
];

export interface EventTypesProps {
  readonly counts: EventCounts | undefined;
  /** Narrow layout: shows types as icons only. */
  readonly isNarrow?: boolean;
  /** Whether there is a chip for all types; without one, pressing the chosen type again shows all. */
  readonly hasAll?: boolean;
  /** Null: all. */
  readonly value: EventType | null;
  readonly onValue: (type: EventType | null) => void;
}

/** Filters events by type and shows the count of each; types without events are hidden unless chosen. */
export function EventTypes({ counts, isNarrow = false, hasAll = true, value, onValue }: EventTypesProps): ReactNode {
  const types = order.filter((type) => (counts?.types[type] ?? 0) > 0 || type === value);
  if (!counts || types.length === 0) return null;
  return (
    <div className="events-types" role="group" aria-label={text('types')}>
      {hasAll ? (
        <Chip selected={value === null} count={counts.total} onPress={() => onValue(null)}>
          {text('all')}
        </Chip>
      ) : null}
      {types.map((type) => (
        <Chip key={type} selected={value === type} count={counts.types[type] ?? 0} onPress={() => onValue(value === type ? null : type)}>
          {isNarrow ? (
            <span title={typeName(type)}>
              <EventGlyph shape={eventShapes[type]} label={typeName(type)} />
            </span>
          ) : (
            typeName(type)
          )}
        </Chip>
      ))}
    </div>
  );
}
