import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { CameraNotifications } from '@watchpost/sdk-core';
import { useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from './notifications-camera-texts.ts';

/** The user's choice of status notifications for a camera. */
export interface StatusChoice {
  /** The user's last choice, saved or not; undefined until it is known. */
  readonly isOn: boolean | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly choose: (isOn: boolean) => void;
  readonly retry: () => void;
}

/** Shows a choice immediately and reverts it when saving fails. */
export function useStatusChoice(cameraId: string): StatusChoice {
  const client = useClient();
  const cache = useQueryClient();
  const queryKey = ['camera-notifications', cameraId];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.notifications.camera(cameraId, { signal }),
  });
  // The mutation's own state updates shortly after the press, and the switch would flip back until then.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const change = useMutation({
    // Requests run in sequence, so that the server receives the last choice last.
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
      // Called for the last choice only.
      change.mutate(isOn, { onSettled: () => setChosen(null) });
    },
    retry: () => void refetch(),
  };
}
