import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../adapters/mail/port.ts';
import type { Db } from '../../db/database.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/log.ts';
import type { AccountNetworks } from '../../kernel/network/account-networks.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { createQueueBell, type JobPlace } from '../../kernel/module/job-place.ts';
import type { NetworkPolicy } from '../../kernel/network/network-policy.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { Seal } from '../../kernel/seal.ts';
import { traced, type Tracer } from '../../kernel/telemetry/spans.ts';
import type { RowRetention } from '../../media/retention/row-retention.ts';
import type { CameraAccessResolver, CamerasService } from '../cameras/index.ts';
import { createWebhookAddresses } from './delivery/webhooks-address.ts';
import { createWebhookDispatcher, type WebhookDispatcherDeps } from './delivery/webhooks-dispatcher.ts';
import { createAttempt, createWebhookLane } from './delivery/webhooks-lane.ts';
import { createWebhookResults } from './delivery/webhooks-results.ts';
import { createWebhookSender } from './delivery/webhooks-sender.ts';
import { createFindClip, type ClipDeps } from './outbox/webhooks-clips.ts';
import { createWebhookOutbox } from './outbox/webhooks-outbox.ts';
import { createWebhookRecorder, type WebhookRecorder } from './outbox/webhooks-recorder.ts';
import { createWebhookHistory, type WebhookHistory } from './webhooks-history.ts';
import { measureWebhooks } from './webhooks-metrics.ts';
import { createWebhookRetention } from './webhooks-retention.ts';
import { registerWebhooksRoutes } from './webhooks-routes.ts';
import { createWebhooksService, type WebhooksService } from './webhooks-service.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';

export interface WebhooksModuleDeps {
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'basePath'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobPlace?: JobPlace;
  readonly seal: Seal;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly mail: Pick<MailQueue, 'addWithin' | 'wake'>;
  readonly cameras: Pick<CamerasService, 'list'>;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Which addresses an account can call: those that it can add cameras at. */
  readonly networkOf: AccountNetworks;
  readonly publicNetwork: Pick<NetworkPolicy, 'isAllowed'>;
  readonly unfinished: ClipDeps['unfinished'];
  /** Null unless traces are sent somewhere. */
  readonly tracer?: Tracer | null;
  /** For tests. */
  readonly sender?: { readonly timeoutMs?: number; readonly certificateAuthority?: string };
  readonly limits?: Pick<WebhookDispatcherDeps, 'concurrency' | 'concurrencyOfAccount'>;
  readonly random?: () => number;
}

export interface WebhooksModule extends ServerModule {
  readonly webhooks: WebhooksService;
  readonly history: WebhookHistory;
  readonly retention: Pick<RowRetention, 'run'>;
  /** Notes what happened; nothing is sent before `wake`. */
  readonly recorder: WebhookRecorder;
  /** Sends what was noted. */
  readonly wake: () => void;
  /** Resolves when nothing is being sent: for tests. */
  readonly idle: () => Promise<void>;
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Calls addresses of partners, signed, when something happens. */
export function createWebhooksModule(deps: WebhooksModuleDeps): WebhooksModule {
  const { config, db, clock, log, jobPlace = 'alone', seal, metrics, mail, cameras, resolveAccess, random = Math.random } = deps;
  const addresses = createWebhookAddresses(deps);
  const attempt = createAttempt({
    clock,
    seal,
    send: traced(deps.tracer, 'call webhook', createWebhookSender({ clock, addresses, ...deps.sender })),
  });
  const count = measureWebhooks(metrics, db);
  const results = createWebhookResults({ db, clock, log, mail, random, count, appOrigin: () => publicUrlOf(config) ?? ownUrl });
  const outbox = createWebhookOutbox({ db, clock, log, resolveAccess, findClip: createFindClip(deps) });
  const runLane = createWebhookLane({ db, clock, resolveAccess, attempt, results });
  const dispatcher = createWebhookDispatcher({ db, clock, log, outbox, runLane, ...deps.limits });
  const bell = createQueueBell({ clock, jobPlace, wake: dispatcher.wake });
  const wake = bell.ring;
  const webhooks = createWebhooksService({ db, clock, seal, cameras, addresses, wake });
  const history = createWebhookHistory({ db, clock, attempt, wake });
  const retention = createWebhookRetention({ db, clock, log });
  let ownUrl: string | null = null;
  return {
    name: 'webhooks',
    webhooks,
    history,
    retention,
    recorder: createWebhookRecorder({ db, clock }),
    wake,
    idle: dispatcher.idle,
    routes: (app) => registerWebhooksRoutes(app, { webhooks, history }),
    start: () => {
      retention.start();
      bell.start();
    },
    // Without a public origin, only this machine reaches the server.
    listening: (url) => void (ownUrl = url),
    stop: async () => {
      bell.stop();
      await dispatcher.close();
      await retention.close();
    },
  };
}
