import { useSignals } from '@preact/signals-react/runtime';
import { Activity, Cctv, ChevronDown, Grid3x3, PanelLeftClose, PanelLeftOpen, Search, Settings } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { isSettingsGroupOpen, keepSettingsGroupOpen } from '../../shared/browser/preferences.ts';
import { to } from '../../shared/navigation/targets.ts';
import { unseenStretches } from '../../shared/live/unseen-stretches.ts';
import { Mark } from '../../shared/ui/mark.tsx';
import { openDialog } from '../dialogs/dialog-store.ts';
import { useHasCameras } from '../has-cameras.ts';
import { useBillingShown } from '../payment/billing-shown.tsx';
import { useTelegramShown } from '../telegram-shown.tsx';
import { paletteKeys } from '../keys/shell-key.ts';
import { pressGroup, sidebarPlace } from './sidebar-model.ts';
import { shellTexts } from '../shell-texts.ts';

/** The navigation of large screens; the shell remembers whether it is collapsed. */
export function Sidebar({ collapsed, onCollapsed }: { collapsed: boolean; onCollapsed: (collapsed: boolean) => void }): ReactNode {
  const { t } = useTranslation(shellTexts);
  useSignals();
  const { item } = sidebarPlace(useLocation().pathname);
  const hasCameras = useHasCameras();
  const toggle = t(collapsed ? 'expand' : 'collapse');
  return (
    <aside className="side">
      <Link className="brand" to={to.Dashboard()} aria-label="Watchpost">
        <Mark />
        {collapsed ? null : 'Watchpost'}
      </Link>
      <nav className="nav" aria-label={t('navigation')}>
        <Place icon={Cctv} label={t('cameras')} to={to.Dashboard()} on={item === 'cameras'} collapsed={collapsed} />
        <Place
          icon={Activity}
          label={t('activities')}
          count={unseenStretches.value}
          to={to.ArchiveActivities()}
          on={item === 'activities'}
          collapsed={collapsed}
        />
        {hasCameras ? (
          <Place icon={Grid3x3} label={t('videoWall')} to={to.VideoWall()} on={item === 'videoWall'} collapsed={collapsed} />
        ) : null}
        <SettingsGroup collapsed={collapsed} onCollapsed={onCollapsed} />
      </nav>
      <div className="nav foot">
        <button
          type="button"
          onClick={() => openDialog('palette')}
          aria-label={collapsed ? t('search') : undefined}
          aria-keyshortcuts="Control+K Meta+K"
          title={collapsed ? t('search') : undefined}
        >
          <Search size={24} />
          {collapsed ? null : (
            <>
              <span>{t('search')}</span>
              <kbd aria-hidden="true">{paletteKeys()}</kbd>
            </>
          )}
        </button>
        <button
          type="button"
          onClick={() => onCollapsed(!collapsed)}
          aria-expanded={!collapsed}
          aria-label={toggle}
          title={collapsed ? toggle : undefined}
        >
          {collapsed ? <PanelLeftOpen size={24} /> : <PanelLeftClose size={24} />}
          {collapsed ? null : <span>{toggle}</span>}
        </button>
      </div>
    </aside>
  );
}

function Place({
  icon: Icon,
  label,
  count = 0,
  to: target,
  on,
  collapsed,
}: {
  icon: LucideIcon;
  label: string;
  count?: number;
  to: string;
  on: boolean;
  collapsed: boolean;
}): ReactNode {
  return (
    <Link
      to={target}
      className={on ? 'on' : undefined}
      aria-current={on ? 'page' : undefined}
      aria-label={collapsed ? (count > 0 ? `${label}, ${count}` : label) : undefined}
      title={collapsed ? label : undefined}
    >
      <Icon size={24} />
      {collapsed ? null : <span>{label}</span>}
      {/* The space makes the number a word of the link's name. */}
      {count > 0
        ? [
            ' ',
            <span key="count" className="nav-count">
              {count}
            </span>,
          ]
        : null}
    </Link>
  );
}

/** The settings group, which can be folded; a press while the sidebar is narrow expands it. */
function SettingsGroup({ collapsed, onCollapsed }: { collapsed: boolean; onCollapsed: (collapsed: boolean) => void }): ReactNode {
  const { t } = useTranslation(shellTexts);
  const { item, subItem } = sidebarPlace(useLocation().pathname);
  const hasBilling = useBillingShown();
  const hasTelegram = useTelegramShown();
  const [groupOpen, setGroupOpen] = useState(isSettingsGroupOpen);
  const shown = groupOpen && !collapsed;
  const label = t('settings');
  // The group is marked in place of its current item while it is folded.
  const on = item === 'settings' && (!shown || subItem === null);
  const press = (): void => {
    const next = pressGroup({ collapsed, groupOpen });
    setGroupOpen(next.groupOpen);
    keepSettingsGroupOpen(next.groupOpen);
    if (next.collapsed !== collapsed) onCollapsed(next.collapsed);
  };
  const sub = (name: typeof subItem, text: string, target: string): ReactNode => (
    <Link className={subItem === name ? 'sub on' : 'sub'} aria-current={subItem === name ? 'page' : undefined} to={target}>
      <span className="cut">{text}</span>
    </Link>
  );
  return (
    <>
      <button
        type="button"
        className={on ? 'on' : undefined}
        aria-expanded={shown}
        aria-controls="sidebar-settings"
        aria-label={label}
        title={collapsed ? label : undefined}
        onClick={press}
      >
        <Settings size={24} />
        {collapsed ? null : (
          <>
            <span>{label}</span>
            <ChevronDown className={shown ? 'group-arrow' : 'group-arrow folded'} size={16} />
          </>
        )}
      </button>
      <div className="nav-group" id="sidebar-settings" hidden={!shown}>
        {hasBilling ? sub('billing', t('billing'), to.SettingsBilling()) : null}
        {sub('locations', t('locations'), to.SettingsLocations())}
        {sub('permissions', t('permissions'), to.SettingsPermissions())}
        {sub('developers', t('developers'), to.SettingsDevelopers())}
        {hasTelegram ? (
          <button type="button" className="sub" aria-haspopup="dialog" onClick={() => openDialog('telegram')}>
            <span className="cut">{t('telegram')}</span>
          </button>
        ) : null}
      </div>
    </>
  );
}
