import { useQueryClient } from '@tanstack/react-query';
import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PhoneConnecting } from './phone-camera-connecting.tsx';
import { followPhoneLink } from './phone-camera-link-model.ts';
import type { PhoneLink } from './phone-camera-link-model.ts';
import { PhoneLinkShown } from './phone-camera-link-shown.tsx';
import { linkText as text } from './phone-camera-link-texts.ts';
import { PhoneLive } from './phone-camera-live.tsx';
import { serverAddress } from '../../shared/navigation/base-path.ts';
import './phone-camera-link.css';

export interface PhoneLinkScreenProps {
  /** The phone is a camera now, with a picture unless the user skipped waiting for it. */
  readonly onDone: (cameraId: string) => void;
  readonly onBack: () => void;
}

/** Creates a link for the phone and follows it, from the code to the first picture and a name. */
export function PhoneLinkScreen({ onDone, onBack }: PhoneLinkScreenProps): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const [link, setLink] = useState<PhoneLink>({ kind: 'making' });
  /** Counts the links, each of which is followed once. */
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const onChange = (next: PhoneLink): void => {
      setLink(next);
      if (next.kind === 'connecting') void cache.invalidateQueries({ queryKey: ['cameras'] });
    };
    void followPhoneLink({ client, clock: systemClock, origin: serverAddress(), signal: controller.signal, onChange });
    return () => controller.abort();
  }, [client, cache, turn]);
  const again = (): void => setTurn(turn + 1);

  switch (link.kind) {
    case 'making':
    case 'shown':
      return <PhoneLinkShown link={link.kind === 'shown' ? link : null} />;
    case 'failed':
    case 'expired':
      return (
        <EmptyState
          broken
          level="h1"
          title={text(link.kind === 'failed' ? 'failedTitle' : 'expiredTitle')}
          text={link.kind === 'failed' ? link.text : text('expiredText')}
        >
          <Button look="quiet" onClick={onBack}>
            {text('back')}
          </Button>
          <Button look="primary" onClick={again}>
            {text('again')}
          </Button>
        </EmptyState>
      );
    case 'connecting':
      return <PhoneConnecting since={link.since} onLeave={() => onDone(link.cameraId)} />;
    case 'live':
      return <PhoneLive camera={link.camera} onDone={() => onDone(link.camera.id)} />;
  }
}
