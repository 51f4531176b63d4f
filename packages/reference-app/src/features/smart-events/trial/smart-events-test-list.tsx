import type { CameraDetections, DetectionType } from '@watchpost/sdk-core';
import { formatTime } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { EngineNotice } from '../smart-events-engine-notice.tsx';
import { shareText, text } from '../smart-events-texts.ts';
import type { DetectionTest } from './smart-events-use-test.ts';

export interface TestListProps {
  readonly test: DetectionTest;
  readonly engine: CameraDetections['engine'];
  readonly type: DetectionType;
  readonly timeZone: string;
}

/** What a test would have reported so far, or why it can't run. */
export function TestList({ test, engine, type, timeZone }: TestListProps): ReactNode {
  const { isOn, notice, found, status, isOverBudget } = test;
  if (isOn && engine.state === 'unavailable') return <EngineNotice engine={engine} isOverBudget={false} />;
  if (!isOn)
    return (
      <p className="small dim detection-test-notice" role="status">
        {notice}
      </p>
    );
  return (
    <section className="detection-test" aria-labelledby="detection-test">
      <h2 id="detection-test">{text('testList')}</h2>
      <p className="small dim">{text(status === 'lost' ? 'testLost' : isOverBudget ? 'testBusy' : 'testHint')}</p>
      <div role="log" aria-label={text('testList')}>
        <ul>
          {found.map(({ key, at, label, objectClass, score }) => (
            <li key={key}>
              <EventGlyph shape={eventShapes[type]} />
              <b className="cut">{text(`objectClass.${objectClass}`)}</b>
              {label === null ? null : <span className="cut dim">{label}</span>}
              <span className="n">{shareText(score)}</span>
              <time className="n dim" dateTime={new Date(at).toISOString()}>
                {formatTime(at, { locale: currentLocale(), timeZone })}
              </time>
            </li>
          ))}
        </ul>
      </div>
      {found.length === 0 ? <p className="small dim">{text('testNothing')}</p> : null}
    </section>
  );
}
