import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type {
  CallOptions,
  CameraNotifications,
  EventNotifications,
  PlacePresence,
  PlugInDetectionType,
  SoundDetectionType,
  SwitchableDetection,
  TelegramChat,
  TelegramChatNotifications,
  UpdatePresenceBody,
} from '@watchpost/sdk-core';
import { useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useNow } from '../../../shared/live/now.ts';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from './notifications-camera-texts.ts';

/** The user's choice of notifications: on or off. */
export interface NotificationChoice {
  /** The user's last choice, saved or not; undefined until it is known. */
  readonly isOn: boolean | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly choose: (isOn: boolean) => void;
  readonly retry: () => void;
}

interface ChoiceOf<T> {
  readonly queryKey: readonly string[];
  readonly read: (options: CallOptions) => Promise<T>;
  readonly save: (isOn: boolean) => Promise<T>;
  readonly isOnOf: (settings: T) => boolean;
}

/** Whether the user is notified of a camera's state. */
export function useStatusChoice(cameraId: string): NotificationChoice {
  const { notifications } = useClient();
  return useChoice<CameraNotifications>({
    queryKey: cameraKey(cameraId),
    read: (options) => notifications.camera(cameraId, options),
    save: (isStatusNotified) => notifications.updateCamera(cameraId, { isStatusNotified }),
    isOnOf: ({ isStatusNotified }) => isStatusNotified,
  });
}

/** Whether the user is also sent e-mail messages about it. */
export function useStatusEmailChoice(cameraId: string): NotificationChoice {
  const { notifications } = useClient();
  return useChoice<CameraNotifications>({
    queryKey: cameraKey(cameraId),
    read: (options) => notifications.camera(cameraId, options),
    save: (isStatusEmailed) => notifications.updateCamera(cameraId, { isStatusEmailed }),
    isOnOf: ({ isStatusEmailed }) => isStatusEmailed,
  });
}

/** A type of events that a camera can report. */
export type AlertType = SwitchableDetection | SoundDetectionType | PlugInDetectionType;

/** The user's settings of one event type. */
interface EventSettings {
  /** As last chosen, saved or not; undefined until they are known. */
  readonly settings: EventNotifications | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly change: (change: Partial<EventNotifications>) => void;
  readonly retry: () => void;
}

const cameraKey = (cameraId: string): readonly string[] => ['camera-notifications', cameraId];
const chatKey = (cameraId: string, type: AlertType, chatId: string): readonly string[] => ['chat-notifications', cameraId, type, chatId];
const eventKey = (cameraId: string, type: AlertType): readonly string[] => ['event-notifications', cameraId, type];

/** When and how the user is notified of an event type; a change is shown immediately, and taken back when saving fails. */
export function useEventSettings(cameraId: string, type: AlertType): EventSettings {
  const { notifications } = useClient();
  const cache = useQueryClient();
  const queryKey = eventKey(cameraId, type);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => notifications.event(cameraId, type, { signal }),
  });
  const [chosen, setChosen] = useState<Partial<EventNotifications> | null>(null);
  const save = useMutation({
    // Requests run in sequence, so that the server receives the last choice last.
    scope: { id: queryKey.join(' ') },
    mutationFn: (change: Partial<EventNotifications>) => notifications.updateEvent(cameraId, type, change),
    onMutate: () => cache.cancelQueries({ queryKey }),
    onSuccess: (saved) => cache.setQueryData<EventNotifications>(queryKey, saved),
    onError: reportFailure,
  });
  return {
    settings: data && { ...data, ...chosen },
    error: data === undefined ? error : null,
    isFetching,
    change: (change) => {
      setChosen((before) => ({ ...before, ...change }));
      // Called for the last change only.
      save.mutate(change, { onSettled: () => setChosen(null) });
    },
    retry: () => void refetch(),
  };
}

/** The settings of several event types of a camera, and how to give them the same: shown immediately, and taken back when saving fails. */
export function useAllEventSettings(
  cameraId: string,
  types: readonly AlertType[],
): { readonly settings: readonly (EventNotifications | undefined)[]; readonly save: (change: Partial<EventNotifications>) => void } {
  const { notifications } = useClient();
  const cache = useQueryClient();
  const all = useQueries({
    queries: types.map((type) => ({
      queryKey: eventKey(cameraId, type),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => notifications.event(cameraId, type, { signal }),
    })),
  });
  const mutationKey = ['all-event-notifications', cameraId];
  const { mutate } = useMutation({
    mutationKey,
    // One change after the other, so that the server receives the last one last.
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (change: Partial<EventNotifications>) => {
      const saved: { readonly queryKey: readonly string[]; readonly settings: EventNotifications }[] = [];
      for (const type of types)
        saved.push({ queryKey: eventKey(cameraId, type), settings: await notifications.updateEvent(cameraId, type, change) });
      return saved;
    },
    onMutate: async (change) => {
      await Promise.all(types.map((type) => cache.cancelQueries({ queryKey: eventKey(cameraId, type) })));
      return types.map((type) => {
        const queryKey = eventKey(cameraId, type);
        const before = cache.getQueryData<EventNotifications>(queryKey);
        if (before) cache.setQueryData<EventNotifications>(queryKey, { ...before, ...change });
        return { queryKey, before };
      });
    },
    onSuccess: (saved) => {
      // An earlier change does not replace the last one.
      if (cache.isMutating({ mutationKey }) !== 1) return;
      for (const { queryKey, settings } of saved) cache.setQueryData<EventNotifications>(queryKey, settings);
    },
    onError: (failure, _, replaced) => {
      reportFailure(failure);
      if (cache.isMutating({ mutationKey }) !== 1) return;
      for (const { queryKey, before } of replaced ?? []) {
        if (before) cache.setQueryData<EventNotifications>(queryKey, before);
        // Some of them may have been saved.
        void cache.invalidateQueries({ queryKey });
      }
    },
  });
  return { settings: all.map(({ data }) => data), save: mutate };
}

/** The user's chats that alerts go to, with those that the bot can't reach; empty on a server without a bot. */
export function useAlertChats(): readonly TelegramChat[] {
  const { telegram } = useClient();
  const { data } = useQuery({ queryKey: ['telegram-chats'], queryFn: ({ signal }) => telegram.chats({ signal }), staleTime: 60_000 });
  return data?.filter(({ isEnabled }) => isEnabled) ?? [];
}

/** Whether a chat receives events of a type. */
export function useChatChoice(cameraId: string, type: AlertType, chatId: string): NotificationChoice {
  const { telegram } = useClient();
  const events = { cameraId, eventType: type, chatId };
  return useChoice<TelegramChatNotifications>({
    queryKey: chatKey(cameraId, type, chatId),
    read: (options) => telegram.notifications(events, options),
    save: (isEnabled) => telegram.updateNotifications(events, { isEnabled }),
    isOnOf: ({ isEnabled }) => isEnabled,
  });
}

/** Returns the types that any of the chats carries. */
export function useChatTypes(cameraId: string, types: readonly AlertType[], chats: readonly TelegramChat[]): ReadonlySet<AlertType> {
  const { telegram } = useClient();
  const pairs = chats
    .filter(({ isBlockedInChat, isKickedFromChat }) => !isBlockedInChat && !isKickedFromChat)
    .flatMap(({ id }) => types.map((type) => ({ type, chatId: id })));
  const all = useQueries({
    queries: pairs.map(({ type, chatId }) => ({
      queryKey: chatKey(cameraId, type, chatId),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => telegram.notifications({ cameraId, eventType: type, chatId }, { signal }),
    })),
  });
  return new Set(pairs.flatMap(({ type }, index) => (all[index]?.data?.isEnabled === true ? [type] : [])));
}

/** How soon a page that stays open notices that a pause is over, ms. */
const pauseClockMs = 15_000;

/** The user's pause of a camera's events; a change is shown immediately wherever it is shown, and taken back when saving fails. */
export function useSnooze(cameraId: string): {
  /** Unix ms; null for no pause, undefined until it is known. */
  readonly until: number | null | undefined;
  readonly snooze: (until: number | null) => void;
} {
  const { notifications } = useClient();
  const cache = useQueryClient();
  const queryKey = cameraKey(cameraId);
  const mutationKey = [...queryKey, 'snooze'];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => notifications.camera(cameraId, { signal }) });
  const now = useNow(pauseClockMs);
  const show = (settings: CameraNotifications): void => void cache.setQueryData<CameraNotifications>(queryKey, settings);
  const save = useMutation({
    mutationKey,
    // Requests run in sequence, so that the server receives the last choice last.
    scope: { id: queryKey.join(' ') },
    mutationFn: (snoozedUntil: number | null) => notifications.updateCamera(cameraId, { snoozedUntil }),
    onMutate: async (snoozedUntil) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<CameraNotifications>(queryKey);
      if (before) show({ ...before, snoozedUntil });
      return before;
    },
    onSuccess: (saved) => {
      // An earlier choice does not replace the last one.
      if (cache.isMutating({ mutationKey }) === 1) show(saved);
    },
    onError: (failure, _, before) => {
      reportFailure(failure);
      if (!before || cache.isMutating({ mutationKey }) !== 1) return;
      show(before);
      void cache.invalidateQueries({ queryKey });
    },
  });
  const until = data?.snoozedUntil;
  return { until: until !== null && until !== undefined && until <= now ? null : until, snooze: save.mutate };
}

/** Who is home at the camera's location; undefined until that is known. */
export function usePresence(cameraId: string): {
  readonly place: PlacePresence | undefined;
  readonly isSaving: boolean;
  readonly set: (presence: UpdatePresenceBody['presence']) => void;
} {
  const { notifications, locations } = useClient();
  const cache = useQueryClient();
  const queryKey = ['presence'];
  const places = useQuery({ queryKey, queryFn: ({ signal }) => notifications.presence({ signal }) });
  const config = useQuery({ queryKey: ['alert-locations'], queryFn: ({ signal }) => locations.get({ signal }) });
  const locationId = config.data?.cameras.find(({ id }) => id === cameraId)?.locationId ?? null;
  const save = useMutation({
    mutationFn: (presence: UpdatePresenceBody['presence']) => notifications.updatePresence({ presence, locationId }),
    onSuccess: (saved) => cache.setQueryData<PlacePresence[]>(queryKey, saved),
    onError: reportFailure,
  });
  return {
    place: config.data && places.data?.find((one) => one.locationId === locationId),
    isSaving: save.isPending,
    set: save.mutate,
  };
}

function reportFailure(failure: Error): void {
  showToast('error', text('saveFailed'), { id: 'camera-notifications', text: errorText(failure, currentLocale()) });
}

/** Shows a choice immediately and reverts it when saving fails. */
function useChoice<T>({ queryKey, read, save, isOnOf }: ChoiceOf<T>): NotificationChoice {
  const cache = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => read({ signal }) });
  // The mutation's own state updates shortly after the press, and the switch would flip back until then.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const change = useMutation({
    // Requests run in sequence, so that the server receives the last choice last.
    scope: { id: queryKey.join(' ') },
    mutationFn: save,
    onMutate: () => cache.cancelQueries({ queryKey }),
    onSuccess: (saved) => cache.setQueryData<T>(queryKey, saved),
    onError: reportFailure,
  });
  return {
    isOn: chosen ?? (data === undefined ? undefined : isOnOf(data)),
    error: data === undefined ? error : null,
    isFetching,
    choose: (isOn) => {
      setChosen(isOn);
      // Called for the last choice only.
      change.mutate(isOn, { onSettled: () => setChosen(null) });
    },
    retry: () => void refetch(),
  };
}
