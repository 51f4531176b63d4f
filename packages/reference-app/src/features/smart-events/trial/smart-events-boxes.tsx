import type { DetectionTestFrame, TestedBox } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { shareText, text } from '../smart-events-texts.ts';

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
