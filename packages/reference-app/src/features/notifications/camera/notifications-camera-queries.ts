import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { CallOptions, CameraNotifications, EventNotifications, SwitchableDetection } from '@watchpost/sdk-core';
import { useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from './notifications-camera-texts.ts';

/** The user's choice of notifications: on or off. */
export interface NotificationChoice {
  /** The user's last choice, saved or not; undefined until it is known. */
  readonly isOn: boolean | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly choose: (isOn: boolean) => void;
  readonly retry: () => void;
}

interface ChoiceOf<T> {
  readonly queryKey: readonly string[];
  readonly read: (options: CallOptions) => Promise<T>;
  readonly save: (isOn: boolean) => Promise<T>;
  readonly isOnOf: (settings: T) => boolean;
}

/** Whether the user is notified of a camera's state. */
export function useStatusChoice(cameraId: string): NotificationChoice {
  const { notifications } = useClient();
  return useChoice<CameraNotifications>({
    queryKey: ['camera-notifications', cameraId],
    read: (options) => notifications.camera(cameraId, options),
    save: (isStatusNotified) => notifications.updateCamera(cameraId, { isStatusNotified }),
    isOnOf: ({ isStatusNotified }) => isStatusNotified,
  });
}

/** Whether the user is notified of an event type. */
export function useEventChoice(cameraId: string, type: SwitchableDetection): NotificationChoice {
  const { notifications } = useClient();
  return useChoice<EventNotifications>({
    queryKey: ['event-notifications', cameraId, type],
    read: (options) => notifications.event(cameraId, type, options),
    save: (isEnabled) => notifications.updateEvent(cameraId, type, { isEnabled }),
    isOnOf: ({ isEnabled }) => isEnabled,
  });
}

/** Shows a choice immediately and reverts it when saving fails. */
function useChoice<T>({ queryKey, read, save, isOnOf }: ChoiceOf<T>): NotificationChoice {
  const cache = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => read({ signal }) });
  // The mutation's own state updates shortly after the press, and the switch would flip back until then.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const change = useMutation({
    // Requests run in sequence, so that the server receives the last choice last.
    scope: { id: queryKey.join(' ') },
    mutationFn: save,
    onMutate: () => cache.cancelQueries({ queryKey }),
    onSuccess: (saved) => cache.setQueryData<T>(queryKey, saved),
    onError: (failure) => showToast('error', text('saveFailed'), { id: 'camera-notifications', text: errorText(failure, currentLocale()) }),
  });
  return {
    isOn: chosen ?? (data === undefined ? undefined : isOnOf(data)),
    error: data === undefined ? error : null,
    isFetching,
    choose: (isOn) => {
      setChosen(isOn);
      // Called for the last choice only.
      change.mutate(isOn, { onSettled: () => setChosen(null) });
    },
    retry: () => void refetch(),
  };
}
