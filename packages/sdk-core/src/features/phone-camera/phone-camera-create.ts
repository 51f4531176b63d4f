import { defaultLocale } from '@watchpost/contract/kernel';
import type { Locale } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import { resolveBaseUrl } from '../../kernel/base-url.ts';
import { createMemoryStorage } from '../../kernel/memory-ports.ts';
import type { ClockPort, NetworkPort, StoragePort } from '../../kernel/ports.ts';
import { createServerClock } from '../../kernel/timing/server-clock.ts';
import { withTimeouts } from '../../kernel/timing/timeouts.ts';
import { createTransport } from '../../kernel/transport.ts';
import { createPhoneMachine } from './phone-camera-machine.ts';
import type { PhoneCamera, PhoneDevice, PhoneSocket } from './phone-camera-types.ts';

/** What a phone needs to become a camera: itself, the server, and where its credential is kept. */
export interface PhoneCameraOptions {
  /** The phone itself: `createPhoneDevice()` from `@watchpost/sdk-core/browser`. */
  readonly device: PhoneDevice;
  /** The server's URL; empty or absent for the page's own origin. The server accepts only its own pages. */
  readonly baseUrl?: string | undefined;
  /** Stores the phone's credential; memory by default: then it is lost with the page. */
  readonly storage?: StoragePort | undefined;
  readonly clock?: ClockPort | undefined;
  readonly network?: NetworkPort | undefined;
  readonly fetch?: typeof fetch | undefined;
  readonly webSocket?: ((url: string, protocols: string[]) => PhoneSocket) | undefined;
  /** The language of errors. */
  readonly locale?: Locale | (() => Locale) | undefined;
  /** Returns 0 to 1; spreads the reconnects of many phones. */
  readonly random?: (() => number) | undefined;
}

/**
 * Turns the browser that runs the page into a camera: registered once with a link's token, then live whenever the page is open.
 * @throws {TypeError} without a page and without a URL of the server
 * @example
 * const phone = createPhoneCamera({ device: createPhoneDevice(), storage: createLocalStorage() });
 * const token = readPhoneLink(location.hash);
 * if (token !== null) await phone.register(token, { title: 'Hall' });
 */
export function createPhoneCamera({
  device,
  baseUrl = '',
  storage,
  clock = systemClock,
  network,
  fetch: given,
  webSocket,
  locale = defaultLocale,
  random,
}: PhoneCameraOptions): PhoneCamera {
  const transport = createTransport({
    baseUrl: resolveBaseUrl(baseUrl),
    fetch: given ?? ((input, init) => fetch(input, init)),
    locale: typeof locale === 'function' ? locale : () => locale,
    serverClock: createServerClock(clock),
  });
  return createPhoneMachine({
    device,
    transport: withTimeouts(transport, clock),
    storage: storage ?? createMemoryStorage(),
    clock,
    network: network ?? null,
    random: random ?? Math.random,
    webSocket: webSocket ?? ((url, protocols) => new WebSocket(url, protocols)),
  });
}
