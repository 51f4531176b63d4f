import { useState } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../element/use-value.ts';
import { Modal } from '../../../primitives/overlay/modal.tsx';
import { useWall } from './wall-context.tsx';
import { WallButton, WallIcon } from './wall-icons.tsx';

/** The list of cameras, for a place of the wall or the first empty one. */
export function WallPicker({ place, onClose }: { readonly place: number | null; readonly onClose: () => void }): JSX.Element {
  const { wall, t } = useWall();
  const [wanted, setWanted] = useState('');
  const cameras = useValue(wall.cameras) ?? [];
  const { cameraIds } = useValue(wall.arrangement);
  const isOnWall = (id: string): boolean => cameraIds.length === 0 || cameraIds.includes(id);
  const found = cameras.filter(({ title }) => title.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()));

  const choose = (id: string): void => {
    if (place === null) wall.addCamera(id);
    else wall.putAt(place, id);
    onClose();
  };
  return (
    <Modal label={t('chooseCamera')} className="wp-wall-dialog" onClose={onClose}>
      <div className="wp-wall-dialog-body">
        <header>
          <h2>{t('chooseCamera')}</h2>
          <WallButton icon="close" label={t('close')} onClick={onClose} />
        </header>
        {cameras.length > 8 && (
          <input
            type="search"
            className="wp-wall-search"
            placeholder={t('find')}
            aria-label={t('find')}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        <ul>
          {found.map(({ id, title, state }) => (
            <li key={id}>
              <button type="button" className="wp-wall-row" onClick={() => choose(id)}>
                <WallIcon name={state === 'offline' ? 'offline' : 'empty'} />
                <span className="wp-wall-grow">{title}</span>
                {isOnWall(id) && <small>{t('onWall')}</small>}
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="wp-wall-hint">{t('nothingFound')}</p>}
      </div>
    </Modal>
  );
}
