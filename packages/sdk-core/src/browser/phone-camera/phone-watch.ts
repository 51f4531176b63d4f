import type { PhoneBattery, PhoneNetwork } from '../../features/phone-camera/index.ts';
import type { Unsubscribe } from '../../kernel/ports.ts';

/** Battery Status API; Chromium has it. */
interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}
/** Network Information API; `type` is there in Chromium on Android. */
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
    const tell = (): void => listener({ level: battery.level, isCharging: battery.charging });
    battery.addEventListener('levelchange', tell, { signal: stopped.signal });
    battery.addEventListener('chargingchange', tell, { signal: stopped.signal });
    tell();
  };
  listener(null);
  // A policy may forbid it: then nobody is told.
  watch().catch(() => undefined);
  return () => stopped.abort();
}

const kinds: Readonly<Record<string, PhoneNetwork>> = { wifi: 'wifi', ethernet: 'wifi', cellular: 'cellular', wimax: 'cellular' };

export function watchNetwork(listener: (network: PhoneNetwork) => void): Unsubscribe {
  const { connection } = phone();
  const tell = (): void => listener(kinds[connection?.type ?? ''] ?? 'unknown');
  connection?.addEventListener('change', tell);
  tell();
  return () => connection?.removeEventListener('change', tell);
}

export function watchVisible(listener: (isVisible: boolean) => void): Unsubscribe {
  const tell = (): void => listener(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', tell);
  tell();
  return () => document.removeEventListener('visibilitychange', tell);
}

/** The lock is lost whenever the page is hidden; it is asked for again when the page is back. */
export function keepAwake(): Unsubscribe {
  let lock: WakeLockSentinel | null = null;
  let isStopped = false;
  const ask = async (): Promise<void> => {
    if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
    const held = await navigator.wakeLock.request('screen');
    if (isStopped) await held.release();
    else lock = held;
  };
  // A phone that saves its battery refuses: then the screen goes dark as it always does.
  const askAgain = (): void => void ask().catch(() => undefined);
  document.addEventListener('visibilitychange', askAgain);
  askAgain();
  return () => {
    isStopped = true;
    document.removeEventListener('visibilitychange', askAgain);
    lock?.release().catch(() => undefined);
  };
}
