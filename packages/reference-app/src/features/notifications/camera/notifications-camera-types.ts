import { useQuery } from '@tanstack/react-query';
import { formatList } from '@watchpost/sdk-core';
import type {
  CameraDetections,
  CameraPlugInDetections,
  CameraSoundDetections,
  DetectionSettings,
  PlugInDetectionType,
  SoundDetectionType,
  SwitchableDetection,
} from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import type { AlertType } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

interface AlertTypes {
  readonly types: readonly AlertType[];
  /** Names of the lines and areas that are drawn for a type. */
  readonly places: ReadonlyMap<AlertType, readonly string[]>;
  readonly isKnown: boolean;
}

/** The event types that a camera reports now: nothing else is offered (specification 2, section 2). */
export function useAlertTypes(cameraId: string): AlertTypes {
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
    places: new Map<AlertType, readonly string[]>(
      (objects.data?.detections ?? []).map((settings) => [settings.type, placeNames(settings)] as const),
    ),
    isKnown: !objects.isPending && !sounds.isPending && !plugIn.isPending,
  };
}

function placeNames(settings: DetectionSettings): readonly string[] {
  const shapes: readonly { readonly name: string }[] = settings.type === 'lineCrossing' ? settings.lines : settings.zones;
  return shapes.map(({ name }) => name);
}

const alarms: ReadonlySet<AlertType> = new Set<AlertType>(['smokeAlarm', 'coAlarm', 'fire', 'smoke']);

/** Whether it is about danger to life: what is chosen for all events at once would silence it by accident. */
export function isAlarm(type: AlertType): boolean {
  return alarms.has(type);
}

/** Returns the types that are changed at once: all but the alarms, unless there is nothing else. */
export function usualTypes(types: readonly AlertType[]): readonly AlertType[] {
  const usual = types.filter((type) => !isAlarm(type));
  return usual.length > 0 ? usual : types;
}

/** @example "Motion, people and vehicles" */
export function typesName(types: readonly AlertType[]): string {
  const locale = currentLocale();
  const names = types.map((type, index) => {
    const name = text(`events.${type}`);
    return index === 0 ? name : name.toLocaleLowerCase(locale);
  });
  return formatList(names, { locale });
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
