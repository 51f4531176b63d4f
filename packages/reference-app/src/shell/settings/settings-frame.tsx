import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { to } from '../../shared/navigation/targets.ts';
import { ScreenHeader } from '../screen-header.tsx';
import { useBillingShown } from '../payment/billing-shown.tsx';
import { settingsPlaceOf, settingsPlacesWith } from './settings-places.ts';
import { settingsTexts } from './settings-texts.ts';
import './settings.css';

/** The settings: on large screens their list beside each page; on phones the list is its own page, and each page links back to it. */
export function SettingsFrame(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  const hasBilling = useBillingShown();
  const place = settingsPlaceOf(useLocation().pathname);
  usePageTitle(t(place ?? 'title'));
  return (
    <div className="settings">
      <nav className="settings-list only-l" aria-label={t('title')}>
        <p className="settings-title">{t('title')}</p>
        {settingsPlacesWith(hasBilling).map((group) => (
          <ul key={group[0]?.name}>
            {group.map(({ name, to: target, icon: Icon }) => (
              <li key={name}>
                <Link to={target} className={name === place ? 'on' : undefined} aria-current={name === place ? 'page' : undefined}>
                  <Icon size={20} />
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="settings-page">
        {place === null ? (
          <ScreenHeader title={t('title')} />
        ) : (
          <ScreenHeader title={t(place)} back={{ to: to.SettingsMenu(), label: t('all'), onlySmall: true }} />
        )}
        <div className="settings-content">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
