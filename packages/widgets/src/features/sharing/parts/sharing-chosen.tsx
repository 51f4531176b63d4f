import type { JSX } from 'react';
import { formatList } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { useSharing } from './sharing-context.tsx';
import { SharingPreview } from './sharing-preview.tsx';

const maxPreviews = 2;
const maxNames = 3;

/** The chosen cameras, and the way to choose others. */
export function SharingChosen({ onPick }: { readonly onPick: () => void }): JSX.Element {
  const { share, locale, t } = useSharing();
  const chosen = useValue(share.chosen);
  const cameras = useValue(share.cameras);
  const count = cameras.kind === 'ready' ? cameras.cameras.length : chosen.length;
  const names = chosen.slice(0, maxNames).map(({ title }) => title);
  const rest = chosen.length - names.length;
  const listed = rest > 0 ? [...names, `+${rest}`].join(', ') : formatList(names, { locale });
  return (
    <div className="wp-share-chosen">
      {chosen.slice(0, maxPreviews).map((camera) => (
        <SharingPreview key={camera.id} camera={camera} />
      ))}
      <div className="wp-share-names">
        <b>{chosen.length === 0 ? t('noneChosen') : listed}</b>
        <span>{chosen.length === 0 ? t('noneChosenHint') : t('camerasOf', { chosen: chosen.length, count })}</span>
      </div>
      {count > 1 && (
        <Button size="s" onClick={onPick}>
          {t('change')}
        </Button>
      )}
    </div>
  );
}
