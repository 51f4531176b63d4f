import { useQuery } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { CameraDetections, SwitchableDetection } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/choice.tsx';
import { useEventChoice } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

/** Which events of a camera notify the user (specification 2, section 2): those that the camera reports now. */
export function EventChoices({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['detections', cameraId],
    queryFn: ({ signal }) => client.smartEvents.list(cameraId, { signal }),
  });
  const types = data ? reportedTypes(data) : [];
  if (types.length === 0) return null;
  return (
    <section className="camera-notifications-events" aria-label={text('events.title')}>
      <h3>{text('events.title')}</h3>
      <p className="small dim">{text('events.description')}</p>
      {types.map((type) => (
        <EventChoice key={type} cameraId={cameraId} type={type} />
      ))}
    </section>
  );
}

/** A type that nobody can find is not offered. */
function reportedTypes({ engine, detections, isMotionEnabled }: CameraDetections): SwitchableDetection[] {
  const enabled = engine.state === 'ready' ? detections.filter(({ isEnabled }) => isEnabled).map(({ type }) => type) : [];
  return [...(isMotionEnabled ? (['motion'] as const) : []), ...enabled];
}

function EventChoice({ cameraId, type }: { readonly cameraId: string; readonly type: SwitchableDetection }): ReactNode {
  const { isOn, error, isFetching, choose, retry } = useEventChoice(cameraId, type);
  const name = text(`events.${type}`);
  if (error) {
    return (
      <p className="camera-notifications-failed">
        <span>{`${name}: ${errorText(error, currentLocale())}`}</span>
        <Button size="s" busy={isFetching} onClick={retry}>
          {text('retry')}
        </Button>
      </p>
    );
  }
  return <Switch end label={name} checked={isOn ?? false} disabled={isOn === undefined} onChange={choose} />;
}
