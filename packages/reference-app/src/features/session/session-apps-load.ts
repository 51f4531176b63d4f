import type { ComponentType } from 'react';
import { withTexts } from '../../shared/i18n/i18n.ts';
import type { AppsPromotionScreenProps } from './session-apps-screen.tsx';

export type AppsPromotion = ComponentType<AppsPromotionScreenProps>;

/** Loads the screen when it is needed, not with the first screen; null when it fails to load, so that users still reach their cameras. */
export async function loadAppsPromotion(): Promise<AppsPromotion | null> {
  try {
    return (await withTexts(() => import('./session-apps-screen.tsx'))).AppsPromotionScreen;
  } catch {
    return null;
  }
}
