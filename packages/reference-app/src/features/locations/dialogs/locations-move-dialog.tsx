import { inOrder, roomsOf } from '@watchpost/sdk-core';
import type { LocationsConfig, Place } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { RadioGroup } from '../../../shared/ui/choice.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { text } from '../locations-texts.ts';

export interface MoveDialogProps {
  readonly title: string;
  readonly config: LocationsConfig;
  readonly place: Place;
  /** Resolves with true once the server has it. */
  readonly onMove: (place: Place) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Where a camera is: the way without dragging, for keys and for phones. */
export function MoveDialog({ title, config, place, onMove, onClose }: MoveDialogProps): ReactNode {
  useTranslation();
  const choices = placesOf(config);
  const [chosen, setChosen] = useState(() => keyOf(place));
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const target = choices.find(({ value }) => value === chosen)?.place;
    if (!target || chosen === keyOf(place)) return onClose();
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
          <Button look="quiet" onClick={onClose} disabled={busy}>{text('cancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>{text(busy ? 'moving' : 'moveHere')}</Button>
        </>
      }
    >
      <RadioGroup label={text('location')} value={chosen} onValue={setChosen} options={choices} />
    </Dialog>
  );
}

/** A location's and a room's ids have neither spaces nor slashes. */
function keyOf({ locationId, roomId }: Place): string {
  return `${locationId ?? ''}/${roomId ?? ''}`;
}

/** Every place that there is, in order: each location, its rooms below it, and nowhere. */
function placesOf(config: LocationsConfig): { readonly value: string; readonly label: string; readonly place: Place }[] {
  const places = inOrder(config.locations).flatMap((location) => [
    { label: location.title, place: { locationId: location.id, roomId: null } },
    ...roomsOf(config, location.id).map((room) => ({ label: `${location.title} — ${room.title}`, place: { locationId: location.id, roomId: room.id } })),
  ]);
  return [...places, { label: text('withoutLocation'), place: { locationId: null, roomId: null } }].map((one) => ({ ...one, value: keyOf(one.place) }));
}
