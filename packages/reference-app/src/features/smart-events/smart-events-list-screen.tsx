import type { CameraDetections, DetectionSettings, SwitchableDetection } from '@watchpost/sdk-core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { eventShapes } from '../../shared/live/latest-events.ts';
import { to } from '../../shared/navigation/targets.ts';
import { EventGlyph, Skeleton } from '../../shared/ui/status.tsx';
import { WithDetections } from './smart-events-access.tsx';
import { shapesOf } from './smart-events-draft.ts';
import { EngineNotice } from './smart-events-engine-notice.tsx';
import { segmentOf } from './smart-events-segments.ts';
import { detectionName, text } from './smart-events-texts.ts';
import { PlugInDetections } from './plug-in/smart-events-plug-in.tsx';
import { SoundDetections } from './sound/smart-events-sounds.tsx';
import './smart-events.css';

export interface SmartEventsScreenProps {
  readonly cameraId: string;
  /** Further rows, of what is no detection. */
  readonly reports?: ReactNode;
}

/** All detections of a camera, each with what it finds and whether it is on (specification 2, section 2). */
export function SmartEventsScreen({ cameraId, reports }: SmartEventsScreenProps): ReactNode {
  return (
    <WithDetections cameraId={cameraId} placeholder={<Placeholder />}>
      {(_, all) => (
        <div className="detections">
          <p className="dim">{text('intro')}</p>
          <EngineNotice engine={all.engine} isOverBudget={all.isOverBudget} />
          <ul>
            {all.detections.map((settings) => (
              <DetectionRow
                key={settings.type}
                type={settings.type}
                href={to.SmartEvent(cameraId, segmentOf(settings.type))}
                isEnabled={settings.isEnabled}
                state={stateText(settings, all)}
              />
            ))}
            <DetectionRow
              type="motion"
              href={to.SmartEvent(cameraId, segmentOf('motion'))}
              isEnabled={all.isMotionEnabled}
              state={text(all.isMotionEnabled ? 'on' : 'off')}
            />
            {reports}
          </ul>
          <SoundDetections cameraId={cameraId} />
          <PlugInDetections cameraId={cameraId} />
        </div>
      )}
    </WithDetections>
  );
}

/** "On, 2 areas": what runs, or why what is on finds nothing. */
function stateText(settings: DetectionSettings, { engine }: CameraDetections): string {
  if (!settings.isEnabled) return text('off');
  if (engine.state !== 'ready') return text('waiting');
  const count = shapesOf(settings).length;
  if (settings.type === 'lineCrossing') return `${text('on')}, ${count === 0 ? text('noLine') : text('shapeCount.line', { count })}`;
  return count === 0 ? text('on') : `${text('on')}, ${text('shapeCount.zone', { count })}`;
}

interface DetectionRowProps {
  readonly type: SwitchableDetection;
  readonly href: string;
  readonly isEnabled: boolean;
  readonly state: string;
}

function DetectionRow({ type, href, isEnabled, state }: DetectionRowProps): ReactNode {
  return (
    <li>
      <Link className="detection-row" to={href}>
        <EventGlyph shape={eventShapes[type]} size={16} unseen={isEnabled} />
        <span className="detection-row-text">
          <b>{detectionName(type)}</b>
          <span className="small dim">{text(`does.${type}`)}</span>
        </span>
        <span className={isEnabled ? 'detection-state on' : 'detection-state'}>{state}</span>
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    </li>
  );
}

function Placeholder(): ReactNode {
  return (
    <div className="detections" role="status" aria-label={text('loading')}>
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} kind="row" />
      ))}
    </div>
  );
}
