import { errorText } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { showToast } from '../../../shared/ui/toast.ts';

/** Says why an action without a dialog failed. */
export function showError(error: Error): void {
  showToast('error', errorText(error, currentLocale()), { id: 'developers' });
}
