import type { PhoneBattery, PhoneNetwork } from '../../features/phone-camera/index.ts';
import type { Unsubscribe } from '../../kernel/ports.ts';

/** Battery Status API, Chromium only. */
interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}
/** Network Information API; only Chromium on Android has `type`. */
interface NetworkInformation extends EventTarget {
  readonly type?: string;
}
interface PhoneNavigator extends Navigator {
  readonly connection?: NetworkInformation;
  getBattery?(): Promise<BatteryManager>;
}
const phone = (): PhoneNavigator => navigator;

export function watchBattery(listener: (battery: PhoneBattery | null) => void): Unsubscribe {
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    const battery = await phone().getBattery?.();
    if (!battery || stopped.signal.aborted) return;
    const notify = (): void => listener({ level: battery.level, isCharging: battery.charging });
    battery.addEventListener('levelchange', notify, { signal: stopped.signal });
    battery.addEventListener('chargingchange', notify, { signal: stopped.signal });
    notify();
  };
  listener(null);
  // A permissions policy may forbid it: then the battery is not reported.
  watch().catch(() => undefined);
  return () => stopped.abort();
}

const kinds: Readonly<Record<string, PhoneNetwork>> = { wifi: 'wifi', ethernet: 'wifi', cellular: 'cellular', wimax: 'cellular' };

export function watchNetwork(listener: (network: PhoneNetwork) => void): Unsubscribe {
  const { connection } = phone();
  const notify = (): void => listener(kinds[connection?.type ?? ''] ?? 'unknown');
  connection?.addEventListener('change', notify);
  notify();
  return () => connection?.removeEventListener('change', notify);
}

export function watchVisible(listener: (isVisible: boolean) => void): Unsubscribe {
  const notify = (): void => listener(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', notify);
  notify();
  return () => document.removeEventListener('visibilitychange', notify);
}

/** The browser releases the lock whenever the page is hidden; it is requested again when the page is visible. */
export function keepAwake(): Unsubscribe {
  let lock: WakeLockSentinel | null = null;
  let isStopped = false;
  const ask = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    const held = await navigator.wakeLock.request('screen');
    if (isStopped) await held.release();
    else lock = held;
  };
  // A phone in battery saver refuses: then the screen turns off as usual.
  const askAgain = (): void => void ask().catch(() => undefined);
  document.addEventListener('visibilitychange', askAgain);
  askAgain();
  return () => {
    isStopped = true;
    document.removeEventListener('visibilitychange', askAgain);
    lock?.release().catch(() => undefined);
  };
}
