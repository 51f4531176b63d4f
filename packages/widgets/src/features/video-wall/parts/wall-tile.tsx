import { memo, useEffect, useRef, useState } from 'react';
import type { FunctionComponent, JSX } from 'react';
import type { Camera } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { createPlayerController } from '../../player/index.ts';
import type { PlayerController } from '../../player/index.ts';
import { canUseSocket, keepToSocket } from '../control/shared-socket.ts';
import type { WallPlace } from '../model/wall-place.ts';
import { useWall } from './wall-context.tsx';
import { WallIcon } from './wall-icons.tsx';
import { TileMessage, TileTime } from './wall-message.tsx';
import { TileTools } from './wall-tools.tsx';

export interface WallTileProps {
  readonly camera: Camera;
  /** Index among all places of the wall. */
  readonly place: number;
  /** Its position; null while its page is not shown yet. */
  readonly cell: WallPlace | null;
  readonly isFocusable: boolean;
  /** Fills the wall. */
  readonly isOne: boolean;
  readonly drag: 'carried' | 'target' | null;
}

/** One camera of the wall: its last picture immediately, then its substream. User actions render only the affected tiles. */
export const WallTile: FunctionComponent<WallTileProps> = memo(function WallTile({
  camera,
  place,
  cell,
  isFocusable,
  isOne,
  drag,
}: WallTileProps): JSX.Element {
  const { wall, clientOf, report, overlay, t } = useWall();
  const tile = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [player, setPlayer] = useState<PlayerController | null>(null);
  const { id } = camera;
  const client = clientOf(id);
  const reportsTo = useRef(report);

  useEffect(() => {
    if (!tile.current || !video.current || !canvas.current) return;
    const onSocket = canUseSocket();
    const created = createPlayerController({
      client,
      cameraId: id,
      stage: tile.current,
      video: video.current,
      canvas: canvas.current,
      quality: 'low',
      transport: onSocket ? 'websocket' : 'auto',
      liveDelay: () => wall.liveDelay(id),
      muted: true,
      report: reportsTo.current,
      onQuality: (event) => wall.onQuality(id, event),
    });
    const stopKeeping = onSocket ? keepToSocket(created, client.player.live()) : () => {};
    const leave = wall.join(id, created);
    setPlayer(created);
    const observer = new IntersectionObserver(([entry]) => entry && wall.setUnseen(id, !entry.isIntersecting), { rootMargin: '64px' });
    observer.observe(tile.current);
    const picture = video.current;
    const onResize = (): void => {
      if (picture.videoHeight > 0) wall.setAspect(id, picture.videoWidth / picture.videoHeight);
    };
    picture.addEventListener('resize', onResize);
    return () => {
      picture.removeEventListener('resize', onResize);
      observer.disconnect();
      stopKeeping();
      wall.setUnseen(id, false);
      leave();
      created.dispose();
      setPlayer(null);
    };
  }, [client, wall, id]);
  useEffect(() => {
    if (reportsTo.current === report) return;
    reportsTo.current = report;
    player?.setReport(report);
  }, [player, report]);

  const isChosen = useValue(wall.chosen).includes(id);
  const look = [
    'wp-wall-tile',
    isOne && 'wp-wall-one',
    cell === null && 'wp-wall-ahead',
    isChosen && 'wp-wall-chosen',
    drag === 'carried' && 'wp-wall-carried',
    drag === 'target' && 'wp-wall-target',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div
      ref={tile}
      className={look}
      role="group"
      aria-label={camera.title}
      aria-hidden={cell === null ? 'true' : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tiles are walked through by arrow keys, as cells of a grid
      tabIndex={isFocusable ? 0 : -1}
      data-camera={id}
      data-place={cell === null ? undefined : place}
      style={cell === null || isOne ? {} : areaOf(cell)}
    >
      <div className="wp-picture">
        <video ref={video} aria-label={camera.title} />
        <canvas ref={canvas} hidden aria-hidden="true" />
      </div>
      {player && cell !== null && <TileMessage player={player} camera={camera} />}
      {/* A page's own content: of an element by its slot, of a component as what the slot has otherwise. */}
      <div className="wp-wall-overlay">
        <slot name={`camera-${id}`}>{overlay?.(camera)}</slot>
      </div>
      <div className="wp-wall-label">
        {player ? <TileSign player={player} /> : <span className="wp-wall-dot" />}
        <span className="wp-wall-name">{camera.title}</span>
        {isChosen && (
          <span className="wp-wall-badge" title={t('together')}>
            <WallIcon name="together" />
          </span>
        )}
        {player && <TileTime player={player} />}
      </div>
      {player && cell !== null && <TileTools tile={tile} camera={camera} player={player} place={place} isChosen={isFocusable} />}
    </div>
  );
});

/** Live: a red dot and the word; offline: a crossed cloud and the text. */
function TileSign({ player }: { readonly player: PlayerController }): JSX.Element {
  const { kind } = useValue(player.state);
  if (kind === 'offline') return <WallIcon name="offline" />;
  return <span className={kind === 'live' ? 'wp-wall-dot wp-wall-dot-live' : 'wp-wall-dot'} />;
}

/** A place without a camera. */
export function EmptyTile({
  place,
  cell,
  isFocusable,
  isTarget,
}: {
  readonly place: number;
  readonly cell: WallPlace;
  readonly isFocusable: boolean;
  readonly isTarget: boolean;
}): JSX.Element {
  const { t, pick } = useWall();
  return (
    <button
      type="button"
      className={isTarget ? 'wp-wall-tile wp-wall-empty wp-wall-target' : 'wp-wall-tile wp-wall-empty'}
      tabIndex={isFocusable ? 0 : -1}
      data-place={place}
      style={areaOf(cell)}
      onClick={() => pick(place)}
    >
      <WallIcon name="empty" />
      <span>{t('noCamera')}</span>
      <small>
        <WallIcon name="plus" />
        {t('addCamera')}
      </small>
    </button>
  );
}

function areaOf({ column, row, span, shift }: WallPlace): { gridColumn: string; gridRow: string; left?: string } {
  // Percent of its own cell, plus half the gap.
  return {
    gridColumn: `${column} / span ${span}`,
    gridRow: `${row} / span ${span}`,
    ...(shift > 0 && { left: `calc(${shift * 100}% + 1px)` }),
  };
}
