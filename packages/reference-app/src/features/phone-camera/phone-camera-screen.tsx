import { createPhoneCamera, readPhoneLink } from '@watchpost/sdk-core';
import { createLocalStorage, createNetworkHints, createPhoneDevice } from '@watchpost/sdk-core/browser';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { holdDark } from '../../shared/browser/preferences.ts';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { PhoneIntroduction } from './phone-camera-introduction.tsx';
import { PhoneMessage } from './phone-camera-message.tsx';
import { text } from './phone-camera-page-texts.ts';
import type { Phone } from './phone-camera-phone.ts';
import { PhoneStage } from './phone-camera-stage.tsx';
import './phone-camera-page.css';

/** The file that hands sound out in Safari and Firefox. */
const soundWorkletPath = '/phone-camera-sound.js';

/** The page that runs on the phone. @param hash of the address it was opened with @param onRegistered the link has done its work */
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

/** One for the page's life; what it holds is let go when the page is left. */
function usePhone(): Phone {
  const [phone] = useState<Phone>(() => {
    const device = createPhoneDevice({ soundWorkletPath });
    return { device, camera: createPhoneCamera({ device, storage: createLocalStorage(), network: createNetworkHints(), locale: currentLocale }) };
  });
  useEffect(() => phone.camera.dispose, [phone]);
  return phone;
}

function PhoneContent({ phone, hash, onRegistered }: { readonly phone: Phone; readonly hash: string; readonly onRegistered: () => void }): ReactNode {
  const state = useSignalValue(phone.camera.state);
  const token = readPhoneLink(hash);
  if (token !== null) return <PhoneIntroduction camera={phone.camera} token={token} onRegistered={onRegistered} />;
  if (state.kind === 'new') return hash.length > 1 ? <PhoneMessage heading={text('brokenHeading')} body={text('brokenText')} /> : <PhoneMessage heading={text('noLinkHeading')} body={text('noLinkText')} />;
  return <PhoneStage phone={phone} />;
}
