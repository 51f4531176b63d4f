import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Camera, Client, Ptz, PtzPreset, SetPtzPatrolBody } from '@watchpost/sdk-core';
import { useCallback } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { text } from './ptz-texts.ts';

const keys = { ptz: (id: string) => ['ptz', id], camera: (id: string) => ['cameras', id], cameras: ['cameras'] } as const;
/** How often to poll while another user controls the camera, ms: the server does not push the end of their control. */
const pollIntervalsMs = { free: 10_000, taken: 1500 } as const;

export function usePtzCamera(id: string): UseQueryResult<Camera> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.camera(id),
    queryFn: ({ signal }) => client.cameras.get(id, { signal }),
    initialData: () => cache.getQueryData<Camera[]>(keys.cameras)?.find((camera) => camera.id === id),
    initialDataUpdatedAt: () => cache.getQueryState(keys.cameras)?.dataUpdatedAt,
  });
}

export function ptzQuery(client: Client, id: string) {
  return queryOptions({ queryKey: keys.ptz(id), queryFn: ({ signal }) => client.ptz.get(id, { signal }), retry: false });
}

export function usePtz(id: string, isAllowed: boolean): UseQueryResult<Ptz> {
  return useQuery({
    ...ptzQuery(useClient(), id),
    enabled: isAllowed,
    refetchInterval: ({ state }) =>
      state.data?.abilities === null ? false : state.data?.steering === 'other' ? pollIntervalsMs.taken : pollIntervalsMs.free,
  });
}

export interface PtzChanges {
  readonly add: UseMutationResult<PtzPreset, Error, string>;
  readonly replace: UseMutationResult<PtzPreset, Error, PtzPreset>;
  readonly remove: UseMutationResult<void, Error, PtzPreset>;
  readonly setHome: UseMutationResult<void, Error, void>;
  readonly setPatrol: UseMutationResult<unknown, Error, SetPtzPatrolBody>;
}

/** Mutations of presets and patrol; each shows once the camera has confirmed it, and errors are reported. */
export function usePtzChanges(id: string): PtzChanges {
  const client = useClient();
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: keys.ptz(id) });
  const callbacks = { onSettled, onError: showPtzFailure };
  return {
    add: useMutation({ mutationFn: (name: string) => client.ptz.addPreset(id, name), ...callbacks }),
    replace: useMutation({
      mutationFn: (preset: PtzPreset) => client.ptz.replacePreset(id, preset),
      ...callbacks,
      onSuccess: ({ name }) => showToast('success', text('replaced', { name }), { id: 'ptz' }),
    }),
    remove: useMutation({ mutationFn: (preset: PtzPreset) => client.ptz.removePreset(id, preset.id), ...callbacks }),
    setHome: useMutation({
      mutationFn: () => client.ptz.setHome(id),
      ...callbacks,
      onSuccess: () => showToast('success', text('homeSet'), { id: 'ptz' }),
    }),
    setPatrol: useMutation({ mutationFn: (patrol: SetPtzPatrolBody) => client.ptz.setPatrol(id, patrol), ...callbacks }),
  };
}

/** Refreshes who controls the camera. */
export function usePtzRefresh(id: string): () => void {
  const cache = useQueryClient();
  return useCallback(() => void cache.invalidateQueries({ queryKey: keys.ptz(id) }), [cache, id]);
}

export function showPtzFailure(error: Error): void {
  showToast('error', text('failed'), { id: 'ptz', text: errorText(error, currentLocale()) });
}

export function isMissing(error: unknown): boolean {
  return error instanceof WatchpostError && error.code === 'not-found';
}
