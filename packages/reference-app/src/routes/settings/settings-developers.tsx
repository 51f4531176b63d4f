import { FileText, Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DevelopersScreen } from '../../features/developers/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { useIsLarge } from '../../shared/browser/media.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { to } from '../../shared/navigation/targets.ts';
import { buttonClass, iconButtonClass } from '../../shared/ui/button.tsx';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { settingsTexts } from '../../shell/settings/settings-texts.ts';
import { withBasePath } from '../../shared/navigation/base-path.ts';

/** Description of the API for machines and the tools of developers; the operator's own documentation goes first. */
const apiDescription = '/public/api/openapi.json';

/** /settings/developers */
export function SettingsDevelopersRoute(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  usePageTitle(t('developers'));
  const isLarge = useIsLarge();
  const { wiki } = externalLinks(currentLocale());
  const docs = wiki === null ? 'OpenAPI' : t('docs');
  // Phones have room for the icons only.
  const look = isLarge ? buttonClass({ look: 'quiet' }) : iconButtonClass();
  const hint = (label: string): string | undefined => (isLarge ? undefined : label);
  return (
    <>
      <ScreenHeader title={t('developers')} back={{ to: to.SettingsMenu(), label: t('all'), onlySmall: true }}>
        <Link className={look} to={to.SettingsQuality()} aria-label={t('quality')} title={hint(t('quality'))}>
          <Gauge size={20} />
          {isLarge ? t('quality') : null}
        </Link>
        <a
          className={look}
          href={wiki ?? withBasePath(apiDescription)}
          target="_blank"
          rel="noreferrer"
          aria-label={docs}
          title={hint(docs)}
        >
          <FileText size={20} />
          {isLarge ? docs : null}
        </a>
      </ScreenHeader>
      <DevelopersScreen />
    </>
  );
}
