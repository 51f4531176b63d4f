import {
  changeEmail,
  deleteAccount,
  getDeletionSummary,
  getProfile,
  listDevices,
  requestDeletionCode,
  requestEmailCode,
  signOutDevice,
  signOutOtherDevices,
  updateProfile,
} from '@watchpost/contract/endpoints/account';
import { sendFeedback } from '@watchpost/contract/endpoints/feedback';
import { isIanaTimeZone, locales } from '@watchpost/contract/kernel';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { DeletionSummary, Profile, SignedInDevice } from '@watchpost/contract/schemas/account';
import type { FeedbackFields } from '@watchpost/contract/schemas/feedback';
import type { FakeAccount, FakeDevice, FakeSessions } from './fake-sessions.ts';

/** The in-memory server's state for account and feedback. */
export interface FakeAccountState {
  readonly code: string;
  readonly deletionSummary: DeletionSummary;
  readonly feedbacks: FeedbackFields[];
}

const done = (): Response => new Response(null, { status: 204 });
const codeSent = (): Response => Response.json({ resendAfterSeconds: 60 });

/** Answers a call about the caller's own account; null for any other call. */
export function answerAccount(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  caller: FakeDevice,
  sessions: FakeSessions,
  state: FakeAccountState,
): Response | ErrorCode | null {
  const { account } = caller;
  const isTaken = (): boolean => ![undefined, account].includes(sessions.accountOf(String(body['email'])));
  if (is(getProfile)) return Response.json(profile(account));
  if (is(updateProfile)) {
    const { timeZone } = body;
    const locale = locales.find((known) => known === body['locale']);
    if (locale !== undefined) account.locale = locale;
    else if (typeof timeZone === 'string' && isIanaTimeZone(timeZone)) account.timeZone = timeZone;
    else return 'invalid-request';
    return Response.json(profile(account));
  }
  if (is(requestEmailCode)) return isTaken() ? 'email-in-use' : codeSent();
  if (is(changeEmail)) {
    if (isTaken()) return 'email-in-use';
    if (body['otp'] !== state.code) return 'invalid-code';
    account.email = String(body['email']);
    return Response.json(profile(account));
  }
  if (is(getDeletionSummary)) return Response.json(state.deletionSummary);
  if (is(requestDeletionCode)) return codeSent();
  if (is(deleteAccount)) {
    if (body['otp'] !== state.code) return 'invalid-code';
    account.isDeleted = true;
    for (const device of sessions.devices(account)) sessions.signOut(device);
    return done();
  }
  if (is(listDevices)) return Response.json(sessions.devices(account).map((device) => listed(device, caller)));
  if (is(signOutOtherDevices)) {
    for (const device of sessions.devices(account)) if (device !== caller) sessions.signOut(device);
    return done();
  }
  if (is(signOutDevice)) {
    const gone = sessions.devices(account).find(({ id }) => path.endsWith(`/${id}`));
    if (!gone) return 'not-found';
    sessions.signOut(gone);
    return done();
  }
  if (is(sendFeedback)) {
    const text = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
    const feedback = {
      id: text('id'),
      customerId: text('customerId'),
      deviceId: text('deviceId'),
      message: text('message'),
      email: text('email'),
    };
    if (feedback.message.trim() === '' || feedback.id === '') return 'invalid-request';
    if (!state.feedbacks.some(({ id }) => id === feedback.id)) state.feedbacks.push(feedback);
    return Response.json({ id: feedback.id });
  }
  return null;
}

function profile({ customerId, email, locale, timeZone, createdAt }: FakeAccount): Profile {
  return { customerId, email, locale, timeZone, createdAt };
}

function listed(device: FakeDevice, caller: FakeDevice): SignedInDevice {
  return {
    id: device.id,
    name: device.name,
    browser: null,
    system: null,
    isCurrent: device === caller,
    signedInAt: device.signedInAt,
    lastSeenAt: device.signedInAt,
  };
}
