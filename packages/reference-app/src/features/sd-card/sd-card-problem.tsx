import type { Camera } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import type { CapabilityFields } from '../../shared/live/capabilities.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Banner } from '../../shared/ui/status.tsx';
import { LoseDataDialog } from './sd-card-confirm-dialogs.tsx';
import { text } from './sd-card-texts.ts';

/** Reports that the last operation failed. */
export function WorkFailed({ kind }: { readonly kind: 'format' | 'erase' }): ReactNode {
  return (
    <Banner kind="danger" announce>
      <b>{text(kind === 'format' ? 'formatFailed' : 'eraseFailed')}</b> {text('failedText')}
    </Banner>
  );
}

/** A card that cannot be used; formatting helps. */
export function CardProblem({
  camera,
  failed,
}: {
  readonly camera: CapabilityFields & Pick<Camera, 'id'>;
  readonly failed: 'format' | 'erase' | null;
}): ReactNode {
  const { canDeleteData } = useCapabilities(camera);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {failed ? <WorkFailed kind={failed} /> : null}
      <EmptyState compact broken title={text('notMounted')} text={text('notMountedText')}>
        {canDeleteData ? (
          <Button look="primary" onClick={() => setAsking(true)}>
            {text('format')}
          </Button>
        ) : (
          <p>{text('ownerOnly')}</p>
        )}
      </EmptyState>
      {isAsking ? <LoseDataDialog cameraId={camera.id} kind="format" onClose={() => setAsking(false)} /> : null}
    </>
  );
}
