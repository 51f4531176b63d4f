import { Cctv, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Mark } from '../shared/ui/mark.tsx';

/** The navigation of large screens; its width is remembered by the shell. */
export function Sidebar({ collapsed, onCollapsed }: { collapsed: boolean; onCollapsed: (collapsed: boolean) => void }): ReactNode {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const inCameras = pathname === '/' || pathname.startsWith('/cameras');
  const toggle = t(collapsed ? 'shell.expand' : 'shell.collapse');
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside className="side">
      <Link className="brand" to="/" aria-label="Watchpost">
        <Mark />
        {collapsed ? null : 'Watchpost'}
      </Link>
      <nav className="nav" aria-label={t('shell.navigation')}>
        <Link to="/" className={inCameras ? 'on' : undefined} aria-current={inCameras ? 'page' : undefined} aria-label={t('shell.cameras')} title={collapsed ? t('shell.cameras') : undefined}>
          <Cctv size={24} />
          {collapsed ? null : <span>{t('shell.cameras')}</span>}
        </Link>
      </nav>
      <div className="nav foot">
        <button type="button" onClick={() => onCollapsed(!collapsed)} aria-expanded={!collapsed} aria-label={toggle} title={collapsed ? toggle : undefined}>
          <Toggle size={24} />
          {collapsed ? null : <span>{toggle}</span>}
        </button>
      </div>
    </aside>
  );
}
