import type { Camera } from '@watchpost/sdk-core';
import { formatList } from '@watchpost/sdk-core';
import { Ban, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { EventPicture } from '../events-picture.tsx';
import type { EventStretch } from '../stretches/events-stretches.ts';
import { text } from '../events-texts.ts';
import { camerasOf } from './events-folds.ts';
import type { Fold } from './events-folds.ts';

export interface FoldRowProps {
  readonly fold: Fold;
  readonly cameraOf: (cameraId: string) => Pick<Camera, 'title'> | undefined;
  readonly rowOf: (stretch: EventStretch) => ReactNode;
}

/** Small pictures that say what folds away. */
const maxMinis = 3;

/** Stretches of a day that step back: their number and cameras, and on request each of them. */
export function FoldRow({ fold, cameraOf, rowOf }: FoldRowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const rowsId = useId();
  const locale = currentLocale();
  const titles = camerasOf(fold).flatMap(({ cameraId, count }) => {
    const title = cameraOf(cameraId)?.title;
    return title === undefined ? [] : text('foldCamera', { title, count });
  });
  return (
    <li className="event-fold">
      <button
        type="button"
        className="event-fold-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? rowsId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="event-fold-icon">{fold.kind === 'motion' ? <EventGlyph shape="motion" /> : <Ban size={16} />}</span>
        <span className="event-text">
          <b>{text(fold.kind === 'motion' ? 'foldMotion' : 'foldFalseAlarms', { count: fold.stretches.length })}</b>
          {titles.length > 0 ? <span className="event-time">{formatList(titles, { locale })}</span> : null}
        </span>
        <span className="event-fold-minis only-l" aria-hidden="true">
          {fold.stretches.slice(0, maxMinis).map(({ best }) => (
            <EventPicture key={best.id} event={best} />
          ))}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isOpen ? (
        <ul className="event-rows" id={rowsId}>
          {fold.stretches.map(rowOf)}
        </ul>
      ) : null}
    </li>
  );
}
