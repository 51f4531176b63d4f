import { errorText } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { CapabilityFields } from '../../shared/live/capabilities.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Progress, Spinner } from '../../shared/ui/status.tsx';
import { DiscardDialog } from './sd-card-confirm-dialogs.tsx';
import { InstalledCard } from './sd-card-installed.tsx';
import { CardProblem } from './sd-card-problem.tsx';
import { useSdCard } from './sd-card-queries.ts';
import { text } from './sd-card-texts.ts';
import './sd-card.css';

/** The camera's card: whether it is installed, its free space, what it records (specification 2, section 4). */
export function SdCardDialog({
  camera,
  onClose,
}: {
  readonly camera: CapabilityFields & Pick<Camera, 'id'>;
  readonly onClose: () => void;
}): ReactNode {
  useTranslation();
  const [isChanged, setChanged] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const close = (): void => (isChanged ? setLeaving(true) : onClose());
  return (
    <Dialog title={text('title')} size="m" onClose={close}>
      <Content camera={camera} onChanged={setChanged} />
      {isLeaving ? <DiscardDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </Dialog>
  );
}

function Content({
  camera,
  onChanged,
}: {
  readonly camera: CapabilityFields & Pick<Camera, 'id'>;
  readonly onChanged: (isChanged: boolean) => void;
}): ReactNode {
  const { data, error, refetch, isFetching } = useSdCard(camera.id);
  const again = (): void => void refetch();
  // The card stays visible while the camera is briefly offline.
  if (!data && error) {
    return (
      <EmptyState compact broken title={text('failed')} text={errorText(error, currentLocale())}>
        <Button busy={isFetching} onClick={again}>
          {text('retry')}
        </Button>
      </EmptyState>
    );
  }
  if (!data)
    return (
      <div className="sd-card-wait">
        <Spinner label={text('asking')} />
      </div>
    );
  if (data.support === 'none') return <NotInstalled isBusy={isFetching} onCheck={again} />;
  if (data.work?.state === 'running') {
    return (
      <Progress label={text(data.work.kind === 'format' ? 'formatting' : 'erasing')} value={data.work.progress} left={text('takesLong')}>
        {text('goesOn')}
      </Progress>
    );
  }
  const failed = data.work?.kind ?? null;
  if (data.card.state === 'not-installed') return <NotInstalled isBusy={isFetching} onCheck={again} />;
  if (data.card.state === 'not-mounted') return <CardProblem camera={camera} failed={failed} />;
  return <InstalledCard camera={camera} card={data} memory={data.card.memory} failed={failed} onChanged={onChanged} />;
}

function NotInstalled({ isBusy, onCheck }: { readonly isBusy: boolean; readonly onCheck: () => void }): ReactNode {
  return (
    <EmptyState compact title={text('notInstalled')} text={text('notInstalledText')}>
      <Button look="primary" busy={isBusy} onClick={onCheck}>
        {text('checkAgain')}
      </Button>
    </EmptyState>
  );
}
