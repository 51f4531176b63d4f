import { errorText } from '@watchpost/sdk-core';
import type { Camera, SdCard, SdCardRecording, UpdateSdCardBody } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import type { CapabilityFields } from '../../shared/live/capabilities.ts';
import { Button } from '../../shared/ui/button.tsx';
import { RadioGroup } from '../../shared/ui/choice.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { ScheduleEditor } from './schedule/sd-card-schedule-editor.tsx';
import { LoseDataDialog } from './sd-card-confirm-dialogs.tsx';
import { CardMemory } from './sd-card-memory.tsx';
import { WorkFailed } from './sd-card-problem.tsx';
import { useChangeSdCard } from './sd-card-queries.ts';
import { text } from './sd-card-texts.ts';

type Supported = Extract<SdCard, { readonly support: 'card' }>;
type Memory = Extract<Supported['card'], { readonly state: 'installed' }>['memory'];

export interface InstalledCardProps {
  readonly camera: CapabilityFields & Pick<Camera, 'id'>;
  readonly card: Supported;
  readonly memory: Memory;
  readonly failed: 'format' | 'erase' | null;
  /** Whether the schedule has unsaved changes. */
  readonly onChanged: (isChanged: boolean) => void;
}

const modes: readonly SdCardRecording[] = ['off', 'always', 'events', 'schedule'];
const explained = { off: 'offText', always: 'alwaysText', events: 'eventsText', schedule: 'scheduleText' } as const;

/** A card in use. The recording mode is sent immediately, and shown once the camera has confirmed it. */
export function InstalledCard({ camera, card, memory, failed, onChanged }: InstalledCardProps): ReactNode {
  const change = useChangeSdCard(camera.id);
  const { canDeleteData } = useCapabilities(camera);
  const [asking, setAsking] = useState<'format' | 'erase' | null>(null);
  const save = (body: UpdateSdCardBody): void =>
    change.mutate(body, {
      onSuccess: () => showToast('success', text('saved'), { id: 'sd-card' }),
      onError: (error) => showToast('error', text('notSaved'), { id: 'sd-card', text: errorText(error, currentLocale()) }),
    });
  return (
    <>
      {failed ? <WorkFailed kind={failed} /> : null}
      <CardMemory memory={memory} />
      <RadioGroup
        label={text('recording')}
        value={card.recording}
        disabled={change.isPending}
        onValue={(recording) => save({ recording })}
        options={modes.map((value) => ({ value, label: text(value), description: text(explained[value]) }))}
      />
      {card.recording === 'schedule' ? (
        <ScheduleEditor
          key={JSON.stringify(card.schedule)}
          schedule={card.schedule}
          timeZone={card.timeZone}
          isSaving={change.isPending}
          onSave={(schedule) => save({ schedule })}
          onChanged={onChanged}
        />
      ) : null}
      <div className="sd-card-erase">
        {canDeleteData ? (
          <>
            <Button look="danger-quiet" onClick={() => setAsking('erase')}>
              {text('erase')}
            </Button>
            <Button look="danger-quiet" onClick={() => setAsking('format')}>
              {text('format')}
            </Button>
          </>
        ) : (
          <p>{text('ownerOnly')}</p>
        )}
      </div>
      {asking ? <LoseDataDialog cameraId={camera.id} kind={asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}
