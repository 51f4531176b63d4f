import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { CameraNotifications } from '@watchpost/sdk-core';
import { useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from './notifications-camera-texts.ts';

/** Whether a person is told of a camera's state. */
export interface StatusChoice {
  /** As the person last chose, saved or not yet; undefined until it is known. */
  readonly isOn: boolean | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly choose: (isOn: boolean) => void;
  readonly retry: () => void;
}

/** What is chosen is shown at once and put back when it could not be saved. */
export function useStatusChoice(cameraId: string): StatusChoice {
  const client = useClient();
  const cache = useQueryClient();
  const queryKey = ['camera-notifications', cameraId];
  const { data, error, isFetching, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => client.notifications.camera(cameraId, { signal }) });
  // The mutation's own state comes a moment after the press, and the switch would jump back for that long.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const change = useMutation({
    // One after the other: the last choice is the last that the server gets.
    scope: { id: queryKey.join(' ') },
    mutationFn: (isStatusNotified: boolean) => client.notifications.updateCamera(cameraId, { isStatusNotified }),
    onMutate: () => cache.cancelQueries({ queryKey }),
    onSuccess: (saved) => cache.setQueryData<CameraNotifications>(queryKey, saved),
    onError: (failure) => showToast('error', text('saveFailed'), { id: 'camera-notifications', text: errorText(failure, currentLocale()) }),
  });
  return {
    isOn: chosen ?? data?.isStatusNotified,
    error: data ? null : error,
    isFetching,
    choose: (isOn) => {
      setChosen(isOn);
      // Called for the last choice alone.
      change.mutate(isOn, { onSettled: () => setChosen(null) });
    },
    retry: () => void refetch(),
  };
}
