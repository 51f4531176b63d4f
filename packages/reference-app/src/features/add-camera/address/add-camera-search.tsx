import { errorText, type DiscoveredCamera } from '@watchpost/sdk-core';
import { Cctv } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { Badge, ListRow } from '../../../shared/ui/status.tsx';
import { text } from './add-camera-address-texts.ts';
import { useFoundPictures } from './use-found-pictures.ts';

type Search =
  | { readonly state: 'idle' }
  | { readonly state: 'searching' }
  | { readonly state: 'found'; readonly cameras: readonly DiscoveredCamera[] }
  | { readonly state: 'unavailable' }
  | { readonly state: 'failed'; readonly reason: string };

interface SearchProps {
  /** @param picture object URL of its picture; null while none has loaded */
  readonly onChoose: (camera: DiscoveredCamera, picture: string | null) => void;
}

/** Lists the cameras that the server discovers in its network; a click selects one. */
export function CameraSearch({ onChoose }: SearchProps): ReactNode {
  const client = useClient();
  const [search, setSearch] = useState<Search>({ state: 'idle' });
  const attempt = useRef<AbortController | null>(null);
  useEffect(() => () => attempt.current?.abort(), []);

  const find = async (): Promise<void> => {
    const controller = new AbortController();
    attempt.current = controller;
    setSearch({ state: 'searching' });
    const next = await client.addCamera.discover({ signal: controller.signal }).then(
      ({ isAvailable, cameras }): Search => (isAvailable ? { state: 'found', cameras } : { state: 'unavailable' }),
      (error: unknown): Search => ({ state: 'failed', reason: errorText(error, currentLocale()) }),
    );
    if (!controller.signal.aborted) setSearch(next);
  };

  return (
    <section className="add-search" aria-labelledby="add-search-title">
      <h2 id="add-search-title">{text('network')}</h2>
      {search.state === 'unavailable' ? null : (
        <div className="add-search-start">
          <Button busy={search.state === 'searching'} onClick={() => void find()}>
            {text(search.state === 'searching' ? 'finding' : search.state === 'idle' ? 'find' : 'findAgain')}
          </Button>
          {search.state === 'idle' ? <p className="wp-help">{text('findHint')}</p> : null}
        </div>
      )}
      <div role="status">
        <Outcome search={search} onChoose={onChoose} />
      </div>
    </section>
  );
}

function Outcome({ search, onChoose }: SearchProps & { readonly search: Search }): ReactNode {
  if (search.state === 'unavailable') return <p className="dim">{text('unavailable')}</p>;
  if (search.state === 'failed') return <ErrorText>{`${text('failed')}. ${search.reason}`}</ErrorText>;
  if (search.state !== 'found') return null;
  if (search.cameras.length === 0) {
    return (
      <p className="dim">
        <b>{text('none')}</b>
        <br />
        {text('noneText')}
      </p>
    );
  }
  return (
    <>
      <p className="dim small">{text('found', { count: search.cameras.length })}</p>
      <FoundList cameras={search.cameras} onChoose={onChoose} />
    </>
  );
}

/** Shows the rows immediately and reserves space for their pictures, which load later. */
function FoundList({ cameras, onChoose }: SearchProps & { readonly cameras: readonly DiscoveredCamera[] }): ReactNode {
  const pictures = useFoundPictures(cameras);
  return (
    <ul className="wp-list">
      {cameras.map((camera) => {
        const picture = pictures.get(camera.address) ?? null;
        return (
          <li key={camera.address}>
            <ListRow
              before={<span className="add-found-picture">{picture === null ? <Cctv size={24} /> : <img src={picture} alt="" />}</span>}
              title={foundName(camera)}
              text={foundPlace(camera)}
              after={camera.isAdded ? <Badge>{text('added')}</Badge> : null}
              onPress={() => onChoose(camera, picture)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the name that a camera reports; model and name are often the same word. */
export function foundName({ name, model }: DiscoveredCamera): string {
  if (name === '' || model === '') return name || model || text('unnamed');
  return name.toLowerCase().includes(model.toLowerCase()) ? name : `${name} ${model}`;
}

/** Returns the camera's address in the form that routers list. */
export function foundPlace({ address }: DiscoveredCamera): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
