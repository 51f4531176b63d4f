import { useQuery } from '@tanstack/react-query';
import type {
  CameraDetections,
  CameraPlugInDetections,
  CameraSoundDetections,
  PlugInDetectionType,
  SoundDetectionType,
  SwitchableDetection,
} from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';
import type { AlertType } from './notifications-camera-queries.ts';

/** The event types that a camera reports now: nothing else is offered (specification 2, section 2). */
export function useAlertTypes(cameraId: string): { readonly types: readonly AlertType[]; readonly isKnown: boolean } {
  const { smartEvents } = useClient();
  const objects = useQuery({ queryKey: ['detections', cameraId], queryFn: ({ signal }) => smartEvents.list(cameraId, { signal }) });
  const sounds = useQuery({ queryKey: ['sound-detections', cameraId], queryFn: ({ signal }) => smartEvents.sounds(cameraId, { signal }) });
  const plugIn = useQuery({
    queryKey: ['plug-in-detections', cameraId],
    queryFn: ({ signal }) => smartEvents.plugIn(cameraId, { signal }),
  });
  return {
    types: [
      ...(objects.data ? reportedTypes(objects.data) : []),
      ...(sounds.data ? reportedSounds(sounds.data) : []),
      ...(plugIn.data ? reportedFindings(plugIn.data) : []),
    ],
    isKnown: !objects.isPending && !sounds.isPending && !plugIn.isPending,
  };
}

/** A type that nobody can find is not offered. */
function reportedTypes({ engine, detections, isMotionEnabled }: CameraDetections): SwitchableDetection[] {
  // A detector that fails for a while is still one.
  const enabled = engine.state !== 'unavailable' ? detections.filter(({ isEnabled }) => isEnabled).map(({ type }) => type) : [];
  return [...(isMotionEnabled ? (['motion'] as const) : []), ...enabled];
}

function reportedSounds({ analysis, detections }: CameraSoundDetections): SoundDetectionType[] {
  // A camera that is offline for a moment is still one with sound.
  const canHear = analysis.state === 'ready' || analysis.reason === 'offline';
  return canHear ? detections.filter(({ isEnabled }) => isEnabled).map(({ type }) => type) : [];
}

/** A detector that fails for a while is still one. */
function reportedFindings({ detections }: CameraPlugInDetections): PlugInDetectionType[] {
  return detections.filter(({ isEnabled, engine }) => isEnabled && engine.state !== 'unavailable').map(({ type }) => type);
}
