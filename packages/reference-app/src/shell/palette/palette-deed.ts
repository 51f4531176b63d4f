import { useNavigate } from 'react-router';
import { chooseTheme } from '../../shared/browser/theme.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { openDialog } from '../dialogs/dialog-store.ts';
import type { PaletteDeed } from './palette-entries.ts';

/** Returns a function that runs the palette's chosen action. */
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
