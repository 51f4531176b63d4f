import { expect, test } from 'vitest';
import type { ApiKeyClient } from './api-key-client.ts';
import type { Client } from './client.ts';
import type { ViewerClient } from './embed-client.ts';

/** `true` for a type with the field `signal`. */
type HasSignal<Type> = Type extends object ? ('signal' extends keyof Type ? true : never) : never;
/** Paths of the calls that answer later, or one by one, and take no signal: `ptz.steer`. */
type WithoutSignal<Api, Path extends string = ''> = {
  [Name in keyof Api & string]: Api[Name] extends (...parameters: infer Taken) => Promise<unknown> | AsyncIterable<unknown>
    ? [HasSignal<NonNullable<Required<Taken>[keyof Taken & number]>>] extends [never]
      ? `${Path}${Name}`
      : never
    : Api[Name] extends (...parameters: never[]) => unknown
      ? never
      : // A signal of state has no calls.
        Api[Name] extends { readonly peek: unknown }
        ? never
        : Api[Name] extends object
          ? WithoutSignal<Api[Name], `${Path}${Name}.`>
          : never;
}[keyof Api & string];

/** The compiler compares these names with those of the clients: a new call takes a signal, or is listed with what ends it instead. */
const endedOtherwise: Readonly<Record<WithoutSignal<Client & ViewerClient & { readonly key: ApiKeyClient }>, string>> = {
  'billing.refresh': 'one request for all subscribers of its state',
  'notifications.connect': 'notifications.disconnect',
  'notifications.disconnect': 'it ends something itself',
  'notifications.resume': 'notifications.disconnect',
  'player.authorizationHeader': 'one renewal of the token for all that wait',
  'ptz.steer': 'the end of what it returns',
  'session.accessToken': 'one renewal of the token for all that wait',
  'session.signOut': 'it ends something itself',
};

test('every call that waits can be canceled, or has a reason', () => {
  expect(Object.entries(endedOtherwise).filter(([, reason]) => reason === '')).toEqual([]);
});
