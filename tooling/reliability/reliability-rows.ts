import type { TestProject } from '../lib/vitest.ts';

/** A test that shows a promise. */
export interface Proof {
  readonly project: TestProject;
  /** Relative to the root. */
  readonly file: string;
  /** What its name contains, or that of its group. */
  readonly test: string;
}

/** A figure of a bench, whose own promise is the limit. */
export interface BenchFigure {
  readonly bench: string;
  /** What the name of the figure begins with. */
  readonly figure: string;
}

/** A promise of reliability. */
export interface ReliabilityRow {
  readonly id: string;
  readonly scenario: string;
  readonly limit: string;
  readonly proofs: readonly Proof[];
  readonly figures?: readonly BenchFigure[];
  /** The row has the fuzzer's figures. */
  readonly isFuzzed?: true;
  /** The row needs as many requests a route as it promises: 1,000. */
  readonly isRequested?: true;
  /** What nothing shows, and why that is accepted: the row then counts as shown in part. */
  readonly gap?: string;
}

const unit = (file: string, test: string): Proof => ({ project: 'unit', file, test });
const integration = (file: string, test: string): Proof => ({ project: 'integration', file, test });
const e2e = (file: string, test: string): Proof => ({ project: 'e2e', file, test });
const server = 'packages/server/src';
const sdk = 'packages/sdk-core/src/features';

/** R1 to R25. A test that is renamed or removed fails `reliability.test.ts`. */
export const reliabilityRows: readonly ReliabilityRow[] = [
  {
    id: 'R1',
    scenario: '20 parallel 401s in one tab, and in five',
    limit: '1 refresh, 20 of 20 succeed',
    proofs: [unit(`${sdk}/session/session.test.ts`, 'R1: many 401s'), e2e('e2e/session/tabs.spec.ts', 'R1:')],
  },
  {
    id: 'R2',
    scenario: '20 uses of one refresh token at once',
    limit: '1 rotation, 20 successors',
    proofs: [
      unit(`${server}/features/session/session-families.test.ts`, 'R2:'),
      unit(`${server}/features/session/session-routes.test.ts`, 'R2 over HTTP'),
    ],
  },
  {
    id: 'R3',
    scenario: '401 again after a refresh',
    limit: '1 retry, 1 logout',
    proofs: [unit(`${sdk}/session/session.test.ts`, 'R3:'), e2e('e2e/session/recovery.spec.ts', 'R3:')],
  },
  {
    id: 'R4',
    scenario: 'client clock off by 24 h',
    limit: '1 refresh a token lifetime',
    proofs: [unit(`${sdk}/session/session.test.ts`, 'R4:'), e2e('e2e/session/recovery.spec.ts', 'R4: the device')],
  },
  {
    id: 'R5',
    scenario: 'SIGTERM under load',
    limit: 'drained in 10 s, players resume in 15 s',
    proofs: [
      e2e('e2e/player/demo.spec.ts', 'and a restart the three cameras are back'),
      integration('e2e/server/stop-under-load.integration.test.ts', 'R5:'),
      unit(`${server}/app/http.test.ts`, 'R5:'),
    ],
  },
  {
    id: 'R6',
    scenario: 'offline for 60 s',
    limit: '1 toast, live within 5 s, no POST twice',
    proofs: [
      unit(`${sdk}/player/player-connection.test.ts`, 'R6:'),
      unit(`${sdk}/session/session.test.ts`, 'R6:'),
      e2e('e2e/session/offline.spec.ts', 'R6:'),
    ],
    figures: [{ bench: 'live-recovery', figure: 'R6:' }],
  },
  {
    id: 'R7',
    scenario: 'camera dies or falls silent',
    limit: 'unavailable in 15 s, recorded in 10 s',
    proofs: [
      unit(`${server}/media/ingest/ingest.test.ts`, 'R7:'),
      integration(`${server}/media/ingest/rtsp/rtsp-rig.integration.test.ts`, 'R7:'),
    ],
    figures: [
      { bench: 'live-recovery', figure: 'the camera is lost' },
      { bench: 'live-recovery', figure: 'the camera is back' },
    ],
  },
  {
    id: 'R8',
    scenario: 'ingest of one camera fails',
    limit: 'running in 2 s, others untouched',
    proofs: [unit(`${server}/media/ingest/ingest.test.ts`, 'R8:')],
  },
  {
    id: 'R9',
    scenario: 'kill -9 of the server while it records 4 cameras',
    limit: '1 unfinished segment a camera, index true in 10 s',
    proofs: [integration(`${server}/media/recording/recovery-kill.integration.test.ts`, 'R9:')],
    figures: [{ bench: 'reliability-crash', figure: '' }],
  },
  {
    id: 'R10',
    scenario: 'full disk of 64 MB',
    limit: 'oldest first, recording goes on',
    proofs: [integration(`${server}/media/retention/full-disk.integration.test.ts`, 'R10:')],
  },
  {
    id: 'R11',
    scenario: 'database gone for 60 s',
    limit: 'no segment lost, 503, well in 5 s',
    proofs: [unit(`${server}/app/database-outage.test.ts`, 'R11:'), integration('e2e/server/database-outage.integration.test.ts', 'R11:')],
  },
  {
    id: 'R12',
    scenario: '20 viewers at 1 KB/s',
    limit: 'memory +50 MB, slow ones skip to a key frame',
    proofs: [unit(`${server}/media/live/live-session.test.ts`, 'R12:')],
    figures: [{ bench: 'slow-viewers', figure: 'R12:' }],
  },
  {
    id: 'R13',
    scenario: 'clock jumps an hour',
    limit: 'no overlap, nothing deleted early',
    proofs: [unit(`${server}/media/recording/clock-set-back.test.ts`, 'R13:'), unit(`${server}/media/retention/retention.test.ts`, 'R13:')],
  },
  {
    id: 'R14',
    scenario: '200 mounts and unmounts of the player, 30 minutes live',
    limit: 'heap +400 KB, nodes and sockets +0, 60 s buffered',
    proofs: [e2e('e2e/player/leaks.spec.ts', 'R14:')],
    figures: [{ bench: 'reliability-player', figure: '' }],
  },
  {
    id: 'R15',
    scenario: 'mutated answers of cameras, agents and files',
    limit: '0 faults in 100,000 each, 100 ms an input',
    proofs: [
      unit('tooling/fuzz/fuzz.test.ts', 'R15:'),
      unit(`${server}/media/ingest/parsers.test.ts`, 'R15'),
      unit(`${server}/testing/long-runs.test.ts`, 'R15:'),
      unit('packages/onvif/src/soap/onvif-parts.test.ts', 'R15:'),
      unit(`${server}/adapters/broker/hostile-packets.test.ts`, 'R15:'),
    ],
    isFuzzed: true,
  },
  {
    id: 'R16',
    scenario: 'generated requests to every route',
    limit: '1,000 a route: no 5xx, no stack, SQL or path',
    proofs: [unit(`${server}/testing/hostile-requests.test.ts`, 'R16:'), unit(`${server}/app/http.test.ts`, 'more than 16 KiB is 413')],
    isRequested: true,
  },
  {
    id: 'R17',
    scenario: 'sign-in under attack',
    limit: 'attacker 429, victim signs in',
    proofs: [unit(`${server}/features/session/session-attack.test.ts`, 'R17:')],
  },
  {
    id: 'R18',
    scenario: '20 orders with one key; kill -9 in a payment',
    limit: '1 order, 1 charge',
    proofs: [
      unit(`${server}/features/billing/orders/billing-payments.test.ts`, 'R18'),
      integration('e2e/billing/client.integration.test.ts', 'R18:'),
      integration(`${server}/cli/billing-kill.integration.test.ts`, 'R18:'),
    ],
  },
  {
    id: 'R19',
    scenario: 'webhooks repeated, reordered, forged',
    limit: 'credited once, forged 400',
    proofs: [unit(`${server}/features/billing/orders/billing-payments.test.ts`, 'R19')],
  },
  {
    id: 'R20',
    scenario: 'random sequences of the ledger',
    limit: 'entries sum to the balance, no impossible amount',
    proofs: [
      unit(`${server}/features/billing/ledger/billing-ledger.test.ts`, 'R20:'),
      unit(`${server}/features/billing/billing-routes.test.ts`, 'R20:'),
      integration('e2e/billing/client.integration.test.ts', 'R20:'),
    ],
  },
  {
    id: 'R21',
    scenario: 'days of zones that jump',
    limit: 'each instant in one day',
    proofs: [unit(`${server}/media/playback/zone-days.test.ts`, 'R21:'), unit(`${sdk}/archive/calendar/calendar-days.test.ts`, 'R21')],
  },
  {
    id: 'R22',
    scenario: '20 concurrent edits of locations',
    limit: '20 of 20, orders unique',
    proofs: [
      unit(`${server}/features/locations/locations-routes.test.ts`, 'R22:'),
      unit(`${sdk}/locations/locations-api.test.ts`, 'R22:'),
      e2e('e2e/locations/rooms.spec.ts', 'R22:'),
    ],
  },
  {
    id: 'R23',
    scenario: 'Russian plurals from 0 to 1,999',
    limit: 'only 0 differs',
    proofs: [unit('packages/sdk-core/src/kernel/plural.test.ts', 'R23:')],
  },
  {
    id: 'R24',
    scenario: 'access withdrawn during a stream',
    limit: 'API at once, everything in 10 s',
    proofs: [
      integration(`${server}/app/access-withdrawal.integration.test.ts`, 'R24:'),
      unit(`${server}/features/archive/archive-withdrawal.test.ts`, 'R24:'),
      unit(`${server}/features/player/player-withdrawal.test.ts`, 'R24:'),
      unit(`${server}/features/events/events-mqtt.test.ts`, 'R24:'),
      unit(`${server}/features/notifications/notifications-service.test.ts`, 'R24:'),
    ],
  },
  {
    id: 'R25',
    scenario: 'segments dropped for 5 s',
    limit: 'stall seen in 1.5 s, playing in 5 s',
    proofs: [e2e('e2e/player/transports.spec.ts', 'R25:')],
    figures: [{ bench: 'live-recovery', figure: 'R25:' }],
  },
];
