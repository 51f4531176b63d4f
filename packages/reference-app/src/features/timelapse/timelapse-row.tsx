import { ChevronRight, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { to } from '../../shared/navigation/targets.ts';
import { useTimelapse, useTimelapseCamera } from './timelapse-queries.ts';
import { text } from './timelapse-texts.ts';

/** The timelapse among the smart events of a camera (specification 2, section 2). */
export function TimelapseRow({ cameraId }: { readonly cameraId: string }): ReactNode {
  useTranslation();
  const isAllowed = useCapabilities(useTimelapseCamera(cameraId).data)?.isManaged === true;
  const { data } = useTimelapse(cameraId, isAllowed);
  return (
    <li>
      <Link className="detection-row" to={to.SmartEvent(cameraId, 'timelapse')}>
        <Timer size={16} aria-hidden="true" />
        <span className="detection-row-text">
          <b>{text('title')}</b>
          <span className="small dim">{text('does')}</span>
        </span>
        {data ? (
          <span className={data.isEnabled ? 'detection-state on' : 'detection-state'}>{text(data.isEnabled ? 'on' : 'off')}</span>
        ) : null}
        <ChevronRight size={16} aria-hidden="true" />
      </Link>
    </li>
  );
}
