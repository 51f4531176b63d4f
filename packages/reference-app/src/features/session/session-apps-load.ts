import type { ComponentType } from 'react';
import type { AppsPromotionScreenProps } from './session-apps-screen.tsx';

export type AppsPromotion = ComponentType<AppsPromotionScreenProps>;

/** The screen comes when it is due, not with the first screen; null when it cannot be loaded: nobody is kept from their cameras for it. */
export async function loadAppsPromotion(): Promise<AppsPromotion | null> {
  try {
    return (await import('./session-apps-screen.tsx')).AppsPromotionScreen;
  } catch {
    return null;
  }
}
