import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult } from '@tanstack/react-query';
import type { Camera } from '@watchpost/sdk-core';
import { useRef } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { cameraKeys } from '../cameras-queries.ts';

/** Renames a camera; the new name is shown once the server has confirmed it. */
export function useRename(id: string): UseMutationResult<Camera, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.cameras.rename(id, name),
    onSuccess: (camera) => {
      cache.setQueryData(cameraKeys.one(id), camera);
      cache.setQueryData<Camera[]>(cameraKeys.list, (list) => list?.map((item) => (item.id === id ? camera : item)));
    },
  });
}

export function useRemove(id: string): UseMutationResult<void, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  /** A second press comes before the button shows that it is busy: it joins the first, whose success its own `not-found` would hide. */
  const running = useRef<Promise<void> | null>(null);
  return useMutation({
    mutationFn: () =>
      (running.current ??= client.cameras.remove(id).finally(() => {
        running.current = null;
      })),
    onSuccess: () => {
      cache.setQueryData<Camera[]>(cameraKeys.list, (list) => list?.filter((item) => item.id !== id));
    },
  });
}
