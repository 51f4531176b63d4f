import { formatMoment } from '@watchpost/sdk-core';
import type { FormatOptions, Translate } from '@watchpost/sdk-core';
import type { ControlMessageKey } from '../../../../i18n/control-messages.ts';
import type { PlayerState } from '../../engine/player-state.ts';
import type { PlayerErrorCode } from '../../engine/player-state.ts';
import type { PlayerGap } from '../../player-controller-types.ts';
import type { ControlIconName } from '../control-icons.tsx';

/** The actions that a message offers. */
export type StateAction =
  | { readonly kind: 'try-again' | 'low-quality'; readonly label: string }
  | { readonly kind: 'go'; readonly to: number | 'live'; readonly label: string };

/** A message in place of the picture: the event, its meaning, the remedy. */
export interface StateText {
  readonly icon: ControlIconName;
  readonly title: string;
  readonly details: readonly string[];
  readonly actions: readonly StateAction[];
}

export interface Situation {
  readonly state: PlayerState;
  readonly gap: PlayerGap | null;
  readonly hasArchive: boolean;
  /** A phone may be discharged; other cameras lose power. */
  readonly isPhone: boolean;
  /** Whom to ask for access; null when unknown. */
  readonly sharedBy?: string | null | undefined;
  /** When the camera opens to this viewer, Unix milliseconds; null when unknown. */
  readonly opensAt?: number | null | undefined;
  /** Current time, Unix milliseconds. */
  readonly now: number;
  readonly format: FormatOptions;
  readonly t: Translate<ControlMessageKey>;
}

/** A recording before an outage is opened this much earlier, milliseconds. */
const leadInMs = 10_000;

/** @returns null while a picture is shown */
export function stateText(situation: Situation): StateText | null {
  const { state, gap, t, format, now, hasArchive } = situation;
  const live: StateAction = { kind: 'go', to: 'live', label: t('goLive') };
  if (gap && state.kind !== 'live' && state.kind !== 'offline') {
    const next: StateAction | null =
      gap.to < now - 1_000 ? { kind: 'go', to: gap.to, label: t('nextRecording', { time: formatMoment(gap.to, now, format) }) } : null;
    return {
      icon: 'gap',
      title: t(`gap-${gap.reason}`),
      details: [
        next
          ? `${formatMoment(gap.from, now, { ...format, zone: false })} – ${formatMoment(gap.to, now, format)}`
          : `${formatMoment(gap.from, now, format)} – …`,
      ],
      actions: next ? [next, live] : [live],
    };
  }
  if (state.kind === 'offline') {
    const last: StateAction = { kind: 'go', to: state.since - leadInMs, label: t('lastRecording') };
    return {
      icon: 'offline',
      title: t('unavailable'),
      details: [
        t('offlineSince', { time: formatMoment(state.since, now, format) }),
        t(situation.isPhone ? 'unavailablePhone' : 'unavailableCamera'),
      ],
      actions: hasArchive ? [last] : [],
    };
  }
  if (state.kind !== 'error') return null;
  const again: StateAction = { kind: 'try-again', label: t('tryAgain') };
  const whole = (
    icon: ControlIconName,
    title: ControlMessageKey,
    detail: ControlMessageKey | null,
    ...actions: StateAction[]
  ): StateText => ({ icon, title: t(title), details: detail ? [t(detail)] : [], actions });
  const { sharedBy, opensAt } = situation;
  const ask = (named: ControlMessageKey, unnamed: ControlMessageKey): string => (sharedBy ? t(named, { email: sharedBy }) : t(unnamed));
  switch (state.code) {
    case 'no-archive-access':
      return { ...whole('lock', 'noArchive', null, live), details: [ask('noArchiveAsk', 'noArchiveHint')] };
    case 'access-ended':
      return { ...whole('lock', 'accessEnded', null), details: [ask('accessEndedAsk', 'accessEndedHint')] };
    case 'access-outside-hours':
      return {
        ...whole('clock', 'accessClosed', 'accessOpensByItself'),
        ...(opensAt && { details: [t('accessOpens', { time: formatMoment(opensAt, now, format) }), t('accessOpensByItself')] }),
      };
    case 'viewer-limit-reached':
      return whole('users', 'viewerLimit', 'viewerLimitHint', again);
    case 'no-footage':
      return whole('gap', 'noRecording', null, live);
    case 'forbidden':
      return whole('lock', 'noPermission', 'why-access', again);
    case 'codec-unsupported-here':
      // Recordings have one quality.
      if (state.mode === 'archive') return whole('alert', 'codec', 'why-codec-archive', live);
      return whole('alert', 'codec', 'why-codec-here', { kind: 'low-quality', label: t('tryLow') }, again);
    case 'browser-unsupported':
      return whole('alert', 'codec', 'why-browser');
    case 'page-policy':
      return { ...whole('alert', 'codec', null), details: [t('why-policy'), ...(state.policy ?? [])] };
    case 'camera-codec-unsupported':
      return whole('alert', 'codec', 'why-codec-camera', again);
    case 'camera-offline':
      return whole('offline', 'unavailable', situation.isPhone ? 'unavailablePhone' : 'unavailableCamera', again);
    default:
      return whole('alert', 'loadingError', reasons[state.code] ?? 'why-other', again);
  }
}

const reasons: Partial<Record<PlayerErrorCode, ControlMessageKey>> = {
  network: 'why-network',
  'not-found': 'why-not-found',
  unauthorized: 'why-session',
  'session-expired': 'why-session',
  'origin-forbidden': 'why-origin',
};
