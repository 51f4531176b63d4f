import { batch, computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { callEvery, cameraCapabilities, systemClock } from '@watchpost/sdk-core';
import type { Camera, Client, ClockPort, Grant, Invite, InviteOptions, Locale } from '@watchpost/sdk-core';
import { draftOf, firstDraft, fitDraft, readDraft } from './sharing-draft.ts';
import type { DraftContext, ShareDraft, ShareProblems } from './sharing-draft.ts';

/** The part of a client that sharing needs. */
export type ShareClient = Pick<Client, 'cameras' | 'sharing' | 'player'>;

/** The cameras that can be shared, or why they could not be loaded. */
export type ShareCameras =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly cameras: readonly Camera[] };
/** Creating or updating the link. */
export type ShareWork = { readonly kind: 'idle' } | { readonly kind: 'busy' } | { readonly kind: 'failed'; readonly error: unknown };
/** What has become of the e-mail message with a link. */
export type ShareEmail =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly email: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The headless share dialog. */
export interface ShareController {
  readonly cameras: ReadonlySignal<ShareCameras>;
  /** Cameras that the user can share. */
  readonly shareable: ReadonlySignal<readonly Camera[]>;
  readonly chosen: ReadonlySignal<readonly Camera[]>;
  /** What is shown: what the user entered, less what they can't give. */
  readonly draft: ReadonlySignal<ShareDraft>;
  readonly options: ReadonlySignal<InviteOptions>;
  readonly problems: ReadonlySignal<ShareProblems>;
  /** Whether the problems are shown: after the first attempt. */
  readonly hasTried: ReadonlySignal<boolean>;
  /** What the user was granted on the chosen cameras of others. */
  readonly own: ReadonlySignal<readonly Grant[]>;
  /** The link; null before it is created. */
  readonly invite: ReadonlySignal<Invite | null>;
  /** Whether the link differs from what is entered. */
  readonly isChanged: ReadonlySignal<boolean>;
  readonly work: ReadonlySignal<ShareWork>;
  readonly email: ReadonlySignal<ShareEmail>;
  /** The time zone of dates and hours: the first chosen camera's. */
  readonly timeZone: ReadonlySignal<string>;
  /** Whether all chosen cameras are in it. */
  readonly hasOneZone: ReadonlySignal<boolean>;
  /** Unix milliseconds by the server's clock, every half minute. */
  readonly now: ReadonlySignal<number>;
  /** Address of the link; null before it is created. */
  readonly url: ReadonlySignal<string | null>;
  change(change: Partial<ShareDraft>): void;
  choose(cameraIds: readonly string[]): void;
  loadCameras(): Promise<void>;
  /** Creates the link, or updates it. */
  save(): Promise<void>;
  sendEmail(email: string, locale: Locale): Promise<void>;
  /** The network is back: an error about it is out of date. */
  forgetNetworkError(): void;
  dispose(): void;
}

/** What the controller of a share dialog is made with. */
export interface ShareOptions {
  readonly client: ShareClient;
  /** Requested from the server if absent. */
  readonly cameras?: readonly Camera[] | undefined;
  /** Chosen at first; those that can't be shared are left out. */
  readonly cameraIds?: readonly string[] | undefined;
  /** Edits this link instead of creating one. */
  readonly invite?: Invite | undefined;
  readonly onCreated?: ((invite: Invite) => void) | undefined;
  readonly onUpdated?: ((invite: Invite) => void) | undefined;
  readonly clock?: ClockPort | undefined;
}

const tickIntervalMs = 30_000;

/** Whether a camera can be shared by the user. */
export function canShare(camera: Camera, now: number): boolean {
  return cameraCapabilities(camera, now).canManageAccess;
}

/** Creates the state and the actions of a share dialog without its interface, for one of your own. */
export function createShareController({ client, clock = systemClock, onCreated, onUpdated, ...given }: ShareOptions): ShareController {
  const serverNow = (): number => client.player.live().serverNow();
  const cameras = signal<ShareCameras>(given.cameras ? { kind: 'ready', cameras: given.cameras } : { kind: 'loading' });
  const invite = signal<Invite | null>(given.invite ?? null);
  const chosenIds = signal<readonly string[]>(given.invite?.cameras.map(({ id }) => id) ?? given.cameraIds ?? []);
  const now = signal(serverNow());
  const work = signal<ShareWork>({ kind: 'idle' });
  const email = signal<ShareEmail>({ kind: 'idle' });
  const hasTried = signal(false);
  const life = new AbortController();

  const shareable = computed(() =>
    cameras.value.kind === 'ready' ? cameras.value.cameras.filter((camera) => canShare(camera, now.value)) : [],
  );
  const chosen = computed(() => {
    const found = chosenIds.value.flatMap((id) => shareable.value.find((camera) => camera.id === id) ?? []);
    // With a single camera there is nothing to choose.
    return found.length === 0 && shareable.value.length === 1 ? shareable.value : found;
  });
  const timeZone = computed(() => chosen.value[0]?.timeZone ?? 'UTC');
  const hasOneZone = computed(() => chosen.value.every((camera) => camera.timeZone === timeZone.value));
  const own = computed(() => chosen.value.flatMap(({ grant }) => grant ?? []));
  const entered = signal<ShareDraft>(firstDraft);
  const context = computed<DraftContext>(() => ({
    now: now.value,
    timeZone: timeZone.value,
    currentExpiresAt: invite.value?.expiresAt ?? null,
    own: own.value,
  }));
  const draft = computed(() => fitDraft(entered.value, context.value));
  const reading = computed(() => readDraft(draft.value, context.value));
  const isChanged = computed(() => {
    const link = invite.value;
    return link !== null && !isSame(link, reading.value.options, chosen.value, context.value);
  });
  // The texts of an existing link's times need the zone of its cameras, which may not be known yet.
  const stopReading = effect(() => {
    const link = invite.value;
    if (link && cameras.value.kind === 'ready') entered.value = draftOf(link, timeZone.peek());
  });
  const stopTicking = callEvery(clock, tickIntervalMs, () => (now.value = serverNow()));

  async function loadCameras(): Promise<void> {
    cameras.value = { kind: 'loading' };
    try {
      const found = await client.cameras.list({ signal: life.signal });
      batch(() => {
        now.value = serverNow();
        cameras.value = { kind: 'ready', cameras: found };
      });
    } catch (error) {
      if (!life.signal.aborted) cameras.value = { kind: 'failed', error };
    }
  }

  async function save(): Promise<void> {
    hasTried.value = true;
    now.value = serverNow();
    const { options, problems } = reading.value;
    const cameraIds = chosen.value.map(({ id }) => id);
    if (work.value.kind === 'busy' || cameraIds.length === 0 || Object.values(problems).some(Boolean)) return;
    work.value = { kind: 'busy' };
    const before = invite.value;
    try {
      const body = { ...options, cameraIds };
      const saved = await (before ? client.sharing.updateInvite(before.id, body) : client.sharing.createInvite(body));
      if (!life.signal.aborted) {
        batch(() => {
          work.value = { kind: 'idle' };
          hasTried.value = false;
          invite.value = saved;
        });
      }
      // Even if the dialog was closed meanwhile: the link exists.
      (before ? onUpdated : onCreated)?.(saved);
    } catch (error) {
      if (!life.signal.aborted) work.value = { kind: 'failed', error };
    }
  }

  async function sendEmail(to: string, locale: Locale): Promise<void> {
    const link = invite.value;
    if (!link || email.value.kind === 'sending') return;
    email.value = { kind: 'sending' };
    try {
      await client.sharing.emailInvite(link.id, { email: to, locale }, { signal: life.signal });
      email.value = { kind: 'sent', email: to };
    } catch (error) {
      if (!life.signal.aborted) email.value = { kind: 'failed', error };
    }
  }

  return {
    cameras,
    shareable,
    chosen,
    draft,
    options: computed(() => reading.value.options),
    problems: computed(() => reading.value.problems),
    hasTried,
    own,
    invite,
    isChanged,
    work,
    email,
    timeZone,
    hasOneZone,
    now,
    url: computed(() => invite.value && client.sharing.inviteUrl(invite.value)),
    change: (change) => {
      entered.value = { ...draft.value, ...change };
      if (work.value.kind === 'failed') work.value = { kind: 'idle' };
    },
    choose: (cameraIds) => (chosenIds.value = cameraIds),
    loadCameras,
    save,
    sendEmail,
    forgetNetworkError: () => {
      if (work.value.kind === 'failed') work.value = { kind: 'idle' };
      if (cameras.value.kind === 'failed') void loadCameras();
    },
    dispose() {
      life.abort();
      stopReading();
      stopTicking();
    },
  };
}

function isSame(invite: Invite, options: InviteOptions, chosen: readonly Camera[], context: DraftContext): boolean {
  const saved = readDraft(draftOf(invite, context.timeZone), context).options;
  const ids = (cameras: readonly { readonly id: string }[]): string => JSON.stringify(cameras.map(({ id }) => id).toSorted());
  return ids(invite.cameras) === ids(chosen) && JSON.stringify(comparable(saved)) === JSON.stringify(comparable(options));
}

/** The options in one order, whichever way they were made. */
function comparable(options: InviteOptions): readonly unknown[] {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(options);
  return entries.toSorted(([a], [b]) => a.localeCompare(b)).map(([name, value]) => [name, JSON.stringify(value)]);
}
