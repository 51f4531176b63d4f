import { isInstalled } from '../../shared/browser/install-prompt.ts';
import { localTexts } from '../../shared/browser/storage.ts';

/** Whether to promote the apps: once per device, and never inside the installed app. */
export function isAppsPromotionDue(): boolean {
  return localTexts.read('apps-promotion') === null && !isInstalled();
}

export function keepAppsPromotionSeen(): void {
  localTexts.write('apps-promotion', 'seen');
}
