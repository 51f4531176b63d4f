import { confirmCode, refreshSession } from '@watchpost/contract/endpoints/session';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../client.ts';
import { WatchpostError } from '../../kernel/errors.ts';
import { createFakeClock, createFakeServer, createFakeTabs, createTestClient } from '../../testing/index.ts';
import type { FakeClock, FakeServer } from '../../testing/index.ts';

const tabCount = 3;
const tab = fc.nat({ max: tabCount - 1 });
const person = fc.constantFrom('anna', 'boris');

/** Everything that may happen, in any order and at any moment. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('call' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constantFrom(0, 1, 10, 100, 900, 6_000, 31_000, 880_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign-in' as const), tab, person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sign-out' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), deviceTokens: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('latency' as const), milliseconds: fc.constantFrom(0, 0, 50, 700, 7_000, 40_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('offline' as const), isOffline: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refuse' as const), status: fc.constantFrom(408, 425, 429, 500, 502, 503) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wall' as const), hours: fc.integer({ min: -48, max: 48 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A browser tab that records what it sends. */
interface Tab {
  client: Client;
  /** Incremented when the user signs in or out in this tab: earlier requests are void. */
  life: number;
  refreshes: number[];
  close: () => void;
}

interface World {
  readonly clock: FakeClock;
  readonly server: FakeServer;
  readonly tabs: readonly Tab[];
  readonly run: (action: Step) => void;
  readonly finish: () => Promise<void>;
  readonly stored: () => { customerId: string } | null;
  /** Found violations, in words. */
  readonly wrong: string[];
  /** The user of the last sign-in, `signed-out` after a sign-out; null initially. */
  readonly lastUser: () => string | null;
}

function createWorld(): World {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const shared = createFakeTabs();
  const wrong: string[] = [];
  const owners = new Map<string, string>();
  /** The user for whom each attempt of a call was sent. */
  const sends = new Map<string, string[]>();
  let unfinished = 0;
  let calls = 0;
  let lastUser: string | null = null;

  function createTab(): Tab {
    const created: Tab = { client: open_(), life: 0, refreshes: [], close: () => created.client.dispose() };
    return created;

    function open_(): Client {
      const crossTab = shared.openTab();
      const { client } = createTestClient({
        server,
        clock,
        storage: shared.storage,
        locks: shared.locks,
        crossTab,
        fetch: (input, init) => spy(created, input, init),
      });
      client.session.onSubjectChanged(() => void (created.life += 1));
      return client;
    }
  }

  async function spy(from: Tab, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input);
    const call = url.searchParams.get('call');
    const token = new Headers(init?.headers).get('Authorization')?.replace('Bearer ', '') ?? '';
    if (call !== null) sends.set(call, [...(sends.get(call) ?? []), owners.get(token) ?? token]);
    const isRefresh = url.pathname === refreshSession.path;
    const { life } = from;
    if (isRefresh) {
      // A refresh and its fallback to the device token run in sequence.
      if (from.refreshes.includes(life)) wrong.push('two refreshes at once in a tab');
      from.refreshes.push(life);
    }
    try {
      const response = await server.fetch(input, init);
      if (!response.ok || !(isRefresh || url.pathname === confirmCode.path)) return response;
      const answer: { access_token: string; customer_id: string } = await response.json();
      owners.set(answer.access_token, answer.customer_id);
      return Response.json(answer);
    } finally {
      if (isRefresh) from.refreshes.splice(from.refreshes.indexOf(life), 1);
    }
  }

  const tabs = Array.from({ length: tabCount }, createTab);
  const note = (promise: Promise<unknown>): void => {
    unfinished += 1;
    void promise.catch(() => {}).finally(() => (unfinished -= 1));
  };

  function signIn(at: Tab, name: string): Promise<unknown> {
    return at.client.session.confirmCode({ email: `${name}@example.com`, code: server.code }).then(() => {
      at.life += 1;
      lastUser = `customer-${name}@example.com`;
    });
  }

  function signOut(at: Tab): Promise<unknown> {
    const wasSignedIn = at.client.session.current.peek() !== null;
    at.life += 1;
    const done = at.client.session.signOut();
    if (wasSignedIn) lastUser = 'signed-out';
    if (at.client.session.current.peek() !== null) wrong.push('signed in after signing out');
    if (wasSignedIn && shared.storage.get('session') !== null) wrong.push('the session is still stored after signing out');
    return done;
  }

  function run(action: Step): void {
    const at = 'tab' in action ? tabs[action.tab] : undefined;
    if (action.do === 'call' && at)
      note(at.client.http.request({ method: 'GET', path: '/public/api/v3/cameras' }, { query: { call: String((calls += 1)) } }));
    if (action.do === 'sign-in' && at) note(signIn(at, action.person));
    if (action.do === 'sign-out' && at) note(signOut(at));
    if (action.do === 'reload' && at) {
      at.close();
      Object.assign(at, createTab(), { life: at.life + 1 });
    }
    if (action.do === 'expire') server.expireAccessTokens();
    if (action.do === 'revoke') server.revokeSessions({ deviceTokens: action.deviceTokens });
    if (action.do === 'latency') server.latency = action.milliseconds;
    if (action.do === 'offline') server.offline = action.isOffline;
    if (action.do === 'refuse') server.answerNext(refreshSession, action.status);
    // A tab that the browser froze while it held the lock.
    if (action.do === 'freeze')
      void shared.locks.run('session-refresh', new AbortController().signal, () => new Promise<void>(() => {})).catch(() => {});
    if (action.do === 'wall') clock.setWallClock(clock.now() + action.hours * 3_600_000);
  }

  return {
    clock,
    server,
    tabs,
    run,
    wrong,
    lastUser: () => lastUser,
    stored: () => JSON.parse(shared.storage.get('session') ?? 'null'),
    async finish() {
      server.latency = 0;
      server.offline = false;
      await clock.advance(300_000);
      for (let turn = 0; turn < 20; turn += 1) await clock.settle();
      if (unfinished > 0) wrong.push(`${unfinished} calls never ended`);
      for (const [call, sentFor] of sends) {
        if (sentFor.length > 2) wrong.push(`call ${call} was sent ${sentFor.length} times`);
        // A request that was sent without a session may be repeated for the next user.
        const people = new Set(sentFor.filter((owner) => owner !== ''));
        if (people.size > 1) wrong.push(`call ${call} was sent for ${[...people].join(' and ')}`);
      }
    },
  };
}

async function play(steps: readonly Step[]): Promise<World> {
  const world = createWorld();
  for (const action of steps) {
    world.run(action);
    if (action.do === 'pass') await world.clock.advance(action.milliseconds);
  }
  await world.finish();
  return world;
}

/** Planned refusals may still be in flight. */
async function firstAnswer(client: Client | undefined): Promise<string | undefined> {
  for (;;) {
    try {
      return (await client?.account.profile())?.customerId;
    } catch (error) {
      if (!(error instanceof WatchpostError) || error.code === 'session-expired') throw error;
    }
  }
}

const runs = { numRuns: 200 };

test('in any order of events: one refresh at a time, one retry, no other user’s token, sign-out wins, all tabs agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const world = await play(steps);
      expect(world.wrong).toEqual([]);
      const stored = world.stored()?.customerId ?? null;
      for (const { client } of world.tabs) expect(client.session.current.value?.customerId ?? null).toBe(stored);
      // Only the user of the last sign-in may be signed in; a refused refresh may have ended the session.
      expect([null, world.lastUser()]).toContain(stored);
    }),
    runs,
  );
});

test('without a revocation and without a 401 after the retry, no session ever ends by itself', async () => {
  const harmless = step.filter((action) => !['revoke', 'sign-out', 'expire'].includes(action.do));
  await fc.assert(
    fc.asyncProperty(fc.array(harmless, { maxLength: 40 }), fc.nat({ max: 39 }), async (steps, expireAt) => {
      const world = await play([
        { do: 'sign-in', tab: 0, person: 'anna' },
        { do: 'pass', milliseconds: 0 },
        ...steps.slice(0, expireAt),
        { do: 'expire' },
        ...steps.slice(expireAt),
      ]);
      expect(world.wrong).toEqual([]);
      expect(world.stored()?.customerId).toBe(world.lastUser());
      // The session also works.
      const answer = firstAnswer(world.tabs[0]?.client);
      await world.clock.advance(600_000);
      expect(await answer).toBe(world.lastUser());
    }),
    runs,
  );
});
