import type { Camera } from '@watchpost/sdk-core';
import { createTranslator } from '@watchpost/sdk-core';
import { BatteryCharging, BatteryLow, BatteryMedium } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';

const text = createTranslator(
  {
    en: { charging: 'Battery {level} %, charging', alone: 'Battery {level} %, not charging' },
    ru: { charging: 'Заряд {level} %, заряжается', alone: 'Заряд {level} %, не заряжается' },
  },
  currentLocale,
);
/** Below this level the phone soon needs its charger (0–1). */
const low = 0.2;

/** A compact badge for its place; screen readers read the full meaning. */
export function BatteryBadge({ camera }: { readonly camera: Camera }): ReactNode {
  const { battery } = camera;
  if (!battery) return null;
  const level = Math.round(battery.level * 100);
  const description = text(battery.isCharging ? 'charging' : 'alone', { level });
  const isLow = !battery.isCharging && battery.level <= low;
  const Icon = battery.isCharging ? BatteryCharging : isLow ? BatteryLow : BatteryMedium;
  return (
    <span className={isLow ? 'badge camera-battery bad' : 'badge camera-battery'} title={description}>
      <Icon size={16} />
      <span className="visually-hidden">{description}</span>
      <span aria-hidden="true">{level} %</span>
    </span>
  );
}
