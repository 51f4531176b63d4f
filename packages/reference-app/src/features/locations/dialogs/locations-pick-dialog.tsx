import { moveCamera } from '@watchpost/sdk-core';
import type { Camera, LocationsEdit, Place } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { Checkbox } from '../../../shared/ui/choice.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { text } from '../locations-texts.ts';

export interface PickDialogProps {
  readonly title: string;
  readonly place: Place;
  /** The cameras in other places. */
  readonly cameras: readonly Camera[];
  /** Resolves with true once the server has confirmed. */
  readonly onPick: (edit: LocationsEdit) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Moves several cameras to a place together. */
export function PickDialog({ title, place, cameras, onPick, onClose }: PickDialogProps): ReactNode {
  useTranslation();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    // A single save moves either all cameras or none.
    if (await onPick((config) => picked.reduce((before, id) => moveCamera(id, place)(before), config))) return onClose();
    setBusy(false);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={() => {
        if (picked.length > 0) void submit();
      }}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {text('cancel')}
          </Button>
          <Button type="submit" look="primary" busy={busy} disabled={picked.length === 0}>
            {text(busy ? 'adding' : 'add')}
          </Button>
        </>
      }
    >
      <div className="loc-picks" role="group" aria-label={text('cameras')}>
        {cameras.map(({ id, title: name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={picked.includes(id)}
            onChange={(isOn) => setPicked((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)))}
            disabled={busy}
          />
        ))}
      </div>
    </Dialog>
  );
}
