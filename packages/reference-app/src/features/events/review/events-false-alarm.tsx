import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type {
  Camera,
  CameraDetections,
  CameraEvent,
  DetectionType,
  EventArea,
  MotionDetection,
  SwitchableDetection,
} from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { leaveOutQuery } from '../../../shared/settings/leave-out.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { text, typeName } from '../events-texts.ts';
import { isDetection, raisedThreshold } from './events-advice.ts';
import { motionAreasWithout } from './events-motion-place.ts';

export interface FalseAlarmProps {
  /** The event that stands for what was marked. */
  readonly event: CameraEvent;
  readonly camera: Pick<Camera, 'title'> | undefined;
  /** The path of a detection's settings. */
  readonly settingsOf: (cameraId: string, type: SwitchableDetection) => string;
  readonly onUndo: () => void;
  /** The user needs no other setting. */
  readonly onDone: () => void;
}

/** Asks what should change after a false alarm. */
export function FalseAlarm({ event, camera, settingsOf, onUndo, onDone }: FalseAlarmProps): ReactNode {
  const { cameraId, type } = event;
  const place = type === 'motion' || isDetection(type) ? settingsOf(cameraId, type) : null;
  return (
    <div className="event-ask" role="group" aria-label={text('askTitle')}>
      <p role="status">
        <b>{text('askTitle')}</b> {text('askText', { type: typeName(type), camera: camera?.title ?? text('camera') })}
      </p>
      <HowOften event={event} />
      <div className="event-ask-actions">
        {place === null ? null : type === 'motion' ? (
          <LeaveMotionOut event={event} settings={place} onLeftOut={onDone} />
        ) : (
          // Lines have no areas; elsewhere, the settings open with the place left out, to be seen and saved.
          <Link className={buttonClass({ size: 's' })} to={type === 'lineCrossing' ? place : `${place}${leaveOutQuery(event.area)}`}>
            {text('askArea')}
          </Link>
        )}
        {isDetection(type) ? <RaiseThreshold event={event} type={type} onRaised={onDone} /> : null}
        {place === null ? null : (
          <Link className={buttonClass({ size: 's' })} to={to.SmartEvents(cameraId)}>
            {text('askOff', { type: typeName(type) })}
          </Link>
        )}
        <Button size="s" onClick={onDone}>
          {text('askOnce')}
        </Button>
        <Button size="s" look="quiet" onClick={onUndo}>
          {text('undo')}
        </Button>
      </div>
    </div>
  );
}

const weekMs = 7 * 86_400_000;
/** A page of the list: more than that in a week is too much in any case. */
const maxCounted = 200;

/** How often it was a false alarm lately: what happens again and again is worth another setting. */
function HowOften({ event: { cameraId, type } }: { readonly event: CameraEvent }): ReactNode {
  const client = useClient();
  const now = useServerNow();
  const { data: count = 0 } = useQuery({
    queryKey: ['false-alarms', cameraId, type],
    queryFn: async ({ signal }) => {
      const query = { cameraIds: [cameraId], types: [type], from: Math.floor(now() - weekMs), limit: maxCounted };
      return (await client.events.list(query, { signal })).events.filter(({ isFalseAlarm }) => isFalseAlarm).length;
    },
    gcTime: 0,
  });
  return count < 2 ? null : <p>{text('askOften', { count })}</p>;
}

interface LeaveMotionOutProps {
  readonly event: CameraEvent;
  /** The path of the settings. */
  readonly settings: string;
  readonly onLeftOut: () => void;
}

/** Leaves out where something moved, in one press; where that can't be done by areas, the settings are opened. */
function LeaveMotionOut({ event, settings, onLeftOut }: LeaveMotionOutProps): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { cameraId } = event;
  // The key of the camera's settings.
  const queryKey = ['motion-detection', cameraId];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => client.events.motionDetection(cameraId, { signal }) });
  const next = data ? motionAreasWithout(data.areas, event.area) : null;
  if (!data || !next)
    return (
      <Link className={buttonClass({ size: 's' })} to={settings}>
        {text('askArea')}
      </Link>
    );
  const change = async (areas: EventArea[]): Promise<boolean> => {
    try {
      cache.setQueryData<MotionDetection>(queryKey, await client.events.updateMotionDetection(cameraId, { areas }));
      return true;
    } catch (error) {
      showToast('error', text('placeFailed'), { id: 'false-alarm', text: errorText(error, currentLocale()) });
      return false;
    }
  };
  const leaveOut = async (): Promise<void> => {
    setBusy(true);
    const isLeftOut = await change(next);
    setBusy(false);
    if (!isLeftOut) return;
    onLeftOut();
    showToast('success', text('placeLeftOut'), {
      id: 'false-alarm',
      action: { label: text('undo'), onAction: () => void change(data.areas) },
    });
  };
  return (
    <Button size="s" busy={isBusy} onClick={() => void leaveOut()}>
      {text('askArea')}
    </Button>
  );
}

interface RaiseThresholdProps {
  readonly event: CameraEvent;
  readonly type: DetectionType;
  readonly onRaised: () => void;
}

/** Raises the threshold above this alarm, in one press, where true objects still pass. */
function RaiseThreshold({ event, type, onRaised }: RaiseThresholdProps): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { cameraId } = event;
  // The key of the detections' screens.
  const queryKey = ['detections', cameraId];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => client.smartEvents.list(cameraId, { signal }) });
  const settings = data?.detections.find((one) => one.type === type);
  const next = settings ? raisedThreshold(event, settings) : null;
  if (!settings || next === null) return null;
  const change = async (threshold: number): Promise<boolean> => {
    try {
      const changed = await client.smartEvents.update(cameraId, type, { threshold });
      cache.setQueryData<CameraDetections>(
        queryKey,
        (known) => known && { ...known, detections: known.detections.map((one) => (one.type === type ? changed : one)) },
      );
      return true;
    } catch (error) {
      showToast('error', text('thresholdFailed'), { id: 'false-alarm', text: errorText(error, currentLocale()) });
      return false;
    }
  };
  const raise = async (): Promise<void> => {
    setBusy(true);
    const isRaised = await change(next);
    setBusy(false);
    if (!isRaised) return;
    onRaised();
    showToast('success', text('thresholdRaised', { threshold: shareText(next) }), {
      id: 'false-alarm',
      action: { label: text('undo'), onAction: () => void change(settings.threshold) },
    });
  };
  return (
    <Button size="s" busy={isBusy} onClick={() => void raise()}>
      {text('askThreshold', { threshold: shareText(next) })}
    </Button>
  );
}

function shareText(share: number): string {
  return share.toLocaleString(currentLocale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
