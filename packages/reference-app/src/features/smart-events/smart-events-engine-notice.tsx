import { formatMoment } from '@watchpost/sdk-core';
import type { CameraDetections } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useNow } from '../../shared/live/now.ts';
import { Banner } from '../../shared/ui/status.tsx';
import { text } from './smart-events-texts.ts';

/** Says why nothing is recognised and what to do about it, or that pictures are skipped. */
export function EngineNotice({ engine, isOverBudget }: Pick<CameraDetections, 'engine' | 'isOverBudget'>): ReactNode {
  const now = useNow(60_000);
  if (engine.state === 'unavailable') {
    return (
      <Banner kind="warning">
        <b>{text('engineMissing')}</b> {text(`engine.${engine.reason}`)}
      </Banner>
    );
  }
  if (engine.state === 'failing') {
    return (
      <Banner kind="warning">
        <b>{text('detectorFailing', { time: formatMoment(engine.since, now, { locale: currentLocale() }) })}</b>{' '}
        {text(`detector.${engine.reason}`)}
      </Banner>
    );
  }
  return isOverBudget ? <Banner kind="warning">{text('overBudget')}</Banner> : null;
}
