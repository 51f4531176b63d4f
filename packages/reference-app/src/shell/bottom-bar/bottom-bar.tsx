import { useSignals } from '@preact/signals-react/runtime';
import { Activity, Cctv, Ellipsis, Grid3x3 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { to } from '../../shared/navigation/targets.ts';
import { unseenStretches } from '../../shared/live/unseen-stretches.ts';
import { useHasCameras } from '../has-cameras.ts';
import { ProfileSheetButton } from '../profile/profile-sheet-button.tsx';
import { sidebarPlace } from '../sidebar/sidebar-model.ts';
import { shellTexts } from '../shell-texts.ts';
import './bottom-bar.css';

/** The navigation of small screens, within reach of the thumb. More contains everything else. */
export function BottomBar(): ReactNode {
  const { t } = useTranslation(shellTexts);
  useSignals();
  const { item } = sidebarPlace(useLocation().pathname);
  const hasCameras = useHasCameras();
  return (
    <nav className="bottom-bar" aria-label={t('navigation')}>
      <Place icon={Cctv} label={t('cameras')} to={to.Dashboard()} on={item === 'cameras'} />
      <Place icon={Activity} label={t('activities')} count={unseenStretches.value} to={to.ArchiveActivities()} on={item === 'activities'} />
      {hasCameras ? <Place icon={Grid3x3} label={t('wallShort')} to={to.VideoWall()} on={item === 'videoWall'} /> : null}
      <ProfileSheetButton className={item === 'settings' ? 'on' : ''}>
        {(dot) => (
          <>
            <span className="bottom-bar-icon">
              <Ellipsis size={24} />
              {dot}
            </span>
            {t('more')}
          </>
        )}
      </ProfileSheetButton>
    </nav>
  );
}

function Place({
  icon: Icon,
  label,
  count = 0,
  to: target,
  on,
}: {
  icon: LucideIcon;
  label: string;
  count?: number;
  to: string;
  on: boolean;
}): ReactNode {
  return (
    <Link to={target} className={on ? 'on' : undefined} aria-current={on ? 'page' : undefined}>
      <span className="bottom-bar-icon">
        <Icon size={24} />
        {count > 0 ? <span className="nav-count">{count}</span> : null}
      </span>
      <span className="cut">{label}</span>
    </Link>
  );
}
