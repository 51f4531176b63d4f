import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { to } from '../../shared/navigation/targets.ts';
import { ScreenHeader } from '../screen-header.tsx';
import { settingsPlaceOf, settingsPlaces } from './settings-places.ts';
import './settings.css';

/** The settings: their list beside each page on large screens; on phones the list is a page of its own, and each page leads back to it. */
export function SettingsFrame(): ReactNode {
  const { t } = useTranslation();
  const place = settingsPlaceOf(useLocation().pathname);
  usePageTitle(t(place === null ? 'settings.title' : `settings.${place}`));
  return (
    <div className="settings">
      <nav className="settings-list only-l" aria-label={t('settings.title')}>
        <p className="settings-title">{t('settings.title')}</p>
        {settingsPlaces.map((group) => (
          <ul key={group[0]?.name}>
            {group.map(({ name, to: target, icon: Icon }) => (
              <li key={name}>
                <Link to={target} className={name === place ? 'on' : undefined} aria-current={name === place ? 'page' : undefined}>
                  <Icon size={20} />
                  {t(`settings.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="settings-page">
        {place === null ? (
          <ScreenHeader title={t('settings.title')} />
        ) : (
          <ScreenHeader title={t(`settings.${place}`)} back={{ to: to.SettingsMenu(), label: t('settings.all'), onlySmall: true }} />
        )}
        <div className="settings-content">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
