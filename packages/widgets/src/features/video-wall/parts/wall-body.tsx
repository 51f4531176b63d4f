import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { systemClock } from '@watchpost/sdk-core';
import type { Camera, ViewerClient } from '@watchpost/sdk-core';
import { useLayoutEffect } from '../../../element/layout-effect.ts';
import { useValue } from '../../../element/use-value.ts';
import { createWallMessages } from '../../../i18n/video-wall-messages.ts';
import { createIdle, useWatchpost } from '../../player/index.ts';
import type { FittedGrid } from '../model/grid.ts';
import type { VideoWallController } from '../video-wall-controller.ts';
import { useDrag } from './use-drag.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useWallKeys } from './use-wall-keys.ts';
import { WallBar } from './wall-bar.tsx';
import { WallProvider } from './wall-context.tsx';
import type { LoadActivity, WallContext } from './wall-context.tsx';
import { WallIcon } from './wall-icons.tsx';
import { WallPicker } from './wall-picker.tsx';
import type { WallSettingsProps } from './wall-settings.tsx';
import { EmptyTile, WallTile } from './wall-tile.tsx';

export interface WallBodyProps extends WallSettingsProps {
  readonly wall: VideoWallController;
  readonly clientOf?: ((cameraId: string) => ViewerClient) | undefined;
  readonly loadActivity?: LoadActivity | undefined;
  readonly report?: string | undefined;
  readonly overlay?: ((camera: Camera) => ReactNode) | undefined;
  readonly onBack?: (() => void) | undefined;
  readonly onAddCamera?: (() => void) | undefined;
}

/** The wall, or the reason why it is empty. */
export function WallBody({ onAddCamera, ...view }: WallBodyProps): JSX.Element {
  const known = useValue(view.wall.cameras);
  const { locale } = useWatchpost();
  const t = useMemo(() => createWallMessages(locale), [locale]);
  if (known?.length !== 0) return <WallView {...view} t={t} />;
  return (
    <div className="wp-wall wp-wall-none">
      <WallIcon name="empty" />
      <h2>{t('noCameras')}</h2>
      <p>{t('noCamerasText')}</p>
      {onAddCamera && (
        <button type="button" className="wp-wall-primary" onClick={onAddCamera}>
          {t('addCamera')}
        </button>
      )}
      {view.onBack && (
        <button type="button" className="wp-wall-secondary" onClick={view.onBack}>
          {t('back')}
        </button>
      )}
    </div>
  );
}

type WallViewProps = Omit<WallBodyProps, 'onAddCamera'> & Pick<WallContext, 't'>;

/** The tiles and the bar below them. */
function WallView({ wall, clientOf, loadActivity, report, overlay, onBack, t, ...settings }: WallViewProps): JSX.Element {
  const { client, locale } = useWatchpost();
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [spoken, say] = useState('');
  const [picking, pick] = useState<{ readonly place: number | null } | null>(null);
  const [focused, setFocused] = useState(0);
  const tiles = useValue(wall.tiles);
  const ahead = useValue(wall.ahead);
  const grid = useValue(wall.grid);
  const one = useValue(wall.one);
  const known = useValue(wall.cameras);
  const leaveOne = useCallback(() => wall.showOne(null), [wall]);
  const fullscreen = useFullscreen(root, leaveOne);
  const isIdle = useIdle(root, fullscreen.isFull, picking !== null);
  const drag = useDrag(wall, stage);
  const titleOf = useCallback((id: string) => wall.cameras.peek()?.find((camera) => camera.id === id)?.title ?? '', [wall]);
  const onMoved = useCallback((id: string, place: number) => say(t('moved', { camera: titleOf(id), place })), [t, titleOf]);
  const onRemoved = useCallback((id: string) => say(t('removed', { camera: titleOf(id) })), [t, titleOf]);
  useWallKeys({ wall, root, focused, onFocus: setFocused, onMoved, onRemoved });

  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = (): void => wall.setBox({ width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [wall]);
  useEffect(() => {
    const element = stage.current;
    const onDouble = (event: Event): void => {
      const target = event.target instanceof Element ? event.target : null;
      const id = target?.closest('button') ? undefined : target?.closest<HTMLElement>('[data-camera]')?.dataset['camera'];
      if (id !== undefined) wall.showOne(wall.one.peek() === id ? null : id);
    };
    element?.addEventListener('dblclick', onDouble);
    return () => element?.removeEventListener('dblclick', onDouble);
  }, [wall]);

  const context = useMemo(
    () => ({
      wall,
      client,
      clientOf: clientOf ?? (() => client),
      loadActivity,
      report: report ?? null,
      overlay,
      locale,
      t,
      say,
      pick: (place: number | null) => pick({ place }),
    }),
    [wall, client, clientOf, loadActivity, report, overlay, locale, t],
  );
  const closePicker = useCallback(() => pick(null), []);
  const cameraOf = (id: string | null): Camera | undefined => known?.find((camera) => camera.id === id);
  const shown = tiles.map((tile, index) => ({ ...tile, index, cell: grid.places[index] ?? null }));
  const next = ahead
    .filter(({ cameraId }) => cameraId !== null && !tiles.some((tile) => tile.cameraId === cameraId))
    .map((tile) => ({ ...tile, index: -1, cell: null }));
  return (
    <WallProvider value={context}>
      <div
        ref={root}
        className={`wp-wall${isIdle ? ' wp-wall-idle' : ''}${fullscreen.isFull ? ' wp-wall-full' : ''}`}
        role="region"
        aria-label={t('wall')}
      >
        <div ref={stage} className={grid.isScrolled && one === null ? 'wp-wall-stage wp-wall-scrolled' : 'wp-wall-stage'}>
          <div className={one === null ? 'wp-wall-grid' : 'wp-wall-grid wp-wall-has-one'} style={sizeOf(grid)}>
            {[...shown, ...next].map(({ cameraId, place, index, cell }) => {
              const camera = cameraOf(cameraId);
              const role = drag?.from === place && index >= 0 ? 'carried' : drag?.over === place && index >= 0 ? 'target' : null;
              const isFocusable = index === Math.min(focused, tiles.length - 1);
              if (camera)
                return (
                  <WallTile
                    key={camera.id}
                    camera={camera}
                    place={place}
                    cell={cell}
                    isFocusable={isFocusable}
                    isOne={one === camera.id}
                    drag={role}
                  />
                );
              return (
                cell && (
                  <EmptyTile key={`place-${index}`} place={place} cell={cell} isFocusable={isFocusable} isTarget={role === 'target'} />
                )
              );
            })}
          </div>
        </div>
        <WallBar {...settings} fullscreen={fullscreen} onBack={onBack} />
        {picking && <WallPicker place={picking.place} onClose={closePicker} />}
        <span className="wp-wall-spoken" role="status">
          {spoken}
        </span>
      </div>
    </WallProvider>
  );
}

function sizeOf({ columns, rows, width, height }: FittedGrid): Record<string, string> {
  return {
    width: `${width}px`,
    height: `${height}px`,
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  };
}

/** In full screen the bar hides while the user is inactive. */
function useIdle(root: { readonly current: HTMLElement | null }, isFull: boolean, isBusy: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  const busy = useRef(isBusy);
  useLayoutEffect(() => {
    busy.current = isBusy;
  });
  useEffect(() => {
    const element = root.current;
    if (!isFull || !element) return;
    const life = new AbortController();
    const idle = createIdle(systemClock, () => !busy.current && !element.querySelector(':popover-open,.wp-wall-bar :focus-visible'));
    const stop = idle.idle.subscribe(setIdle);
    for (const type of ['pointermove', 'pointerdown', 'keydown']) element.addEventListener(type, idle.wake, { signal: life.signal });
    return () => {
      life.abort();
      stop();
      idle.dispose();
      setIdle(false);
    };
  }, [root, isFull]);
  return isIdle;
}
