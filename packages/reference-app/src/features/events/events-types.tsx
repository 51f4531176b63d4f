import type { EventCounts, EventType } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { Chip } from '../../shared/ui/choice.tsx';
import { text, typeName } from './events-texts.ts';

const order: readonly EventType[] = ['human', 'vehicle', 'lineCrossing', 'intrusion', 'motion', 'video'];

export interface EventTypesProps {
  readonly counts: EventCounts | undefined;
  /** Null: all. */
  readonly value: EventType | null;
  readonly onValue: (type: EventType | null) => void;
}

/** The kinds of what happened, each with how often; only those that there are, and the chosen one. */
export function EventTypes({ counts, value, onValue }: EventTypesProps): ReactNode {
  const types = order.filter((type) => (counts?.types[type] ?? 0) > 0 || type === value);
  if (!counts || types.length === 0) return null;
  return (
    <div className="events-types" role="group" aria-label={text('types')}>
      <Chip selected={value === null} count={counts.total} onPress={() => onValue(null)}>
        {text('all')}
      </Chip>
      {types.map((type) => (
        <Chip key={type} selected={value === type} count={counts.types[type] ?? 0} onPress={() => onValue(value === type ? null : type)}>
          {typeName(type)}
        </Chip>
      ))}
    </div>
  );
}
