import type { Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSdCard } from './sd-card-queries.ts';
import { text } from './sd-card-texts.ts';
import { SdCardVideos } from './sd-card-videos.tsx';
import './sd-card.css';

export interface SdCardEventsProps {
  readonly camera: Camera;
  /** The list shows the card instead of the cloud. */
  readonly isChosen: boolean;
  readonly onChosen: (isChosen: boolean) => void;
}

/** The card as a source of events: the switch to it, and its recordings (specification 2, section 2). */
export function SdCardEvents({ camera, isChosen, onChosen }: SdCardEventsProps): ReactNode {
  useTranslation();
  // Offline cameras are not queried; the last response stays.
  const { data } = useSdCard(camera.id, camera.state === 'online');
  if (data?.support !== 'card' && !isChosen) return null;
  return (
    <>
      <select
        className="sd-card-source"
        aria-label={text('source')}
        value={isChosen ? 'card' : 'cloud'}
        onChange={({ target }) => onChosen(target.value === 'card')}
      >
        <option value="cloud">{text('cloud')}</option>
        <option value="card">{text('card')}</option>
      </select>
      {isChosen ? <SdCardVideos camera={camera} /> : null}
    </>
  );
}
