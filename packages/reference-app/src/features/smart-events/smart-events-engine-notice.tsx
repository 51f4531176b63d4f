import type { CameraDetections } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { Banner } from '../../shared/ui/status.tsx';
import { text } from './smart-events-texts.ts';

/** Says why nothing is recognised and what to do about it, or that pictures are skipped. */
export function EngineNotice({ engine, isOverBudget }: Pick<CameraDetections, 'engine' | 'isOverBudget'>): ReactNode {
  if (engine.state === 'unavailable') {
    return (
      <Banner kind="warning">
        <b>{text('engineMissing')}</b> {text(`engine.${engine.reason}`)}
      </Banner>
    );
  }
  return isOverBudget ? <Banner kind="warning">{text('overBudget')}</Banner> : null;
}
