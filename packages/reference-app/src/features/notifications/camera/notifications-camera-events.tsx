import { useQuery } from '@tanstack/react-query';
import type { CameraDetections, CameraPlugInDetections, CameraSoundDetections, PlugInDetectionType } from '@watchpost/sdk-core';
import type { SoundDetectionType, SwitchableDetection } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { EventAlerts } from './notifications-camera-alerts.tsx';
import { AwayChoice } from './notifications-camera-away.tsx';
import { Snooze } from './notifications-camera-snooze.tsx';
import { AlertsSummary } from './notifications-camera-summary.tsx';
import { useAlertChats, useAllEventSettings } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

interface EventChoicesProps {
  readonly cameraId: string;
  /** Tests the channels. */
  readonly test: ReactNode;
}

/** Which events of a camera notify the user (specification 2, section 2): those that the camera reports now. */
export function EventChoices({ cameraId, test }: EventChoicesProps): ReactNode {
  useTranslation();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['detections', cameraId],
    queryFn: ({ signal }) => client.smartEvents.list(cameraId, { signal }),
  });
  const sounds = useQuery({
    queryKey: ['sound-detections', cameraId],
    queryFn: ({ signal }) => client.smartEvents.sounds(cameraId, { signal }),
  });
  const plugIn = useQuery({
    queryKey: ['plug-in-detections', cameraId],
    queryFn: ({ signal }) => client.smartEvents.plugIn(cameraId, { signal }),
  });
  const types = [
    ...(data ? reportedTypes(data) : []),
    ...(sounds.data ? reportedSounds(sounds.data) : []),
    ...(plugIn.data ? reportedFindings(plugIn.data) : []),
  ];
  const chats = useAlertChats();
  const { settings, save } = useAllEventSettings(cameraId, types);
  const isAwayKnown = settings.every((one) => one !== undefined);
  const isOnlyWhenAway = settings.every((one) => one?.onlyWhenAway === true);
  const hasTypes = types.length > 0;
  return (
    // The test keeps its place, and so its results, when the types are known.
    <section className="camera-notifications-events" aria-label={hasTypes ? text('events.title') : undefined}>
      {hasTypes ? (
        <div className="camera-notifications-say">
          <AlertsSummary cameraId={cameraId} types={types} />
        </div>
      ) : null}
      {hasTypes ? <Snooze cameraId={cameraId} /> : null}
      {hasTypes ? (
        <div className="camera-notifications-types">
          <h3>{text('events.title')}</h3>
          <p className="small dim">{text('events.description')}</p>
          {types.map((type) => (
            <EventAlerts key={type} cameraId={cameraId} type={type} chats={chats} onHoursForAll={(schedule) => save({ schedule })} />
          ))}
          <AwayChoice
            cameraId={cameraId}
            isOn={isAwayKnown ? isOnlyWhenAway : undefined}
            onChoose={(onlyWhenAway) => save({ onlyWhenAway })}
          />
        </div>
      ) : null}
      <div className="camera-notifications-test">{test}</div>
    </section>
  );
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
