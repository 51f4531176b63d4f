import type { Camera } from '@watchpost/sdk-core';
import type { JSX } from 'react';
import { useValue } from '../../../element/use-value.ts';
import { saveFile } from '../../../element/save-file.ts';
import { takeSnapshot } from '../../player/index.ts';
import type { PlayerController } from '../../player/index.ts';
import { useWall } from './wall-context.tsx';
import { WallButton } from './wall-icons.tsx';

interface TileToolsProps {
  readonly tile: { readonly current: HTMLElement | null };
  readonly camera: Camera;
  readonly player: PlayerController;
  readonly place: number;
  /** Tab visits only the tools of the focused tile. */
  readonly isChosen: boolean;
}

/** The tools of a tile, upper right, visible on hover and focus. */
export function TileTools({ tile, camera, player, place, isChosen }: TileToolsProps): JSX.Element {
  const { wall, t, say, pick } = useWall();
  const hasAudio = useValue(player.hasAudio);
  const isHeard = useValue(wall.soundCameraId) === camera.id;
  const isOne = useValue(wall.one) === camera.id;
  const isTogether = useValue(wall.chosen).includes(camera.id);
  const isPlayedBack = useValue(wall.playback) !== null;
  const save = async (): Promise<void> => {
    const shot = tile.current && (await takeSnapshot(player, tile.current));
    if (shot) saveFile(shot.blob, shot.name);
  };
  const skipped = { isSkipped: !isChosen, look: 'wp-wall-tool' };
  return (
    <div className="wp-wall-tools">
      {hasAudio && (
        <WallButton
          {...skipped}
          icon={isHeard ? 'sound' : 'muted'}
          label={t(isHeard ? 'mute' : 'unmute')}
          isPressed={isHeard}
          onClick={() => wall.setSound(isHeard ? null : camera.id)}
        />
      )}
      <WallButton {...skipped} icon="camera" label={t('snapshot')} onClick={() => void save()} />
      {!isPlayedBack && !isOne && (
        <>
          {camera.withArchive && (
            <WallButton
              {...skipped}
              look="wp-wall-tool wp-wall-rare"
              icon="together"
              label={t(isTogether ? 'notTogether' : 'together')}
              isPressed={isTogether}
              onClick={() => wall.choose(camera.id)}
            />
          )}
          <WallButton {...skipped} look="wp-wall-tool wp-wall-rare" icon="swap" label={t('chooseOther')} onClick={() => pick(place)} />
          <WallButton
            {...skipped}
            look="wp-wall-tool wp-wall-rare"
            icon="close"
            label={t('removeCamera')}
            onClick={() => {
              say(t('removed', { camera: camera.title }));
              wall.removeAt(place);
            }}
          />
        </>
      )}
      <WallButton
        {...skipped}
        icon={isOne ? 'shrink' : 'expand'}
        label={t(isOne ? 'toWall' : 'fill')}
        onClick={() => wall.showOne(isOne ? null : camera.id)}
      />
    </div>
  );
}
