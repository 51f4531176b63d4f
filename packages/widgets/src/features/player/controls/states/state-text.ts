import { formatDate, formatTime } from '@watchpost/sdk-core';
import type { FormatOptions, Translate } from '@watchpost/sdk-core';
import type { ControlMessageKey } from '../../../../i18n/control-messages.ts';
import type { PlayerState } from '../../engine/player-state.ts';
import type { PlayerErrorCode } from '../../engine/player-state.ts';
import type { PlayerGap } from '../../player-controller-types.ts';
import type { ControlIconName } from '../control-icons.tsx';

/** What a person can do about it. */
export type StateAction =
  | { readonly kind: 'try-again' | 'low-quality'; readonly label: string }
  | { readonly kind: 'go'; readonly to: number | 'live'; readonly label: string };

/** What stands over the picture instead of it: what happened, what it means, what to do. */
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
  /** Now, Unix milliseconds. */
  readonly now: number;
  readonly format: FormatOptions;
  readonly t: Translate<ControlMessageKey>;
}

/** A recording before something went wrong begins so much earlier, milliseconds. */
const lead = 10_000;

/** @returns null while there is a picture to look at */
export function stateText(situation: Situation): StateText | null {
  const { state, gap, t, format, now, hasArchive } = situation;
  const live: StateAction = { kind: 'go', to: 'live', label: t('goLive') };
  if (gap && state.kind !== 'live' && state.kind !== 'offline') {
    const next: StateAction | null = gap.to < now - 1_000 ? { kind: 'go', to: gap.to, label: t('nextRecording', { time: when(gap.to, now, format) }) } : null;
    return { icon: 'gap', title: t(`gap-${gap.reason}`), details: [`${when(gap.from, now, format)} – ${gap.to < now - 1_000 ? when(gap.to, now, format) : '…'}`], actions: next ? [next, live] : [live] };
  }
  if (state.kind === 'offline') {
    const last: StateAction = { kind: 'go', to: state.since - lead, label: t('lastRecording') };
    return { icon: 'offline', title: t('unavailable'), details: [t('offlineSince', { time: when(state.since, now, format) }), t(situation.isPhone ? 'unavailablePhone' : 'unavailableCamera')], actions: hasArchive ? [last] : [] };
  }
  if (state.kind !== 'error') return null;
  const again: StateAction = { kind: 'try-again', label: t('tryAgain') };
  const whole = (icon: ControlIconName, title: ControlMessageKey, detail: ControlMessageKey | null, ...actions: StateAction[]): StateText => ({ icon, title: t(title), details: detail ? [t(detail)] : [], actions });
  switch (state.code) {
    case 'no-archive-access':
      return whole('lock', 'noArchive', 'noArchiveHint', live);
    case 'no-footage':
      return whole('gap', 'noRecording', null, live);
    case 'forbidden':
      return whole('lock', 'noPermission', 'why-access', again);
    case 'codec-unsupported-here':
      return whole('alert', 'codec', 'why-codec-here', { kind: 'low-quality', label: t('tryLow') }, again);
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

/** The time of day; with its day when that is not today by the camera's clock. */
function when(time: number, now: number, format: FormatOptions): string {
  const clock = formatTime(time, { ...format, seconds: false });
  return formatDate(time, format) === formatDate(now, format) ? clock : `${formatDate(time, format)}, ${clock}`;
}
