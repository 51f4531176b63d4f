import type { SharedCamera } from '@watchpost/sdk-core';
import { Stamp } from '@watchpost/widgets/primitives';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../shared/live/now.ts';
import { age } from '../../../shared/time/time-texts.ts';
import { useInvitedPicture } from './sharing-landing-queries.ts';
import { landingTexts } from './sharing-landing-texts.ts';

/** A page shows so many cameras and counts the others. */
const maxPictures = 5;

const ages = { seconds: 'secondsAgo', minutes: 'minutesAgo', hours: 'hoursAgo' } as const;

interface PicturesProps {
  readonly token: string;
  readonly cameras: readonly SharedCamera[];
  /** Stands beside or below the smaller pictures. */
  readonly children?: ReactNode;
}

/** The cameras of a link, the first one large. */
export function LandingPictures({ token, cameras, children }: PicturesProps): ReactNode {
  const { t } = useTranslation(landingTexts);
  const shown = cameras.slice(0, maxPictures);
  const hidden = cameras.length - shown.length;
  return (
    <div className={shown.length === 2 ? 'landing-pictures two' : 'landing-pictures'}>
      <ul>
        {shown.map((camera) => (
          <Tile key={camera.id} token={token} camera={camera} />
        ))}
      </ul>
      {hidden > 0 ? <p className="landing-more dim">{t('moreCameras', { count: hidden })}</p> : null}
      {children}
    </div>
  );
}

function Tile({ token, camera }: { readonly token: string; readonly camera: SharedCamera }): ReactNode {
  const { t } = useTranslation(landingTexts);
  const { data: blob, isLoading } = useInvitedPicture(token, camera.id, camera.pictureUrl !== null);
  const address = useObjectUrl(blob);
  const hasNone = address === null && !isLoading;
  return (
    <li className="landing-tile" aria-busy={isLoading}>
      {/* Only a camera without a picture is a dark box with a name: one on its way would look the same. */}
      <div className={isLoading ? 'landing-picture landing-picture-loading' : 'landing-picture'}>
        {address === null ? null : <img src={address} alt={t('pictureOf', { name: camera.title })} />}
        {hasNone ? <span className="landing-name-frame">{camera.title}</span> : null}
        <span className="landing-stamps">
          {hasNone ? null : <NameStamp title={camera.title} />}
          {address !== null && camera.pictureAt !== null ? (
            <Stamp dim>
              <Age at={camera.pictureAt} />
            </Stamp>
          ) : null}
        </span>
      </div>
      <div className="landing-caption">
        <span className="strong cut">{camera.title}</span>
        {address !== null && camera.pictureAt !== null ? (
          <span className="landing-age dim">
            <Age at={camera.pictureAt} />
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** On a phone, where the first picture has no caption. The caption has the same words for screen readers. */
function NameStamp({ title }: { readonly title: string }): ReactNode {
  return (
    <span className="landing-name-stamp" aria-hidden="true">
      <Stamp>{title}</Stamp>
    </span>
  );
}

function Age({ at }: { readonly at: number }): ReactNode {
  const { t } = useTranslation(landingTexts);
  const now = useNow(1000);
  const { unit, count } = age(at, now);
  return t(ages[unit], { count });
}

/** Returns an address of the picture for as long as it is shown. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const address = useMemo(() => (blob ? URL.createObjectURL(blob) : null), [blob]);
  useEffect(() => {
    if (address !== null) return () => URL.revokeObjectURL(address);
  }, [address]);
  return address;
}
