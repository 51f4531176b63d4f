import { isInstalled } from '../../shared/browser/install-prompt.ts';
import { localTexts } from '../../shared/browser/storage.ts';

/** Once per device, and never inside of what it promotes. */
export function isAppsPromotionDue(): boolean {
  return localTexts.read('apps-promotion') === null && !isInstalled();
}

export function keepAppsPromotionSeen(): void {
  localTexts.write('apps-promotion', 'seen');
}
