import { useSignals } from '@preact/signals-react/runtime';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { PhoneCameraState } from '@watchpost/sdk-core';
import { Button } from '../../shared/ui/button.tsx';
import { PhoneControls } from './phone-camera-controls.tsx';
import { PhoneFailed } from './phone-camera-failed.tsx';
import { PhoneMessage } from './phone-camera-message.tsx';
import { text } from './phone-camera-page-texts.ts';
import type { Phone } from './phone-camera-phone.ts';

/** A phone used as a camera: its picture, or why there is none. */
export function PhoneStage({ phone }: { readonly phone: Phone }): ReactNode {
  const { camera } = phone;
  useSignals();
  const state = camera.state.value;
  switch (state.kind) {
    case 'new':
    case 'removed':
      return <PhoneMessage heading={text('removedHeading')} body={text('removedText')} />;
    case 'off':
      return (
        <PhoneMessage heading={text('offHeading')} body={text('offText')}>
          <Button look="primary" size="l" wide onClick={camera.start}>
            {text('start')}
          </Button>
          <ForgetButton camera={camera} />
        </PhoneMessage>
      );
    case 'asleep':
      return <PhoneMessage heading={text('asleepHeading')} body={text('asleepText')} />;
    case 'elsewhere':
      return (
        <PhoneMessage heading={text('elsewhereHeading')} body={text('elsewhereText')}>
          <Button size="l" wide onClick={camera.start}>
            {text('here')}
          </Button>
        </PhoneMessage>
      );
    case 'no-wifi':
      return (
        <PhoneMessage heading={text('noWifiHeading')} body={text('noWifiText')}>
          <Button size="l" wide onClick={() => camera.set({ wifiOnly: false })}>
            {text('useAny')}
          </Button>
        </PhoneMessage>
      );
    case 'failed':
      return <PhoneFailed reason={state.reason} onAgain={camera.start} />;
    case 'opening':
    case 'filming':
      return <Viewfinder phone={phone} state={state} />;
  }
}

const links = { live: 'live', connecting: 'connecting', waiting: 'waiting' } as const;

function Viewfinder({
  phone,
  state,
}: {
  readonly phone: Phone;
  readonly state: Extract<PhoneCameraState, { kind: 'opening' | 'filming' }>;
}): ReactNode {
  const { camera, device } = phone;
  useSignals();
  const stream = device.stream.value;
  const abilities = camera.abilities.value;
  const title = camera.title.value;
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  const link = state.kind === 'filming' ? state.link : null;
  return (
    <div className="phone-page-stage">
      <video ref={video} className={abilities?.lens === 'front' ? 'mirrored' : undefined} autoPlay muted playsInline aria-hidden="true" />
      <header className="phone-page-head">
        <h1 className="cut">{title}</h1>
        <p role="status" className={link === 'live' ? 'phone-page-state live' : 'phone-page-state'}>
          {link === 'live' ? <i /> : <LoaderCircle className="wp-spin" size={16} />}
          {text(link === null ? 'opening' : links[link])}
        </p>
      </header>
      <PhoneControls camera={camera} />
    </div>
  );
}

function ForgetButton({ camera }: { readonly camera: Phone['camera'] }): ReactNode {
  useSignals();
  const name = camera.title.value;
  return (
    <details className="phone-page-forget">
      <summary>{text('forget')}</summary>
      <p className="phone-page-small">{text('forgetText', { name: name ?? '' })}</p>
      <Button look="danger" wide onClick={camera.forget}>
        {text('forgetConfirm')}
      </Button>
    </details>
  );
}
