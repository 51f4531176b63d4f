import type { ReactNode } from 'react';
import { shareText, text } from '../smart-events-texts.ts';
import type { SeenScore } from './smart-events-test-state.ts';

/** Above the slider of the confidence: how certain the objects of the test were. Filled dots count. */
export function SeenScores({ scores, confidence }: { readonly scores: readonly SeenScore[]; readonly confidence: number }): ReactNode {
  if (scores.length === 0) return null;
  const list = scores
    .map(({ score }) => score)
    .toSorted((a, b) => a - b)
    .map(shareText)
    .join(', ');
  return (
    <>
      <div className="detection-scores" role="img" aria-label={text('scores', { list })}>
        {scores.map(({ key, score }) => (
          <i key={key} className={score < confidence ? 'low' : undefined} style={{ left: `${score * 100}%` }} />
        ))}
      </div>
      <p className="small dim">{text('scoresText')}</p>
    </>
  );
}
