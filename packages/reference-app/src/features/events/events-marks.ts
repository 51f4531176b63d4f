import { formatTime } from '@watchpost/sdk-core';
import type { CameraEvent, EventType } from '@watchpost/sdk-core';
import type { TimelineEvent } from '@watchpost/widgets/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { AppLocale } from '../../shared/i18n/i18n.ts';
import { useEvents } from './events-queries.ts';
import { typeName } from './events-texts.ts';

/** The shape of each type: a type is a shape, not a colour. */
export const eventShapes = { human: 'person', vehicle: 'vehicle', lineCrossing: 'line', intrusion: 'intrusion', motion: 'motion', video: 'motion' } as const satisfies Record<EventType, TimelineEvent['shape']>;

/** The events that the panel shows, for the line of time. */
export function useEventMarks(cameraId: string): readonly TimelineEvent[] {
  const { events } = useEvents({ cameraId });
  useTranslation();
  const locale = currentLocale();
  return useMemo(() => (events ?? []).map((event) => toMark(event, locale)), [events, locale]);
}

function toMark({ id, startAt, type, isSeen }: CameraEvent, locale: AppLocale): TimelineEvent {
  return { id, at: startAt, shape: eventShapes[type], isSeen, label: `${typeName(type)}, ${formatTime(startAt, { locale })}` };
}
