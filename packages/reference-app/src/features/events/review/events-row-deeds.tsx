import { cameraCapabilities } from '@watchpost/sdk-core';
import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { Ban, Bookmark, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { useMomentEntries } from '../../../shared/moment/moment-entries.tsx';
import type { MenuEntry } from '../../../shared/ui/menu-entry.ts';
import { text } from '../events-texts.ts';
import { alarmsOf } from './events-folds.ts';
import type { RowDeed } from './events-review-keys.ts';

/** What can be done with the rows of a list. */
export interface RowActions {
  readonly onSeen: (events: readonly CameraEvent[]) => void;
  readonly onSave: (event: CameraEvent) => void;
  readonly onFalseAlarm: (events: readonly CameraEvent[], isFalseAlarm: boolean) => void;
}

interface Row {
  /** The event that stands for the row. */
  readonly event: CameraEvent;
  readonly events: readonly CameraEvent[];
  readonly camera: Camera | undefined;
}

type Deeds = Partial<Record<RowDeed, { readonly entry: MenuEntry; readonly run: () => void }>>;

/** Returns what can be done with a row, for its menu and its keys. */
export function useRowDeeds({
  onSeen,
  onSave,
  onFalseAlarm,
}: RowActions): (row: Row) => { readonly deeds: Deeds; readonly entries: readonly MenuEntry[] } {
  const client = useClient();
  const momentEntries = useMomentEntries();
  return ({ event, events, camera }) => {
    const alarms = alarmsOf(events);
    const isFalse = alarms.every(({ isFalseAlarm }) => isFalseAlarm);
    const canMark = camera !== undefined && cameraCapabilities(camera, client.serverNow()).canChangeSettings;
    const deed = (
      label: string,
      shortcut: string,
      icon: ReactNode,
      run: () => void,
    ): { readonly entry: MenuEntry; readonly run: () => void } => ({
      entry: { kind: 'item', label, shortcut, icon, onAction: run },
      run,
    });
    const deeds: Deeds = {
      ...(events.some(({ isSeen }) => !isSeen) && { seen: deed(text('markSeen'), 'S', <Check size={20} />, () => onSeen(events)) }),
      save: deed(text('save'), 'B', <Bookmark size={20} />, () => onSave(event)),
      ...(canMark && {
        falseAlarm: deed(text(isFalse ? 'noFalseAlarm' : 'falseAlarm'), 'F', <Ban size={20} />, () => onFalseAlarm(alarms, !isFalse)),
      }),
    };
    const [copy, ...others] = momentEntries({
      cameraId: event.cameraId,
      camera,
      at: () => event.startAt,
      picture: event.pictureUrl === null ? undefined : () => client.events.picture(event),
    });
    const copyLink = copy?.kind === 'item' ? { entry: { ...copy, shortcut: 'L' }, run: copy.onAction } : undefined;
    const all: Deeds = { ...deeds, ...(copyLink && { copyLink }) };
    return {
      deeds: all,
      entries: [...Object.values(deeds).map(({ entry }) => entry), { kind: 'line' }, ...(copyLink ? [copyLink.entry] : []), ...others],
    };
  };
}
