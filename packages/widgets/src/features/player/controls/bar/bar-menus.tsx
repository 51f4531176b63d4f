import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { Menu } from '../../../../primitives/menu/menu.tsx';
import type { MenuChoice, MenuEntry } from '../../../../primitives/menu/menu-entry.ts';
import { modeOf } from '../../engine/player-state.ts';
import { useControls } from '../control-context.tsx';
import type { Controls } from '../control-context.tsx';
import { ControlIcon } from '../control-icons.tsx';
import { speeds, speedText } from '../speeds.ts';
import { wholePicture, zoomAt } from '../zoom/zoom-view.ts';
import { barClass } from './bar-button.tsx';

/** ¼× to 16×; only for recordings. */
export function SpeedMenu(): JSX.Element | null {
  const controls = useControls();
  const {
    model: { controller },
    t,
    locale,
  } = controls;
  const choice = useSpeeds(controls);
  const speed = useValue(controller.speed);
  if (!choice) return null;
  return (
    <Menu
      label={`${t('speed')}, ${speedText(speed, locale)}`}
      className={barClass('wide', 'wp-pb-words')}
      button={<span className="wp-pb-text">{speedText(speed, locale)}</span>}
      entries={[choice]}
      placement="top"
    />
  );
}

/** The button shows the current resolution: 1080p. */
export function QualityMenu(): JSX.Element {
  const controls = useControls();
  const { t } = controls;
  const choice = useQualities(controls);
  const height = useShownHeight(controls);
  const name = height === null ? t('quality') : `${height}p`;
  return (
    <Menu
      label={height === null ? t('quality') : `${t('quality')}, ${name}`}
      className={barClass('wide', 'wp-pb-words')}
      placement="top-end"
      button={
        <>
          <span className="wp-pb-text">{name}</span>
          <ControlIcon name="chevron" />
        </>
      }
      entries={[choice, { kind: 'line' }, ...about(controls)]}
    />
  );
}

/** Everything that does not fit in a narrow player. */
export function MoreMenu(): JSX.Element {
  const controls = useControls();
  const { model, t } = controls;
  const { controller } = model;
  const speedChoice = useSpeeds(controls);
  const qualities = useQualities(controls);
  const hasArchive = useValue(controller.hasArchive);
  const camera = useValue(controller.camera);
  const isNear = useValue(model.view).scale > 1;
  const submenu = (choice: MenuChoice | null, icon: 'gauge' | 'sliders'): MenuEntry[] =>
    choice ? [{ kind: 'submenu', label: choice.label, icon: <ControlIcon name={icon} />, entries: [choice] }] : [];
  const entries: MenuEntry[] = [
    { kind: 'item', label: t('snapshot'), icon: <ControlIcon name="camera" />, onAction: () => void model.saveSnapshot() },
    {
      kind: 'item',
      label: t(isNear ? 'zoomOff' : 'zoom'),
      icon: <ControlIcon name={isNear ? 'zoom-out' : 'zoom-in'} />,
      onAction: () => model.setView(isNear ? wholePicture : zoomAt(wholePicture, 2)),
    },
    ...(model.hasPictureInPicture && !camera?.watermark
      ? [
          {
            kind: 'item',
            label: t('pictureInPicture'),
            icon: <ControlIcon name="pip" />,
            onAction: () => void model.togglePictureInPicture(),
          } as const,
        ]
      : []),
    ...(hasArchive
      ? [
          { kind: 'item', label: t('back'), icon: <ControlIcon name="rewind" />, onAction: () => model.move(-5_000) } as const,
          { kind: 'item', label: t('stepBack'), icon: <ControlIcon name="step-back" />, onAction: () => controller.step(-1) } as const,
          { kind: 'item', label: t('stepForward'), icon: <ControlIcon name="step-forward" />, onAction: () => controller.step(1) } as const,
        ]
      : []),
    ...submenu(speedChoice, 'gauge'),
    ...submenu(qualities, 'sliders'),
    { kind: 'line' },
    ...about(controls),
  ];
  return (
    <Menu label={t('more')} className={barClass('narrow')} button={<ControlIcon name="more" />} entries={entries} placement="top-end" />
  );
}

function about({ model, t }: Controls): MenuEntry[] {
  return [
    {
      kind: 'item',
      label: t('statistics'),
      shortcut: 'I',
      icon: <ControlIcon name="chart" />,
      onAction: () => model.showStatistics(!model.statistics.peek()),
    },
    { kind: 'item', label: t('keys'), shortcut: '?', icon: <ControlIcon name="keyboard" />, onAction: () => model.showKeys(true) },
  ];
}

function useSpeeds({ model, t, locale }: Controls): MenuChoice | null {
  const { controller } = model;
  const speed = useValue(controller.speed);
  if (modeOf(useValue(controller.state)) === 'live') return null;
  return {
    kind: 'choice',
    label: t('speed'),
    chosen: String(speed),
    onChoose: (value) => model.changeSpeed(Number(value)),
    options: speeds.map((one) => ({ value: String(one), label: speedText(one, locale) })),
  };
}

function useQualities({ model: { controller }, t }: Controls): MenuChoice {
  const chosen = useValue(controller.quality);
  return {
    kind: 'choice',
    label: t('quality'),
    chosen,
    onChoose: (value) => controller.setQuality(value === 'low' || value === 'high' ? value : 'auto'),
    options: [
      { value: 'auto', label: t('qualityAuto') },
      { value: 'high', label: t('qualityHigh') },
      { value: 'low', label: t('qualityLow') },
    ],
  };
}

/** Height of the current picture in lines; null before the first picture. */
function useShownHeight({
  model: {
    controller,
    options: { stage },
  },
}: Controls): number | null {
  const [height, setHeight] = useState<number | null>(null);
  const state = useValue(controller.state);
  const quality = useValue(controller.shownQuality);
  useEffect(() => {
    const read = (): void => setHeight((known) => controller.stats().height || known);
    read();
    // This event does not bubble.
    stage.addEventListener('resize', read, true);
    return () => stage.removeEventListener('resize', read, true);
  }, [controller, stage, state, quality]);
  return height;
}
