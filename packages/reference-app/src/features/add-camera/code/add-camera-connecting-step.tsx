import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useNow } from '../../../shared/live/now.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
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
  /** How the camera received its token. */
  readonly method: 'code' | 'serial' | 'local';
  /** The Wi-Fi network that the camera joins; null when it joins none or the name was lost. */
  readonly wifiName: string | null;
  readonly onBack: () => void;
  readonly onOtherMethod: () => void;
  readonly onReady: (cameraId: string) => void;
}

/** Follows a camera that has received its token until its first picture, for up to 2 minutes. */
export function ConnectingStep({ registrationId, method, wifiName, onBack, onOtherMethod, onReady }: ConnectingStepProps): ReactNode {
  const now = useNow(250);
  const serverNow = useServerNow();
  const cache = useQueryClient();
  const [startedAt] = useState(serverNow);
  const [registeredAt, setRegisteredAt] = useState<number | null>(null);
  const { registration, isUnknown } = useRegistration(registrationId);
  const cameraId = registration?.cameraId ?? null;
  const { camera } = useNewCamera(cameraId);
  const shown = connectingState({ registration, isUnknown, camera, startedAt, registeredAt, now });
  useEffect(() => {
    if (cameraId === null) return;
    setRegisteredAt(serverNow());
    void cache.invalidateQueries({ queryKey: ['cameras'], exact: true });
  }, [cameraId, cache, serverNow]);
  const readyId = shown.state === 'ready' ? shown.cameraId : null;
  useEffect(() => {
    if (readyId !== null) onReady(readyId);
    // Runs once for each camera; the callback is new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [readyId]);

  const failure = failureOf(shown);
  const back = text(method === 'local' ? 'backToAddress' : 'backToCode');
  if (failure) {
    return (
      <section className="add-step">
        <h1>{text('connecting')}</h1>
        <FailureNote {...failure} />
        <div className="add-row">
          <Button look="primary" onClick={onBack}>
            {back}
          </Button>
          <Button look="quiet" onClick={onOtherMethod}>
            {flowText('otherWay')}
          </Button>
        </div>
      </section>
    );
  }
  const isRegistered = cameraId !== null;
  // Before its first contact, nothing shows whether the camera read its code or joined the Wi-Fi: only reported progress is a step.
  const handedOver: readonly Step[] = method === 'local' ? [{ name: 'token', label: text('stepToken') }] : [];
  const steps: readonly Step[] = [
    ...handedOver,
    { name: 'registration', label: text(isRegistered ? 'stepRegistered' : 'stepWaiting'), elapsed: (registeredAt ?? now) - startedAt },
    { name: 'picture', label: text('stepPicture'), elapsed: registeredAt === null ? undefined : now - registeredAt },
  ];
  return (
    <Connecting
      title={text('connecting')}
      text={wifiName === null ? text('connectingText') : text('connectingWifi', { name: wifiName })}
      picture={text('noPicture')}
      steps={steps}
      current={handedOver.length + (isRegistered ? 1 : 0)}
    >
      <Button onClick={onBack}>{back}</Button>
      <p className="wp-help">{text('connectingLeave')}</p>
    </Connecting>
  );
}

function failureOf(shown: ConnectingState): RegistrationFailure | null {
  if (shown.state === 'refused') return refusalFailure(shown.code);
  if (shown.state === 'late') return timeFailure();
  return shown.state === 'expired' ? expiredFailure() : null;
}
