import { useSignals } from '@preact/signals-react/runtime';
import { createPhoneCamera, readPhoneLink } from '@watchpost/sdk-core';
import { createLocalStorage, createNetworkHints, createPhoneDevice } from '@watchpost/sdk-core/browser';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { holdDark } from '../../shared/browser/theme.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { basePath } from '../../shared/navigation/base-path.ts';
import { PhoneIntroduction } from './phone-camera-introduction.tsx';
import { PhoneMessage } from './phone-camera-message.tsx';
import { text } from './phone-camera-page-texts.ts';
import type { Phone } from './phone-camera-phone.ts';
import { PhoneStage } from './phone-camera-stage.tsx';
import './phone-camera-page.css';

/** The audio worklet for Safari and Firefox. */
const soundWorkletPath = '/phone-camera-sound.js';

/** The page that runs on the phone. @param hash fragment of the opened address @param onRegistered the link has been used */
export function PhoneCameraScreen({ hash, onRegistered }: { readonly hash: string; readonly onRegistered: () => void }): ReactNode {
  usePageTitle(text('title'));
  useLayoutEffect(holdDark, []);
  const phone = usePhone();
  return (
    <main className="phone-page">
      <PhoneContent phone={phone} hash={hash} onRegistered={onRegistered} />
    </main>
  );
}

/** Creates the phone for the page's lifetime, and releases its resources when the user leaves. */
function usePhone(): Phone {
  const [phone] = useState<Phone>(() => {
    const device = createPhoneDevice({ soundWorkletPath });
    return {
      device,
      camera: createPhoneCamera({
        device,
        storage: createLocalStorage(`${basePath}/`.slice(1)),
        network: createNetworkHints(),
        locale: currentLocale,
      }),
    };
  });
  useEffect(() => phone.camera.dispose, [phone]);
  return phone;
}

function PhoneContent({
  phone,
  hash,
  onRegistered,
}: {
  readonly phone: Phone;
  readonly hash: string;
  readonly onRegistered: () => void;
}): ReactNode {
  useSignals();
  const state = phone.camera.state.value;
  const token = readPhoneLink(hash);
  if (token !== null) return <PhoneIntroduction camera={phone.camera} token={token} onRegistered={onRegistered} />;
  if (state.kind === 'new')
    return hash.length > 1 ? (
      <PhoneMessage heading={text('brokenHeading')} body={text('brokenText')} />
    ) : (
      <PhoneMessage heading={text('noLinkHeading')} body={text('noLinkText')} />
    );
  return <PhoneStage phone={phone} />;
}
