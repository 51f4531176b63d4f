import { ChevronRight, Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { operatorTitle, operatorUnder, useIsOperator } from '../../features/operator/index.ts';
import { useIsLarge } from '../../shared/browser/media.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { to } from '../../shared/navigation/targets.ts';
import { useBillingShown } from '../payment/billing-shown.tsx';
import { settingsPlacesWith } from './settings-places.ts';
import { settingsTexts } from './settings-texts.ts';

/** The list of settings on phones. Large screens show it beside every page, and open the first page. */
export function SettingsMenu(): ReactNode {
  const { t } = useTranslation(settingsTexts);
  const hasBilling = useBillingShown();
  const isOperator = useIsOperator();
  if (useIsLarge()) return <Navigate to={to.SettingsAccount()} replace />;
  return (
    <nav aria-label={t('title')} className="settings-menu">
      {settingsPlacesWith(hasBilling).map((group) => (
        <ul key={group[0]?.name}>
          {group.map(({ name, to: target, icon: Icon }) => (
            <li key={name}>
              <Link to={target}>
                <Icon size={24} />
                <span className="grow">
                  <b>{t(name)}</b>
                  <small>{t(`${name}Text`)}</small>
                </span>
                <ChevronRight size={20} />
              </Link>
            </li>
          ))}
        </ul>
      ))}
      {isOperator ? (
        <ul>
          <li>
            <Link to={paths.operator}>
              <Gauge size={24} />
              <span className="grow">
                <b>{operatorTitle()}</b>
                <small>{operatorUnder()}</small>
              </span>
              <ChevronRight size={20} />
            </Link>
          </li>
        </ul>
      ) : null}
    </nav>
  );
}
