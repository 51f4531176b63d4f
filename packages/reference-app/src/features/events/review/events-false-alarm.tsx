import { useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { Camera, CameraDetections, CameraEvent, DetectionType, SwitchableDetection } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { text, typeName } from '../events-texts.ts';
import { isDetection, raisedThreshold } from './events-advice.ts';

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
      <div className="event-ask-actions">
        {place === null ? null : (
          <Link className={buttonClass({ size: 's' })} to={place}>
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
