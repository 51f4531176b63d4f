import { formatTime, systemClock } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { useControls } from '../control-context.tsx';

/** The end of the access, or of today's hours, is announced this long before, milliseconds. */
const announceMs = 600_000;
/** Longer timers overflow; until then the hook asks again. */
const maxWaitMs = 3_600_000;

/** Says quietly that the access is about to end. */
export function AccessChip(): JSX.Element | null {
  const { model, t, locale } = useControls();
  const { controller } = model;
  const camera = useValue(controller.camera);
  const { kind } = useValue(controller.state);
  const [, ask] = useState(0);
  const now = controller.now();
  const endsAt = useValue(controller.access)?.endsAt ?? null;
  const isSoon = endsAt !== null && endsAt - now <= announceMs;
  useEffect(() => {
    if (endsAt === null || isSoon) return;
    const waitMs = endsAt - announceMs - controller.now();
    return systemClock.after(Math.min(Math.max(0, waitMs), maxWaitMs), () => ask((count) => count + 1));
  });
  if (!isSoon || kind === 'error') return null;
  return (
    <div className="wp-over wp-access" role="status">
      {t('accessEnds', { time: formatTime(endsAt, { locale, timeZone: camera?.timeZone, seconds: false, zone: true }) })}
    </div>
  );
}
