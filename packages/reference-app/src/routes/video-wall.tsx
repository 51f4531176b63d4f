import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { to } from '../shared/navigation/targets.ts';
import { ComingNote } from '../shell/coming/coming-note.tsx';
import './video-wall.css';

/** /video-wall: always dark, with nothing around it. */
export function VideoWallRoute(): ReactNode {
  const { t } = useTranslation();
  usePageTitle(t('shell.videoWall'));
  return (
    <main className="wall" id="main">
      <Link className="wall-back" to={to.Dashboard()} aria-label={t('shell.toCameras')} title={t('shell.toCameras')}>
        <ArrowLeft size={24} />
      </Link>
      <ComingNote topic="videoWall" level="h1" />
    </main>
  );
}
