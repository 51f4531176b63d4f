import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { CameraSoundDetections, SoundAnalysis, SoundDetectionSettings, UpdateSoundDetectionBody } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Slider, Switch } from '../../../shared/ui/choice.tsx';
import { Banner } from '../../../shared/ui/status.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from '../smart-events-texts.ts';

const keyOf = (cameraId: string): string[] => ['sound-detections', cameraId];
const offlineIntervalMs = 15_000;

/** What is listened for in a camera's sound, each with its switch; says why, where its sound can't be analysed. */
export function SoundDetections({ cameraId }: { readonly cameraId: string }): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: keyOf(cameraId),
    queryFn: ({ signal }) => client.smartEvents.sounds(cameraId, { signal }),
    refetchInterval: ({ state }) => (state.data?.analysis.state === 'unavailable' ? offlineIntervalMs : false),
  });
  if (!data && !error) return null;
  return (
    <section aria-labelledby="detection-sounds">
      <h2 id="detection-sounds">{text('sounds')}</h2>
      {data ? (
        <>
          <p className="dim">{text('soundsIntro')}</p>
          <SoundNotice analysis={data.analysis} isOverBudget={data.isOverBudget} />
          <ul>
            {data.detections.map((settings) => (
              <SoundRow key={settings.type} cameraId={cameraId} settings={settings} />
            ))}
          </ul>
        </>
      ) : (
        <Banner kind="warning">
          <b>{text('soundsFailed')}</b> {error ? errorText(error, currentLocale()) : null}
        </Banner>
      )}
    </section>
  );
}

function SoundNotice({ analysis, isOverBudget }: Pick<CameraSoundDetections, 'analysis' | 'isOverBudget'>): ReactNode {
  if (analysis.state === 'unavailable') {
    return (
      <Banner kind="warning">
        <b>{text('soundMissing')}</b> {reasonText(analysis)}
      </Banner>
    );
  }
  return isOverBudget ? <Banner kind="warning">{text('soundOverBudget')}</Banner> : null;
}

function reasonText(analysis: Extract<SoundAnalysis, { readonly state: 'unavailable' }>): string {
  return analysis.reason === 'unknown-codec'
    ? text('soundReason.unknown-codec', { codec: analysis.codec })
    : text(`soundReason.${analysis.reason}`);
}

function SoundRow({ cameraId, settings }: { readonly cameraId: string; readonly settings: SoundDetectionSettings }): ReactNode {
  const { type, isEnabled, sensitivity } = settings;
  const client = useClient();
  const cache = useQueryClient();
  /** Where the slider is held; null when it is released. */
  const [moved, setMoved] = useState<number | null>(null);
  const change = useMutation({
    mutationFn: (body: UpdateSoundDetectionBody) => client.smartEvents.updateSound(cameraId, type, body),
    onSuccess: (changed) =>
      void cache.setQueryData<CameraSoundDetections>(
        keyOf(cameraId),
        (known) => known && { ...known, detections: known.detections.map((one) => (one.type === type ? changed : one)) },
      ),
    onError: (error) => showToast('error', text('switchFailed'), { text: errorText(error, currentLocale()) }),
    onSettled: () => setMoved(null),
  });
  const name = text(`sound.${type}`);
  return (
    <li className="detection-part">
      <Switch
        label={<b>{name}</b>}
        checked={isEnabled}
        disabled={change.isPending}
        onChange={(isOn) => change.mutate({ isEnabled: isOn })}
      />
      <p className="small dim">{text(`soundDoes.${type}`)}</p>
      {isEnabled ? (
        <Slider
          label={text('soundSensitivity', { name })}
          value={moved ?? sensitivity}
          maximum={10}
          disabled={change.isPending}
          onValue={setMoved}
          onCommit={(value) => {
            if (value === sensitivity) setMoved(null);
            else change.mutate({ sensitivity: value });
          }}
        />
      ) : null}
    </li>
  );
}
