import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Camera, CameraDetections, DetectionSettings, DetectionType, UpdateDetectionBody } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

const failingIntervalMs = 15_000;
const keys = {
  detections: (id: string) => ['detections', id],
  /** What the camera's settings show of motion. */
  motion: (id: string) => ['motion-detection', id],
  camera: (id: string) => ['cameras', id],
  cameras: ['cameras'],
} as const;

export function useDetectionCamera(id: string): UseQueryResult<Camera> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.camera(id),
    queryFn: ({ signal }) => client.cameras.get(id, { signal }),
    initialData: () => cache.getQueryData<Camera[]>(keys.cameras)?.find((camera) => camera.id === id),
    initialDataUpdatedAt: () => cache.getQueryState(keys.cameras)?.dataUpdatedAt,
  });
}

export function useDetections(id: string, isAllowed: boolean): UseQueryResult<CameraDetections> {
  const client = useClient();
  return useQuery({
    queryKey: keys.detections(id),
    queryFn: ({ signal }) => client.smartEvents.list(id, { signal }),
    enabled: isAllowed,
    // A detector that works again is seen without a reload.
    refetchInterval: ({ state }) => (state.data?.engine.state === 'failing' ? failingIntervalMs : false),
  });
}

/** Changes a detection; shown once the server has confirmed it. What was turned off for it is asked for again. */
export function useChangeDetection(id: string, type: DetectionType): UseMutationResult<DetectionSettings, Error, UpdateDetectionBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateDetectionBody): Promise<DetectionSettings> => client.smartEvents.update(id, type, change),
    onSuccess: (settings, { turnOff }) => {
      cache.setQueryData<CameraDetections>(
        keys.detections(id),
        (known) => known && { ...known, detections: known.detections.map((one) => (one.type === settings.type ? settings : one)) },
      );
      if (!turnOff || turnOff.length === 0) return;
      void cache.invalidateQueries({ queryKey: keys.motion(id) });
      return cache.invalidateQueries({ queryKey: keys.detections(id) });
    },
  });
}
