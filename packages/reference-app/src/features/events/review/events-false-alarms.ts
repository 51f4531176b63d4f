import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { applyFalseAlarm } from '../../../shared/live/event-cache.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from '../events-texts.ts';

export interface FalseAlarms {
  /** What was marked last, until the user has answered what should change. */
  readonly asked: readonly CameraEvent[];
  readonly mark: (events: readonly CameraEvent[], isFalseAlarm: boolean) => void;
  readonly onDone: () => void;
}

/** Marks false alarms; shown once the server has confirmed. */
export function useFalseAlarms(onMarked: (events: readonly CameraEvent[]) => void): FalseAlarms {
  const client = useClient();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<readonly CameraEvent[]>([]);
  const mark = useMutation({
    mutationFn: ({ events, isFalseAlarm }: { readonly events: readonly CameraEvent[]; readonly isFalseAlarm: boolean }) =>
      Promise.all(events.map((event) => client.events.setFalseAlarm(event, isFalseAlarm))),
    onSuccess: (_, { events, isFalseAlarm }) => {
      setAsked(isFalseAlarm ? events : []);
      applyFalseAlarm(
        cache,
        events.map(({ id }) => id),
        isFalseAlarm,
      );
      if (isFalseAlarm) onMarked(events);
    },
    onError: (error) => showToast('error', text('falseAlarmFailed'), { id: 'false-alarm', text: errorText(error, currentLocale()) }),
  });
  return { asked, mark: (events, isFalseAlarm) => mark.mutate({ events, isFalseAlarm }), onDone: () => setAsked([]) };
}
