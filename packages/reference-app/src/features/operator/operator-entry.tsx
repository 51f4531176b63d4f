import { Gauge } from 'lucide-react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '../../shared/navigation/paths.ts';
import { routeOf } from '../../shared/navigation/routes.ts';
import { operatorTitle } from './operator-entry-texts.ts';
import { useIsOperator } from './operator-queries.ts';
import './operator-entry.css';

/** The last entry of the sidebar, for operators. It comes after the first screen, which therefore carries none of it. */
export function OperatorEntry(): ReactNode {
  useTranslation();
  const isOperator = useIsOperator();
  const isHere = routeOf(useLocation().pathname) === 'operator';
  const place = document.querySelector('.side .nav');
  if (!isOperator || !place) return null;
  return createPortal(
    <Link
      to={paths.operator}
      className={isHere ? 'operator-entry on' : 'operator-entry'}
      aria-current={isHere ? 'page' : undefined}
      aria-label={operatorTitle()}
      title={operatorTitle()}
    >
      <Gauge size={24} />
      <span>{operatorTitle()}</span>
    </Link>,
    place,
  );
}
