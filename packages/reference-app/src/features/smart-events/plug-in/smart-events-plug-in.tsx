import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { CameraPlugInDetections, UpdatePlugInDetectionBody } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Slider, Switch } from '../../../shared/ui/choice.tsx';
import { Banner } from '../../../shared/ui/status.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { EngineNotice } from '../smart-events-engine-notice.tsx';
import { shareText, text } from '../smart-events-texts.ts';

type PlugInRow = CameraPlugInDetections['detections'][number];

const keyOf = (cameraId: string): string[] => ['plug-in-detections', cameraId];
const failingIntervalMs = 15_000;

/** What the operator's own detector finds beside objects, each with its switch. Nothing where it finds none of it: it is not promised. */
export function PlugInDetections({ cameraId }: { readonly cameraId: string }): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: keyOf(cameraId),
    queryFn: ({ signal }) => client.smartEvents.plugIn(cameraId, { signal }),
    // A detector that works again is seen without a reload.
    refetchInterval: ({ state }) => (state.data?.detections.some(({ engine }) => engine.state === 'failing') ? failingIntervalMs : false),
  });
  if (error) {
    return (
      <Banner kind="warning">
        <b>{text('plugInFailed')}</b> {errorText(error, currentLocale())}
      </Banner>
    );
  }
  if (!data || data.detections.length === 0) return null;
  return (
    <section aria-labelledby="detection-plug-in">
      <h2 id="detection-plug-in">{text('plugIn')}</h2>
      <p className="dim">{text('plugInIntro')}</p>
      <ul>
        {data.detections.map((row) => (
          <Row key={row.type} cameraId={cameraId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({
  cameraId,
  row: { type, isEnabled, confidence, engine },
}: {
  readonly cameraId: string;
  readonly row: PlugInRow;
}): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  /** Where the slider is held, percent; null when it is released. */
  const [moved, setMoved] = useState<number | null>(null);
  const change = useMutation({
    mutationFn: (body: UpdatePlugInDetectionBody) => client.smartEvents.updatePlugIn(cameraId, type, body),
    onSuccess: (changed) =>
      void cache.setQueryData<CameraPlugInDetections>(
        keyOf(cameraId),
        (known) => known && { detections: known.detections.map((one) => (one.type === type ? { ...one, ...changed } : one)) },
      ),
    onError: (error) => showToast('error', text('switchFailed'), { text: errorText(error, currentLocale()) }),
    onSettled: () => setMoved(null),
  });
  const name = text(`plugInName.${type}`);
  const percent = Math.round(confidence * 100);
  return (
    <li className="detection-part">
      <Switch
        label={<b>{name}</b>}
        checked={isEnabled}
        disabled={change.isPending}
        onChange={(isOn) => change.mutate({ isEnabled: isOn })}
      />
      <p className="small dim">{text(`plugInDoes.${type}`)}</p>
      {isEnabled && engine.state !== 'ready' ? <EngineNotice engine={engine} isOverBudget={false} /> : null}
      {isEnabled ? (
        <Slider
          label={text('plugInConfidence', { name })}
          value={moved ?? percent}
          step={5}
          format={(value) => shareText(value / 100)}
          disabled={change.isPending}
          onValue={setMoved}
          onCommit={(value) => {
            if (value === percent) setMoved(null);
            else change.mutate({ confidence: value / 100 });
          }}
        />
      ) : null}
    </li>
  );
}
