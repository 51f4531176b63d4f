import { formatTime } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import type { TimelineEvent } from '@watchpost/widgets/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { AppLocale } from '../../shared/i18n/i18n.ts';
import { eventShapes } from '../../shared/live/latest-events.ts';
import { useEvents } from './events-queries.ts';
import { typeName } from './events-texts.ts';

/** The events that the panel shows, for the line of time. */
export function useEventMarks(cameraId: string): readonly TimelineEvent[] {
  const { events } = useEvents({ cameraIds: [cameraId] });
  useTranslation();
  const locale = currentLocale();
  return useMemo(() => (events ?? []).map((event) => toMark(event, locale)), [events, locale]);
}

function toMark({ id, startAt, type, isSeen }: CameraEvent, locale: AppLocale): TimelineEvent {
  return { id, at: startAt, shape: eventShapes[type], isSeen, label: `${typeName(type)}, ${formatTime(startAt, { locale })}` };
}
