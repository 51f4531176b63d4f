import type { Grant } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { openBand } from './sharing-landing-band.ts';
import { landingTexts } from './sharing-landing-texts.ts';

interface OpenProps {
  readonly grant: Grant;
  /** When the access ends, Unix milliseconds. */
  readonly expiresAt: number;
  /** Unix milliseconds. */
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
}

const durations = { minutes: 'openMinutes', hours: 'openHours', days: 'openDays' } as const;
const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;

/** The grant as a stretch of the timeline, from now to its end. The sentence says the same in words. */
export function OpenToYou({ grant, expiresAt, now, timeZone }: OpenProps): ReactNode {
  const { t } = useTranslation(landingTexts);
  const band = openBand(now, expiresAt, { locale: currentLocale(), timeZone });
  return (
    <div className="landing-open">
      <p>
        <b className="strong">{t(durations[band.duration.unit], { count: band.duration.count })}</b>{' '}
        <span className="small dim">{t(contentOf(grant))}</span>
      </p>
      <div className="landing-band" aria-hidden="true">
        <span className="landing-band-whole" />
        <span className="landing-band-open" style={{ left: percent(band.start), width: percent(band.end - band.start) }} />
        <span className="landing-band-end" style={{ left: percent(band.end) }} />
        {band.ticks.map((at) => (
          <i key={at} style={{ left: percent(at) }} />
        ))}
        {band.labels.map(({ text, at }) => (
          <span key={at} className="landing-band-label" style={{ left: percent(at) }}>
            {text}
          </span>
        ))}
        <span className="landing-band-label landing-band-last" style={{ right: percent(1 - band.end) }}>
          {band.endLabel}
        </span>
        <span className="landing-band-head" style={{ left: percent(band.start) }}>
          <b>{t('now')}</b>
        </span>
      </div>
    </div>
  );
}

function contentOf({ withArchive, archiveFrom }: Grant): 'openLive' | 'openFromNow' | 'openRecordings' {
  if (!withArchive) return 'openLive';
  return archiveFrom === null ? 'openRecordings' : 'openFromNow';
}
