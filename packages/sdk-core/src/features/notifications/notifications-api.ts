import { signal } from '@preact/signals-core';
import { getPresence, updatePresence } from '@watchpost/contract/endpoints/locations';
import {
  getCameraNotifications,
  getEventNotifications,
  sendTestPush,
  testNotifications,
  updateCameraNotifications,
  updateEventNotifications,
} from '@watchpost/contract/endpoints/notifications';
import type { NotificationTests } from '@watchpost/contract/schemas/notifications';
import { createEmitter } from '../../kernel/emitter.ts';
import { toWatchpostError, WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { ClockPort, CrossTabPort, NetworkPort, StoragePort } from '../../kernel/ports.ts';
import type { SessionApi } from '../session/index.ts';
import type { NotificationPermissionName, PushPorts } from './notifications-ports.ts';
import { createPushRecords, pushRecordKey } from './notifications-record.ts';
import type { PushRecord } from './notifications-record.ts';
import type { NotificationsApi, PushConnection, PushPermission, PushState } from './notifications-types.ts';

export interface NotificationsOptions {
  readonly http: HttpClient;
  readonly session: Pick<SessionApi, 'current' | 'onEnded'>;
  /** Null outside browsers: everything is `unsupported`. */
  readonly ports: PushPorts | null;
  readonly storage: StoragePort;
  readonly clock: ClockPort;
  readonly crossTab: CrossTabPort | null;
  readonly network: NetworkPort | null;
}

export interface NotificationsParts {
  readonly api: NotificationsApi;
  dispose(): void;
}

interface Run {
  readonly kind: 'connect' | 'disconnect';
  readonly abort: AbortController;
  done: Promise<void>;
}

// Loaded on connect: most page loads never connect.
const load = () => import('./notifications-connection.ts');
/**
 * Firefox takes its question away when the user looks elsewhere, and never answers: after this long, ms, it counts as dismissed. A late yes
 * still counts.
 */
const questionTimeoutMs = 30_000;
const disconnected: PushConnection = { kind: 'disconnected' };

export function createNotificationsApi({ ports, session, crossTab, network, ...options }: NotificationsOptions): NotificationsParts {
  const browser = ports?.browser.isSupported ? ports.browser : null;
  const records = createPushRecords(options.storage, (key) => crossTab?.announce(key));
  const errors = createEmitter<WatchpostError>();
  const state = signal<PushState>({ permission: permissionNow(), connection: disconnected });
  const stops = [
    session.onEnded(() => void release()),
    browser?.onPermissionChange(() => void followPermission()),
    // The old subscription is dead, and only a new one reaches this device.
    browser?.onSubscriptionChange(() => void resume()),
    crossTab?.subscribe((key) => void (key === pushRecordKey && followTabs())),
    network?.subscribe((online) => void (online && state.peek().connection.kind === 'failed' && resume())),
  ];
  /** The current operation; a later one cancels it and waits for its end. */
  let running: Run | null = null;

  function permissionNow(): PushPermission {
    const permission = browser?.permission();
    return permission === undefined ? 'unsupported' : permission === 'denied' ? 'blocked' : permission;
  }

  function show(connection: PushConnection): void {
    state.value = { permission: permissionNow(), connection };
  }

  function start(kind: Run['kind'], work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const before = running;
    before?.abort.abort();
    const run: Run = { kind, abort: new AbortController(), done: Promise.resolve() };
    running = run;
    run.done = (async () => {
      await before?.done;
      // Another operation was requested while this one waited.
      if (!run.abort.signal.aborted) await work(run.abort.signal);
      if (running === run) running = null;
    })();
    return run.done;
  }

  function fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const known = toWatchpostError(error);
    show({ kind: 'failed', error: known });
    errors.emit(known);
  }

  /** @param asked the browser's answer, or its promise: the prompt must be requested in the same task as the click */
  function connectWith(asked: NotificationPermissionName | Promise<NotificationPermissionName>): Promise<void> {
    return start('connect', async (signal) => {
      show({ kind: 'connecting' });
      try {
        const [{ connectPush, permissionError }, permission] = await Promise.all([load(), answerTo(asked, signal)]);
        if (!ports || !browser) throw permissionError('unsupported');
        const customerId = session.current.peek()?.customerId;
        if (customerId === undefined) throw new WatchpostError('unauthorized');
        // Stored from here on: a connection that fails now is retried at the next start, or when the network is back.
        if (records.read()?.customerId !== customerId) records.write({ customerId, sent: null });
        const refused = permissionError(permission);
        if (refused) throw refused;
        signal.throwIfAborted();
        await connectPush({ ...options, ports, records, network }, customerId, signal);
        signal.throwIfAborted();
        show({ kind: 'connected' });
      } catch (error) {
        fail(error, signal);
      }
    });
  }

  function answerTo(
    asked: NotificationPermissionName | Promise<NotificationPermissionName>,
    signal: AbortSignal,
  ): Promise<NotificationPermissionName> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const stopWaiting = options.clock.after(questionTimeoutMs, () => {
        isLate = true;
        resolve('default');
      });
      signal.addEventListener('abort', () => {
        stopWaiting();
        resolve('default');
      });
      Promise.resolve(asked).then((permission) => {
        stopWaiting();
        if (isLate) void resume();
        else resolve(permission);
      }, reject);
    });
  }

  function connect(): Promise<void> {
    if (running?.kind === 'connect') return running.done;
    const permission = browser?.permission() ?? 'denied';
    return connectWith(permission === 'default' && browser ? browser.requestPermission() : permission);
  }

  async function resume(): Promise<void> {
    const record = records.read();
    if (!record || !browser) return;
    const customerId = session.current.peek()?.customerId;
    // The user signed out while no page was open, or another user signed in.
    if (record.customerId !== customerId) return record.sent ? release() : undefined;
    if (browser.permission() !== 'granted') return followPermission();
    return running?.kind === 'connect' ? running.done : connectWith('granted');
  }

  /** Ends the subscription and remembers its user, for their next sign-in here. */
  function release(): Promise<void> {
    const record = records.read();
    if (running !== null || record?.sent) return end(false, record);
    show(disconnected);
    return Promise.resolve();
  }

  /** @param remembered the user who wants notifications here afterwards */
  function end(onServer: boolean, remembered: PushRecord | null): Promise<void> {
    return start('disconnect', async (signal) => {
      const before = records.read();
      // Before anything else: a page closed half-way must not assume later that the server still has its token.
      records.write(remembered && { ...remembered, sent: null });
      try {
        if (!ports || !browser) return;
        const { disconnectPush } = await load();
        const { errors: failures, isSilent } = await disconnectPush(
          { ...options, ports, records, network },
          { sent: before?.sent ?? null, onServer },
        );
        if (!isSilent) throw failures[0];
        if (signal.aborted) return;
        show(disconnected);
        for (const failure of failures) errors.emit(toWatchpostError(failure));
      } catch (error) {
        // Messages may still arrive: neither the server nor the browser has removed the subscription.
        records.write(before);
        fail(error, signal);
      }
    });
  }

  /** The user changed the permission in the browser's settings: withdrawing it ends every subscription there. */
  async function followPermission(): Promise<void> {
    if (permissionNow() === 'granted') {
      show(state.peek().connection);
      return resume();
    }
    const record = records.read();
    if (record?.sent) return end(session.current.peek() !== null, record);
    show(state.peek().connection.kind === 'connecting' ? { kind: 'connecting' } : disconnected);
  }

  /** Another tab connected or disconnected the subscription that all tabs share. */
  function followTabs(): void {
    const record = records.read();
    const isSent = record?.sent && record.customerId === session.current.peek()?.customerId;
    if (running === null) show(isSent && permissionNow() === 'granted' ? { kind: 'connected' } : disconnected);
  }

  return {
    api: {
      state,
      connect,
      resume,
      disconnect: () => (running?.kind === 'disconnect' ? running.done : end(session.current.peek() !== null, null)),
      sendTest: async (call) => void (await options.http.request(sendTestPush, call)),
      testAll: async (call) => (await options.http.request<NotificationTests>(testNotifications, { ...call })).results,
      presence: (call) => options.http.request(getPresence, { ...call }),
      updatePresence: (change, call) => options.http.request(updatePresence, { ...call, body: change }),
      camera: (id, call) => options.http.request(getCameraNotifications, { ...call, parameters: { id } }),
      updateCamera: (id, change, call) => options.http.request(updateCameraNotifications, { ...call, parameters: { id }, body: change }),
      event: (id, eventType, call) => options.http.request(getEventNotifications, { ...call, parameters: { id, eventType } }),
      updateEvent: (id, eventType, change, call) =>
        options.http.request(updateEventNotifications, { ...call, parameters: { id, eventType }, body: change }),
      onError: errors.subscribe,
    },
    dispose() {
      running?.abort.abort();
      for (const stop of stops) stop?.();
    },
  };
}
