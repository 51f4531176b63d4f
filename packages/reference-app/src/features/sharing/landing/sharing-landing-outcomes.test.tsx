// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { buildInvitation } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { Invitation, SharedCamera } from '@watchpost/sdk-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyLocale } from '../../../shared/i18n/i18n.ts';
import { forgetApp } from '../../../shared/testing/render-app.tsx';
import { acceptInvite, door, focused, getInvitation, heading, isOwn, opened, path, press, street, token } from './testing/open-landing.tsx';

type Prepare = (server: FakeServer) => void;
/** Heading and text of an outcome, and the only way on. */
type Outcome = readonly [title: string, text: string, action: string];

const becomeGuest = { method: 'POST', path: '/public/api/v3/invites/by-token/{token}/guest' } as const;
const creatorEmail = 'anna@example.com';
const invited =
  (cameras: readonly SharedCamera[], options: Partial<Invitation> = {}): Prepare =>
  (server) =>
    void server.invitations.set(token, buildInvitation(cameras, { creatorEmail, ...options }));

const said = {
  en: {
    add: 'Add camera',
    asGuest: 'Watch as guest',
    invalid: [
      'Invalid link',
      'This link is not valid or active anymore. Check that you copied all of it, or ask for a new one.',
      'Go to my cameras',
    ],
    gone: [
      'The shared cameras are no longer available',
      'Their owner has removed them. Ask anna@example.com what happened.',
      'Go to my cameras',
    ],
    ownOne: ['This is your own camera', 'You own Front door, so nothing was added.', 'Go to my cameras'],
    ownTwo: ['These are your own cameras', 'You own Front door and Street, so nothing was added.', 'Go to my cameras'],
    failed: ['Something went wrong', 'Failed to load invitation details. The link itself may be fine.', 'Retry'],
    inactive: ['Unable to add camera', 'This link may no longer be active. Nothing in your account has changed.', 'Retry'],
    full: [
      'Unable to add camera',
      'As many people as this link allows have used it already. Ask anna@example.com for a new one.',
      'Go to my cameras',
    ],
    useFailed: 'Failed to use the link. Please try again later',
  },
  ru: {
    add: 'Добавить камеру',
    asGuest: 'Смотреть как гость',
    invalid: [
      'Ссылка не работает',
      'Она неверна или больше не действует. Проверьте, что скопировали её целиком, или попросите новую.',
      'К моим камерам',
    ],
    gone: ['Эти камеры больше недоступны', 'Владелец их удалил. Подробности знает anna@example.com.', 'К моим камерам'],
    ownOne: ['Это ваша камера', '«Front door» принадлежит вам, поэтому добавлять нечего.', 'К моим камерам'],
    ownTwo: ['Это ваши камеры', '«Front door» и «Street» принадлежат вам, поэтому добавлять нечего.', 'К моим камерам'],
    failed: ['Что-то пошло не так', 'Не удалось загрузить приглашение. Возможно, сама ссылка в порядке.', 'Повторить'],
    inactive: ['Не удалось добавить камеру', 'Возможно, ссылка больше не действует. В вашем аккаунте ничего не изменилось.', 'Повторить'],
    full: [
      'Не удалось добавить камеру',
      'Этой ссылкой уже воспользовалось столько человек, сколько она разрешает. Попросите у anna@example.com новую.',
      'К моим камерам',
    ],
    useFailed: 'Не удалось применить ссылку. Повторите попытку позже',
  },
} as const;

afterEach(async () => {
  forgetApp();
  await applyLocale('en');
});

/** The whole page: what is left out or added shows. */
function expectOutcome([title, text, action]: Outcome): void {
  const page = document.querySelector('.landing-outcome');
  expect([...(page?.children ?? [])].map(({ textContent }) => textContent).filter(Boolean)).toEqual([title, text, action]);
  expect(screen.getByRole('status').textContent).toBe(text);
  expect(document.title).toBe(`${title} · Watchpost`);
}

describe.each(['en', 'ru'] as const)('what became of a link, in full and in the user’s language: %s', (locale) => {
  const texts = said[locale];
  beforeEach(() => applyLocale(locale));

  test.each<[string, Prepare, Outcome]>([
    ['an unknown or revoked link', () => {}, texts.invalid],
    ['cameras that were removed', invited([]), texts.gone],
    ['the user’s own camera', invited([isOwn(door)]), texts.ownOne],
    ['the user’s own cameras', invited([isOwn(door), isOwn(street)]), texts.ownTwo],
    ['a server that fails', (server) => server.answerNext(getInvitation, 'internal-error'), texts.failed],
  ])('opening it: %s', async (_, prepare, outcome) => {
    const { server, at } = await opened(prepare);
    await heading(outcome[0]);
    expectOutcome(outcome);
    expect(server.requestsTo(acceptInvite)).toEqual([]);
    expect(at()).toBe(path);
  });

  test.each([
    ['not-found', texts.inactive],
    ['invite-inactive', texts.inactive],
    ['invite-full', texts.full],
    ['invite-cameras-gone', texts.gone],
    ['invite-own-cameras', texts.ownOne],
  ] as const)('adding the cameras: %s', async (code, outcome) => {
    const { server, at } = await opened((prepared) => {
      invited([door])(prepared);
      prepared.answerNext(acceptInvite, code);
    });
    await press(texts.add);
    await focused(outcome[0]);
    expectOutcome(outcome);
    expect(server.cameras).toEqual([]);
    expect(at()).toBe(path);
  });

  test('cameras that are gone are called the same here and in errors elsewhere', () => {
    expect(errorText(new WatchpostError('invite-cameras-gone'), locale)).toBe(texts.gone[0]);
  });

  test('adding the cameras fails for now: the page stays and says so', async () => {
    await opened((server) => {
      invited([door])(server);
      server.answerNext(acceptInvite, 'unavailable');
    });
    await press(texts.add);
    expect((await screen.findByRole('alert')).textContent).toBe(texts.useFailed);
    expect(screen.getByRole('button', { name: texts.add })).toBeTruthy();
  });

  test('becoming a guest of a link that has ended', async () => {
    await opened(
      (server) => {
        invited([door], { allowsGuests: true })(server);
        server.answerNext(becomeGuest, 'not-found');
      },
      { email: null },
    );
    await press(texts.asGuest);
    await heading(texts.invalid[0]);
    expectOutcome(texts.invalid);
  });

  test('becoming a guest fails for now: the page stays and says so', async () => {
    await opened(
      (server) => {
        invited([door], { allowsGuests: true })(server);
        server.answerNext(becomeGuest, 'internal-error');
      },
      { email: null },
    );
    await press(texts.asGuest);
    expect((await screen.findByRole('alert')).textContent).toBe(texts.useFailed);
    expect(screen.getByRole('button', { name: texts.asGuest })).toBeTruthy();
  });
});
