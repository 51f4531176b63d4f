import type { LocationsConfig, Place } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { RadioGroup } from '../../../shared/ui/choice.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { keyOfPlace, placesOf } from '../locations-places.ts';
import { text } from '../locations-texts.ts';

export interface MoveDialogProps {
  readonly title: string;
  readonly config: LocationsConfig;
  readonly place: Place;
  /** Resolves with true once the server has confirmed. */
  readonly onMove: (place: Place) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Moves a camera without dragging, for keyboards and phones. */
export function MoveDialog({ title, config, place, onMove, onClose }: MoveDialogProps): ReactNode {
  useTranslation();
  const choices = placesOf(config);
  const [chosen, setChosen] = useState(() => keyOfPlace(place));
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const target = choices.find(({ value }) => value === chosen)?.place;
    if (!target || chosen === keyOfPlace(place)) return onClose();
    setBusy(true);
    if (await onMove(target)) return onClose();
    setBusy(false);
  };
  return (
    <Dialog
      title={text('moveTitle', { name: title })}
      onClose={onClose}
      busy={busy}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={busy}>
            {text('cancel')}
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            {text(busy ? 'moving' : 'moveHere')}
          </Button>
        </>
      }
    >
      <RadioGroup label={text('location')} value={chosen} onValue={setChosen} options={choices} />
    </Dialog>
  );
}
