import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { LocationsConfig, LocationsEdit } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { locationsKey } from './locations-queries.ts';
import { text } from './locations-texts.ts';

export interface SaveLocations {
  /** Resolves with true once the server has confirmed; a failure shows a toast. */
  readonly save: (edit: LocationsEdit) => Promise<boolean>;
  readonly isBusy: boolean;
}

/** Saves edits in sequence: each applies to the result of the previous one. */
export function useSaveLocations(): SaveLocations {
  const client = useClient();
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    scope: { id: 'locations' },
    mutationFn: (edit: LocationsEdit) => client.locations.save(edit),
    onSuccess: (config) => cache.setQueryData<LocationsConfig>(locationsKey, config),
    onError: (error) => {
      const isGone = error instanceof WatchpostError && error.code === 'not-found';
      showToast('error', text('notSaved'), { id: 'locations', text: isGone ? text('gone') : errorText(error, currentLocale()) });
      void cache.invalidateQueries({ queryKey: locationsKey });
      if (isGone) void cache.invalidateQueries({ queryKey: ['cameras'] });
    },
  });
  return {
    save: (edit) =>
      mutateAsync(edit).then(
        () => true,
        () => false,
      ),
    isBusy: isPending,
  };
}
