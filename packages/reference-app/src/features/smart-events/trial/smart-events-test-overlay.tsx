import type { CameraPlayerHandle } from '@watchpost/widgets/react';
import { Scan } from 'lucide-react';
import type { ReactNode } from 'react';
import { text } from '../smart-events-texts.ts';
import { isShown, TestBoxes, TestFindings } from './smart-events-boxes.tsx';
import { useShownAt } from './smart-events-shown-at.ts';
import { frameAt, namedAt } from './smart-events-test-state.ts';
import type { DetectionTest } from './smart-events-use-test.ts';

export interface TestOverlayProps {
  readonly test: DetectionTest;
  /** Knows the time of its picture; null until it is loaded. */
  readonly player: CameraPlayerHandle | null;
}

/** Over the picture: that a test runs, and what it sees in the picture on the screen. */
export function TestOverlay({ test, player }: TestOverlayProps): ReactNode {
  const shownAt = useShownAt(player);
  const frame = frameAt(test.frames, shownAt);
  return (
    <>
      <TestBoxes frame={frame} />
      <TestFindings found={namedAt(test, shownAt)} />
      <p className="detection-test-badge">
        <Scan size={16} aria-hidden="true" />
        <b>{text('test')}</b>
        <span className="n">
          {test.status === 'running' && frame
            ? text('testSees', { count: frame.boxes.filter(isShown).length, ms: Math.round(frame.cpuMs) })
            : text(test.status === 'running' ? 'testRuns' : 'testStarts')}
        </span>
      </p>
    </>
  );
}
