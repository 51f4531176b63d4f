import type { DetectionTestFrame, TestedBox } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { shareText, text } from '../smart-events-texts.ts';
import type { FoundEvent } from './smart-events-test-state.ts';

/** What is less certain is noise in every picture. */
const minShownScore = 0.3;
/** More names would hide the picture. */
const maxNames = 5;
/** What counts has its name first, then what is most certain of that which is looked for. */
const rankOf = ({ score, verdict }: TestedBox): number =>
  score + (verdict === 'counts' ? 2 : verdict === 'other-class' || verdict === 'too-small' ? 0 : 1);
/** Whether a box is drawn, and counted as an object. */
export function isShown({ score, verdict }: TestedBox): boolean {
  return verdict === 'counts' || score >= minShownScore;
}
const percent = (share: number): string => `${share * 100}%`;

/** What a test sees in the picture on the screen: boxes, paths, and what becomes of each. The list says it to screen readers. */
export function TestBoxes({ frame }: { readonly frame: DetectionTestFrame | null }): ReactNode {
  if (!frame) return null;
  const boxes = frame.boxes.filter(isShown);
  const named = new Set(boxes.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, maxNames));
  return (
    <div className="detection-boxes" aria-hidden="true">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none">
        {boxes.map(({ trackId, path }) => (
          <polyline key={trackId} points={path.map(({ x, y }) => `${x},${y}`).join(' ')} />
        ))}
      </svg>
      {boxes.map((box) => (
        <TestBox key={box.trackId} tested={box} isNamed={named.has(box)} />
      ))}
    </div>
  );
}

function TestBox({ tested, isNamed }: { readonly tested: TestedBox; readonly isNamed: boolean }): ReactNode {
  const { box, objectClass, score, verdict, path } = tested;
  const foot = path.at(-1);
  const counts = verdict === 'counts';
  return (
    <>
      <span
        className={counts ? 'detection-box counts' : 'detection-box'}
        style={{ left: percent(box.x), top: percent(box.y), width: percent(box.width), height: percent(box.height) }}
      >
        {isNamed ? (
          <span className={['detection-box-name', box.y < 0.1 && 'inside', box.x + box.width / 2 > 0.5 && 'end'].filter(Boolean).join(' ')}>
            {text(`objectClass.${objectClass}`)} {shareText(score)}
            {counts ? null : <small>{text(`verdict.${verdict}`)}</small>}
          </span>
        ) : null}
      </span>
      {foot ? <i className="detection-box-foot" style={{ left: percent(foot.x), top: percent(foot.y) }} /> : null}
    </>
  );
}

/** A name in the middle of its place; near an edge of the picture, as close to it as there is room. */
const nearest = (share: number): number => Math.min(0.86, Math.max(0.14, share));
/** Below this there is no room under an object. */
const lowest = 0.9;

/** What would have been reported, named where it happened. The list says it to screen readers. */
export function TestFindings({ found }: { readonly found: readonly FoundEvent[] }): ReactNode {
  return (
    <div className="detection-boxes" aria-hidden="true">
      {found.map(({ key, type, label, objectClass, box }) => {
        if (!box) return null;
        const foot = box.y + box.height;
        const name = text(`objectClass.${objectClass}`);
        return (
          <span
            key={key}
            className={foot > lowest ? 'detection-finding up' : 'detection-finding'}
            style={{ left: percent(nearest(box.x + box.width / 2)), top: percent(foot) }}
          >
            <EventGlyph shape={eventShapes[type]} />
            {label === null ? name : type === 'lineCrossing' ? text('crossedLine', { line: label }) : `${name}, ${label}`}
          </span>
        );
      })}
    </div>
  );
}
