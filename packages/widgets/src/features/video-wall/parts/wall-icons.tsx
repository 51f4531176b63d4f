import type { JSX } from 'react';
import { Drawing } from '../../../primitives/icons.tsx';

/** Lucide 24 px (ISC licence): icons that the player does not have. */
const paths = {
  back: ['m12 19-7-7 7-7', 'M19 12H5'],
  pause: ['M6 4h3v16H6z', 'M15 4h3v16h-3z'],
  play: ['M6 4.5v15a1 1 0 0 0 1.5.86l12.5-7.5a1 1 0 0 0 0-1.72L7.5 3.64A1 1 0 0 0 6 4.5z'],
  sound: [
    'M11 4.7a.7.7 0 0 0-1.2-.5L6.4 7.6A1.4 1.4 0 0 1 5.4 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.4a1.4 1.4 0 0 1 1 .4l3.4 3.4a.7.7 0 0 0 1.2-.5z',
    'M16 9a5 5 0 0 1 0 6',
    'M19.4 18.4a9 9 0 0 0 0-12.8',
  ],
  muted: [
    'M11 4.7a.7.7 0 0 0-1.2-.5L6.4 7.6A1.4 1.4 0 0 1 5.4 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.4a1.4 1.4 0 0 1 1 .4l3.4 3.4a.7.7 0 0 0 1.2-.5z',
    'm22 9-6 6',
    'm16 9 6 6',
  ],
  maximize: ['M8 3H5a2 2 0 0 0-2 2v3', 'M21 8V5a2 2 0 0 0-2-2h-3', 'M3 16v3a2 2 0 0 0 2 2h3', 'M16 21h3a2 2 0 0 0 2-2v-3'],
  minimize: ['M8 3v3a2 2 0 0 1-2 2H3', 'M21 8h-3a2 2 0 0 1-2-2V3', 'M3 16h3a2 2 0 0 1 2 2v3', 'M16 21v-3a2 2 0 0 1 2-2h3'],
  expand: ['M15 3h6v6', 'M9 21H3v-6', 'm21 3-7 7', 'm3 21 7-7'],
  shrink: ['M4 14h6v6', 'M20 10h-6V4', 'm14 10 7-7', 'm3 21 7-7'],
  camera: ['M14.5 4h-5L7 7H4a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V9a2 2 0 0 0-2-2h-3z', 'M15 13a3 3 0 1 1-6 0 3 3 0 0 1 6 0'],
  offline: [
    'm2 2 20 20',
    'M5.782 5.782A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.307-.193',
    'M21.532 16.5A4.5 4.5 0 0 0 17.5 10h-1.79A7.008 7.008 0 0 0 10 5.07',
  ],
  alert: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 8v4', 'M12 16h.01'],
  loader: ['M21 12a9 9 0 1 1-6.22-8.56'],
  settings: ['M21 4h-7', 'M10 4H3', 'M21 12h-9', 'M8 12H3', 'M21 20h-5', 'M12 20H3', 'M14 2v4', 'M8 10v4', 'M16 18v4'],
  down: ['m6 9 6 6 6-6'],
  left: ['m15 18-6-6 6-6'],
  right: ['m9 18 6-6-6-6'],
  plus: ['M5 12h14', 'M12 5v14'],
  close: ['M18 6 6 18', 'm6 6 12 12'],
  check: ['M20 6 9 17l-5-5'],
  swap: ['m17 2 4 4-4 4', 'M3 11v-1a4 4 0 0 1 4-4h14', 'm7 22-4-4 4-4', 'M21 13v1a4 4 0 0 1-4 4H3'],
  together: ['M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8', 'M3 3v5h5', 'M12 7v5l4 2'],
  empty: [
    'm16 13 5.223 3.482a.5.5 0 0 0 .777-.416V7.87a.5.5 0 0 0-.752-.432L16 10.5',
    'M2 8a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2z',
  ],
  lock: ['M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z', 'M7 11V7a5 5 0 0 1 10 0v4'],
  clock: ['M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20', 'M12 6v6l4 2'],
  users: [
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2',
    'M13 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
    'M22 21v-2a4 4 0 0 0-3-3.87',
    'M16 3.13a4 4 0 0 1 0 7.75',
  ],
  gap: ['M12 8v4l2 2', 'M3 12a9 9 0 0 1 15-6.7', 'M21 12a9 9 0 0 1-15 6.7', 'm2 2 20 20'],
} as const;
export type WallIconName = keyof typeof paths;

export function WallIcon({ name }: { readonly name: WallIconName }): JSX.Element {
  return <Drawing name={name} paths={paths[name]} />;
}

interface WallButtonProps {
  readonly icon: WallIconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  /** Reached by other keys than Tab. */
  readonly isSkipped?: boolean;
  readonly look?: string;
}

export function WallButton({ icon, label, onClick, isPressed, isSkipped = false, look = 'wp-wall-button' }: WallButtonProps): JSX.Element {
  return (
    <button
      type="button"
      className={look}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      tabIndex={isSkipped ? -1 : 0}
      onClick={onClick}
    >
      <WallIcon name={icon} />
    </button>
  );
}

/** A thumbnail of a layout. */
export function LayoutIcon({ layout }: { readonly layout: string }): JSX.Element {
  const side = Math.sqrt(Number(layout));
  const step = 20 / side;
  const lines =
    layout === '6'
      ? ['M2 2h20v20H2z', 'M15.3 2v20', 'M2 15.3h20', 'M8.7 15.3V22', 'M15.3 8.7H22']
      : layout === 'auto'
        ? ['M2 4h20v16H2z', 'M14 4v16', 'M14 12h8']
        : ['M2 2h20v20H2z', ...Array.from({ length: side - 1 }, (_, at) => `M${2 + step * (at + 1)} 2v20M2 ${2 + step * (at + 1)}h20`)];
  return <Drawing name="layout" paths={lines} />;
}
