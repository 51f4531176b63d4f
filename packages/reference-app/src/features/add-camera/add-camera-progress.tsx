import type { Camera } from '@watchpost/sdk-core';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../shared/browser/hooks.ts';
import { Button } from '../../shared/ui/button.tsx';
import { addSteps } from './add-camera-attempt.ts';
import type { AddStep } from './add-camera-attempt.ts';

const labels = { ask: 'addCamera.stepAsk', register: 'addCamera.stepRegister', picture: 'addCamera.stepPicture' } as const;

function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export interface StepProgress {
  readonly step: AddStep;
  /** When each step began, Unix milliseconds. */
  readonly starts: Partial<Readonly<Record<AddStep, number>>>;
}

/** What is being done and for how long; each finished step keeps its time. */
export function AddCameraProgress({ progress, camera, onCancel }: { progress: StepProgress; camera: Camera | null; onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(250);
  const { step, starts } = progress;
  const heading = useRef<HTMLHeadingElement>(null);
  const current = addSteps.indexOf(step);
  useEffect(() => heading.current?.focus(), []);
  const elapsed = (name: AddStep): string => {
    const start = starts[name];
    const following = addSteps[addSteps.indexOf(name) + 1];
    const end = (following && starts[following]) ?? now;
    return start === undefined ? '' : clockText(end - start);
  };
  return (
    <section className="connecting">
      <div className="connecting-picture">
        <svg width="120" height="84" viewBox="0 0 120 84" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
          <rect x="22" y="8" width="76" height="50" rx="14" />
          <circle cx="60" cy="33" r="15" />
          <circle cx="60" cy="33" r="7" stroke="var(--wp-pic-accent)" strokeWidth="2.5" />
          <circle cx="86" cy="20" r="2" fill="var(--wp-pic-accent)" stroke="none" />
          <path d="M60 58v10M44 76a16 9 0 0 1 32 0z" />
        </svg>
        <span>{t('addCamera.pictureHere')}</span>
      </div>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {t('addCamera.connecting')}
        </h1>
        <p className="dim">{t('addCamera.connectingText')}</p>
        <progress className="connecting-bar" max={addSteps.length} value={current + 0.5} aria-label={t('addCamera.connecting')} />
        <ol className="connecting-steps" aria-live="polite">
          {addSteps.map((name, index) => (
            <li key={name} className={index < current ? 'done' : index === current ? 'on' : 'todo'}>
              {index < current ? <CircleCheck size={24} /> : index === current ? <LoaderCircle className="wp-spin" size={24} /> : <i />}
              <span>{t(labels[name])}</span>
              <time aria-hidden="true">{elapsed(name)}</time>
            </li>
          ))}
        </ol>
        <Button onClick={onCancel}>{camera ? t('cameras.toLive') : t('common.cancel')}</Button>
      </div>
    </section>
  );
}
