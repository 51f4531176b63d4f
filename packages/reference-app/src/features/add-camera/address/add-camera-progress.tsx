import type { Camera } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../shared/browser/hooks.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Connecting } from '../add-camera-connecting.tsx';
import { addSteps } from './add-camera-attempt.ts';
import type { AddStep } from './add-camera-attempt.ts';
import { text } from './add-camera-address-texts.ts';

const labels = { ask: 'stepAsk', register: 'stepRegister', picture: 'stepPicture' } as const;

export interface StepProgress {
  readonly step: AddStep;
  /** When each step began, Unix milliseconds. */
  readonly starts: Partial<Readonly<Record<AddStep, number>>>;
}

/** Asking a camera at its address, registering it, its first picture. */
export function AddCameraProgress({ progress, camera, onCancel }: { progress: StepProgress; camera: Camera | null; onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(250);
  const { step, starts } = progress;
  const elapsed = (name: AddStep): number | undefined => {
    const start = starts[name];
    const following = addSteps[addSteps.indexOf(name) + 1];
    const end = (following && starts[following]) ?? now;
    return start === undefined ? undefined : end - start;
  };
  return (
    <Connecting
      title={text('connecting')}
      text={text('connectingText')}
      picture={text('pictureHere')}
      steps={addSteps.map((name) => ({ name, label: text(labels[name]), elapsed: elapsed(name) }))}
      current={addSteps.indexOf(step)}
    >
      <Button onClick={onCancel}>{camera ? t('cameras.toLive') : t('common.cancel')}</Button>
    </Connecting>
  );
}
