import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { browserClock } from '../../../shared/browser/clock.ts';
import { useNow } from '../../../shared/browser/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Connecting, type ConnectingStep as Step } from '../add-camera-connecting.tsx';
import { FailureNote } from '../add-camera-failure-note.tsx';
import { text as flowText } from '../flow/add-camera-flow-texts.ts';
import { text } from './add-camera-code-texts.ts';
import { connectingState, type ConnectingState } from './add-camera-connecting-state.ts';
import { expiredFailure, refusalFailure, timeFailure, type RegistrationFailure } from './add-camera-registration-failure.ts';
import { useNewCamera, useRegistration } from './use-registration.ts';

interface ConnectingStepProps {
  readonly registrationId: string;
  /** How the camera got its token. */
  readonly way: 'code' | 'serial' | 'local';
  /** Of the Wi-Fi that it is to join; null when it joins none, or nobody remembers. */
  readonly wifiName: string | null;
  readonly onBack: () => void;
  readonly onOtherWay: () => void;
  readonly onReady: (cameraId: string) => void;
}

/** Follows a camera that was given its token until its first picture, for up to 2 minutes. */
export function ConnectingStep({ registrationId, way, wifiName, onBack, onOtherWay, onReady }: ConnectingStepProps): ReactNode {
  const now = useNow(250);
  const cache = useQueryClient();
  const [startedAt] = useState(() => browserClock.now());
  const [registeredAt, setRegisteredAt] = useState<number | null>(null);
  const { registration, isUnknown } = useRegistration(registrationId);
  const cameraId = registration?.cameraId ?? null;
  const { camera } = useNewCamera(cameraId);
  const shown = connectingState({ registration, isUnknown, camera, startedAt, registeredAt, now });
  useEffect(() => {
    if (cameraId === null) return;
    setRegisteredAt(browserClock.now());
    void cache.invalidateQueries({ queryKey: ['cameras'], exact: true });
  }, [cameraId, cache]);
  const readyId = shown.state === 'ready' ? shown.cameraId : null;
  useEffect(() => {
    if (readyId !== null) onReady(readyId);
    // Once for each camera; the callback is new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [readyId]);

  const failure = failureOf(shown);
  const back = text(way === 'local' ? 'backToAddress' : 'backToCode');
  if (failure) {
    return (
      <section className="add-step">
        <h1>{text('connecting')}</h1>
        <FailureNote {...failure} />
        <div className="add-row">
          <Button look="primary" onClick={onBack}>{back}</Button>
          <Button look="quiet" onClick={onOtherWay}>{flowText('otherWay')}</Button>
        </div>
      </section>
    );
  }
  const steps: readonly Step[] = [
    { name: 'token', label: text(way === 'local' ? 'stepToken' : 'stepCode') },
    { name: 'network', label: networkLabel(wifiName, cameraId !== null), elapsed: (registeredAt ?? now) - startedAt },
    { name: 'picture', label: text('stepPicture'), elapsed: registeredAt === null ? undefined : now - registeredAt },
  ];
  return (
    <Connecting title={text('connecting')} text={text('connectingText')} picture={text('noPicture')} steps={steps} current={cameraId === null ? 1 : 2}>
      <Button onClick={onBack}>{back}</Button>
      <p className="wp-help">{text('connectingLeave')}</p>
    </Connecting>
  );
}

function networkLabel(wifiName: string | null, isThere: boolean): string {
  if (wifiName === null) return text(isThere ? 'stepNetwork' : 'stepNetworkNow');
  return text(isThere ? 'stepWifi' : 'stepWifiNow', { name: wifiName });
}

function failureOf(shown: ConnectingState): RegistrationFailure | null {
  if (shown.state === 'refused') return refusalFailure(shown.code);
  if (shown.state === 'late') return timeFailure();
  return shown.state === 'expired' ? expiredFailure() : null;
}
