import { useNavigate } from 'react-router';
import { chooseTheme } from '../../shared/browser/preferences.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { openDialog } from '../dialogs/dialog-store.ts';
import type { PaletteDeed } from './palette-entries.ts';

/** How what was chosen in the palette is done. */
export function usePaletteDeed(): (deed: PaletteDeed) => void {
  const navigate = useNavigate();
  const { choose } = useLocaleChoice();
  return (deed) => {
    switch (deed.kind) {
      case 'go':
        return void navigate(deed.to);
      case 'dialog':
        return openDialog(deed.dialog);
      case 'link':
        return void window.open(deed.href, '_blank', 'noopener,noreferrer');
      case 'theme':
        return chooseTheme(deed.theme);
      case 'language':
        return choose(deed.locale);
    }
  };
}
