import type { Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../shared/ui/choice.tsx';
import { useSdCard } from './sd-card-queries.ts';
import { text } from './sd-card-texts.ts';
import { SdCardVideos } from './sd-card-videos.tsx';
import './sd-card.css';

export interface SdCardEventsProps {
  readonly camera: Camera;
  /** The card is shown, not the cloud. */
  readonly isChosen: boolean;
  readonly onChosen: (isChosen: boolean) => void;
}

/** The other source of what happened, for cameras with a card: the switch to it, and what is recorded on it (specification 2, section 2). */
export function SdCardEvents({ camera, isChosen, onChosen }: SdCardEventsProps): ReactNode {
  useTranslation();
  // One that is away is not asked; what it said before stays.
  const { data } = useSdCard(camera.id, camera.state === 'online');
  if (data?.support !== 'card' && !isChosen) return null;
  return (
    <>
      <div className="sd-card-source">
        <Segmented
          label={text('source')}
          value={isChosen ? 'card' : 'cloud'}
          onValue={(value) => onChosen(value === 'card')}
          options={[{ value: 'cloud', label: text('cloud') }, { value: 'card', label: text('card') }]}
        />
      </div>
      {isChosen ? <SdCardVideos camera={camera} /> : null}
    </>
  );
}
