import type { JSX } from 'react';
import { useValue } from '../../../element/use-value.ts';
import { useWall } from './wall-context.tsx';
import { WallIcon } from './wall-icons.tsx';
import { WallPopover } from './wall-popover.tsx';

const cycles = [0, 10, 30, 60, 300] as const;

export interface WallSettingsProps {
  /** Whether changes apply to this device only; undefined if nothing is stored. */
  readonly isDeviceOnly?: boolean | undefined;
  readonly onDeviceOnly?: ((isDeviceOnly: boolean) => void) | undefined;
}

export function WallSettings({ isDeviceOnly, onDeviceOnly }: WallSettingsProps): JSX.Element {
  const { wall, t, pick } = useWall();
  const { cycleSeconds } = useValue(wall.arrangement);
  const choices = cycles.some((value) => value === cycleSeconds) ? cycles : [...cycles, cycleSeconds].toSorted((a, b) => a - b);
  const nameOf = (seconds: number): string =>
    seconds === 0
      ? t('off')
      : seconds < 60
        ? t('everySeconds', { value: seconds })
        : t('everyMinutes', { value: Math.round(seconds / 60) });
  return (
    <WallPopover label={t('settings')} button={<WallIcon name="settings" />}>
      {(close) => (
        <div className="wp-wall-settings">
          <button
            type="button"
            className="wp-wall-row"
            onClick={() => {
              close();
              pick(null);
            }}
          >
            <WallIcon name="plus" />
            <span className="wp-wall-grow">{t('addCamera')}</span>
          </button>
          <label className="wp-wall-field">
            <span>{t('cycle')}</span>
            <select value={`${cycleSeconds}`} onChange={(event) => wall.setCycle(Number(event.currentTarget.value))}>
              {choices.map((seconds) => (
                <option key={seconds} value={`${seconds}`}>
                  {nameOf(seconds)}
                </option>
              ))}
            </select>
          </label>
          {isDeviceOnly !== undefined && (
            <label className="wp-wall-check">
              <input
                type="checkbox"
                role="switch"
                aria-checked={isDeviceOnly}
                checked={isDeviceOnly}
                onChange={(event) => onDeviceOnly?.(event.currentTarget.checked)}
              />
              <span>
                {t('deviceOnly')}
                <small>{t('deviceOnlyText')}</small>
              </span>
            </label>
          )}
          <p className="wp-wall-hint">{t('keys')}</p>
        </div>
      )}
    </WallPopover>
  );
}
