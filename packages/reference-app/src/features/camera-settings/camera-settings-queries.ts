import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Camera, CameraSettings, MotionDetection, UpdateCameraSettingsBody, UpdateMotionDetectionBody } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

const keys = {
  recording: (id: string) => ['camera-settings', id],
  motion: (id: string) => ['motion-detection', id],
  /** What the smart events show of motion. */
  detections: (id: string) => ['detections', id],
  camera: (id: string) => ['cameras', id],
  cameras: ['cameras'],
} as const;

export function useSettingsCamera(id: string): UseQueryResult<Camera> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.camera(id),
    queryFn: ({ signal }) => client.cameras.get(id, { signal }),
    initialData: () => cache.getQueryData<Camera[]>(keys.cameras)?.find((camera) => camera.id === id),
    initialDataUpdatedAt: () => cache.getQueryState(keys.cameras)?.dataUpdatedAt,
  });
}

export function useRecordingSettings(id: string, isAllowed: boolean): UseQueryResult<CameraSettings> {
  const client = useClient();
  return useQuery({ queryKey: keys.recording(id), queryFn: ({ signal }) => client.cameraSettings.get(id, { signal }), enabled: isAllowed });
}

export function useMotionSettings(id: string, isAllowed: boolean): UseQueryResult<MotionDetection> {
  const client = useClient();
  return useQuery({
    queryKey: keys.motion(id),
    queryFn: ({ signal }) => client.events.motionDetection(id, { signal }),
    enabled: isAllowed,
  });
}

/** Changes what is recorded; shown once the server has confirmed it. */
export function useChangeRecording(id: string): UseMutationResult<CameraSettings, Error, UpdateCameraSettingsBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateCameraSettingsBody) => client.cameraSettings.update(id, change),
    onSuccess: (settings) => cache.setQueryData(keys.recording(id), settings),
  });
}

export function useChangeMotion(id: string): UseMutationResult<MotionDetection, Error, UpdateMotionDetectionBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateMotionDetectionBody) => client.events.updateMotionDetection(id, change),
    onSuccess: (settings) => {
      cache.setQueryData(keys.motion(id), settings);
      void cache.invalidateQueries({ queryKey: keys.detections(id) });
    },
  });
}

export function useChangeName(id: string): UseMutationResult<Camera, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.cameras.rename(id, name),
    onSuccess: (camera) => {
      cache.setQueryData(keys.camera(id), camera);
      cache.setQueryData<Camera[]>(keys.cameras, (list) => list?.map((item) => (item.id === id ? camera : item)));
    },
  });
}
