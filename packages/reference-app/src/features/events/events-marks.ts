import type { CameraEvent } from '@watchpost/sdk-core';
import type { TimelineEvent } from '@watchpost/widgets/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { eventShapes } from '../../shared/live/latest-events.ts';
import { useEvents } from './events-queries.ts';
import { typeName } from './events-texts.ts';

/** Returns the panel's events as marks on the timeline. */
export function useEventMarks(cameraId: string): readonly TimelineEvent[] {
  const { events } = useEvents({ cameraIds: [cameraId] });
  useTranslation();
  const locale = currentLocale();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the labels are in its language
  return useMemo(() => (events ?? []).map(toMark), [events, locale]);
}

function toMark({ id, startAt, type, isSeen }: CameraEvent): TimelineEvent {
  return { id, at: startAt, shape: eventShapes[type], isSeen, label: typeName(type) };
}
