import type { Camera } from '@watchpost/sdk-core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../shared/navigation/targets.ts';
import { text } from './smart-events-texts.ts';
import './smart-events.css';

/** The way from a camera's settings to what else than motion it finds. */
export function SmartEventsSection({ camera }: { readonly camera: Pick<Camera, 'id'> }): ReactNode {
  useTranslation();
  return (
    <section className="settings-part" aria-labelledby="settings-smart-events">
      <h2 id="settings-smart-events">{text('title')}</h2>
      <Link className="detection-row" to={to.SmartEvents(camera.id)}>
        <span className="detection-row-text">
          <b>{text('open')}</b>
          <span className="small dim">{text('openText')}</span>
        </span>
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    </section>
  );
}
