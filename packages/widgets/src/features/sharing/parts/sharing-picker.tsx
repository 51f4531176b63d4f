import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { Camera } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { Checkbox } from '../../../primitives/choice/checkbox.tsx';
import { Field } from '../../../primitives/field/field.tsx';
import { canShare } from '../sharing-controller.ts';
import { useSharing } from './sharing-context.tsx';
import { SharingIcon } from './sharing-icons.tsx';
import { SharingPreview } from './sharing-preview.tsx';

const searchFrom = 9;
/** The server takes at most this many cameras in a link. */
const maxCameras = 100;

interface PickerProps {
  /** Id of the dialog's title. */
  readonly titleId: string;
  readonly cameras: readonly Camera[];
  readonly onDone: () => void;
}

/** The list of cameras: those that the user can't share say why. */
export function SharingPicker({ titleId, cameras, onDone }: PickerProps): JSX.Element {
  const { share, t } = useSharing();
  const chosen = useValue(share.chosen);
  const shareable = useValue(share.shareable);
  const now = useValue(share.now);
  const [wanted, setWanted] = useState('');
  // Not its first field: on a phone that would open the keyboard.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus({ preventScroll: true }), []);
  const ids = chosen.map(({ id }) => id);
  const found = cameras.filter(({ title }) => title.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()));
  const isAll = shareable.length > 0 && ids.length === shareable.length;
  return (
    <div ref={list} className="wp-share-picker" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <div className="wp-share-picker-scroll">
        {cameras.length >= searchFrom && (
          <Field
            type="search"
            label={t('find')}
            value={wanted}
            onValue={setWanted}
            before={<SharingIcon name="search" />}
            autoComplete="off"
          />
        )}
        {shareable.length > 1 && shareable.length <= maxCameras && wanted === '' && (
          <div className="wp-share-all">
            <Checkbox
              label={t('all')}
              checked={isAll}
              mixed={ids.length > 0 && !isAll}
              onChange={(all) => share.choose(all ? shareable.map(({ id }) => id) : [])}
            />
          </div>
        )}
        <ul className="wp-share-cameras">
          {found.map((camera) => {
            const isShareable = canShare(camera, now);
            const isChosen = ids.includes(camera.id);
            return (
              <li key={camera.id} className={isShareable ? undefined : 'wp-share-camera-off'}>
                <SharingPreview camera={camera} />
                <Checkbox
                  label={camera.title}
                  description={isShareable ? undefined : t('viewOnly')}
                  checked={isChosen}
                  disabled={!isShareable || (!isChosen && ids.length >= maxCameras)}
                  onChange={(checked) => share.choose(checked ? [...ids, camera.id] : ids.filter((id) => id !== camera.id))}
                />
              </li>
            );
          })}
        </ul>
        {found.length === 0 && <p className="wp-share-nothing">{t('nothingFound')}</p>}
      </div>
      <footer className="wp-dialog-footer">
        <Button look="primary" disabled={ids.length === 0} onClick={onDone}>
          {t('done')}
        </Button>
      </footer>
    </div>
  );
}
