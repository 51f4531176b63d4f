import type { Camera, ProbeSourceAnswer } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../shared/live/now.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Connecting } from '../add-camera-connecting.tsx';
import { addSteps } from './add-camera-attempt.ts';
import type { AddStep } from './add-camera-attempt.ts';
import { text } from './add-camera-address-texts.ts';
import { commonTexts } from '../../../shared/i18n/common-texts.ts';

const labels = { ask: 'stepAsk', register: 'stepRegister', picture: 'stepPicture' } as const;

export interface StepProgress {
  readonly step: AddStep;
  /** What is at the address, once the camera has answered. */
  readonly found: ProbeSourceAnswer | null;
  /** Start of each step, Unix milliseconds. */
  readonly starts: Partial<Readonly<Record<AddStep, number>>>;
}

/** Shows the progress of probing, registering and the first picture. */
export function AddCameraProgress({
  progress,
  camera,
  onCancel,
}: {
  progress: StepProgress;
  camera: Camera | null;
  onCancel: () => void;
}): ReactNode {
  const { t } = useTranslation(commonTexts);
  const now = useNow(250);
  const { step, starts, found } = progress;
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
      steps={addSteps.map((name) => ({
        name,
        label: name === 'ask' && found ? text('stepFound', { what: foundText(found) }) : text(labels[name]),
        elapsed: elapsed(name),
      }))}
      current={addSteps.indexOf(step)}
    >
      <Button onClick={onCancel}>{camera ? t('toLive') : t('cancel')}</Button>
    </Connecting>
  );
}

/** @example 'Northgate NG-2, H264 1280×720' */
function foundText({ device, found, tracks }: ProbeSourceAnswer): string {
  const video = tracks.find(({ kind, width }) => kind === 'video' && width !== undefined);
  const maker = device ? `${device.manufacturer} ${device.model}`.trim() : '';
  const path = found?.kind === 'rtsp' && URL.canParse(found.url) ? `RTSP ${new URL(found.url).pathname}` : 'ONVIF';
  return [maker === '' ? path : maker, video ? `${video.encoding} ${video.width}×${video.height}` : '']
    .filter((part) => part !== '')
    .join(', ');
}
