import type { Invite } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRigCamera } from '../support/owner.ts';
import { createLink, linkPath, type LinkOptions } from '../support/sharing.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';
import { signInWithoutPage, storedSession } from '../support/signed-in.ts';

let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
});
afterAll(() => stage?.close());

/** Page 2, sections 4, 5 and 8 of the specification, and its Russian. */
const languages = {
  en: {
    add: 'Add camera',
    retry: 'Retry',
    invalid: ['Invalid link', 'This link is not valid or active anymore. Check that you copied all of it, or ask for a new one.'],
    failed: ['Something went wrong', 'Failed to load invitation details. The link itself may be fine.'],
    gone: ['The shared cameras are no longer available', 'Their owner has removed them. Ask owner@example.test what happened.'],
    inactive: ['Unable to add camera', 'This link may no longer be active. Nothing in your account has changed.'],
    full: ['Unable to add camera', 'As many people as this link allows have used it already. Ask owner@example.test for a new one.'],
    useFailed: 'Failed to use the link. Please try again later',
  },
  ru: {
    add: 'Добавить камеру',
    retry: 'Повторить',
    invalid: ['Ссылка не работает', 'Она неверна или больше не действует. Проверьте, что скопировали её целиком, или попросите новую.'],
    failed: ['Что-то пошло не так', 'Не удалось загрузить приглашение. Возможно, сама ссылка в порядке.'],
    gone: ['Эти камеры больше недоступны', 'Владелец их удалил. Подробности знает owner@example.test.'],
    inactive: ['Не удалось добавить камеру', 'Возможно, ссылка больше не действует. В вашем аккаунте ничего не изменилось.'],
    full: [
      'Не удалось добавить камеру',
      'Этой ссылкой уже воспользовалось столько человек, сколько она разрешает. Попросите у owner@example.test новую.',
    ],
    useFailed: 'Не удалось применить ссылку. Повторите попытку позже',
  },
} as const;

const share = (options: LinkOptions = {}, cameraId = stage.cameraId): Promise<Invite> => createLink(stage.owner, [cameraId], options);

describe.each(['en', 'ru'] as const)('what becomes of a link, in %s', (locale) => {
  const texts = languages[locale];

  /** A page of an account that has no camera yet. */
  async function openUser(name: string): Promise<Page> {
    const person = await signInWithoutPage(stage.product, `${name}-${locale}@example.test`, { locale });
    const { page } = await stage.browser.newPage({ locale, storageState: storedSession(person, stage.product.url) });
    person.client.dispose();
    return page;
  }
  const open = (page: Page, invite: Invite) => page.goto(stage.product.url + linkPath(invite));
  const add = (page: Page) => page.getByRole('button', { name: texts.add }).click();
  async function see(page: Page, [title, text]: readonly [string, string]): Promise<void> {
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.getByText(text, { exact: true }).waitFor();
  }

  test('a link to cameras that were removed says so, and whom to ask', async () => {
    const cameraId = await addRigCamera(stage.owner, stage.camera, '/sub');
    const invite = await share({}, cameraId);
    await stage.owner.cameras.remove(cameraId);
    const page = await openUser('gone');
    await open(page, invite);
    await see(page, texts.gone);
  });

  test('a link that is revoked while it is open can’t be used; Retry shows that it is invalid', async () => {
    const invite = await share();
    const page = await openUser('inactive');
    await open(page, invite);
    await page.getByRole('button', { name: texts.add }).waitFor();
    await stage.owner.sharing.revokeInvite(invite.id);
    await add(page);
    await see(page, texts.inactive);
    await page.getByRole('button', { name: texts.retry }).click();
    await see(page, texts.invalid);
  });

  test('a link that as many people have used as it allows says so', async () => {
    const invite = await share({ maxUsers: 1 });
    const page = await openUser('late');
    await open(page, invite);
    await page.getByRole('button', { name: texts.add }).waitFor();
    await stage.openInvited(`early-${locale}@example.test`, invite);
    await add(page);
    await see(page, texts.full);
  });

  test('an invitation that can’t be loaded is loaded again by Retry', async () => {
    const page = await openUser('offline');
    await page.route('**/invites/by-token/*', (route) => route.abort());
    await open(page, await share());
    await see(page, texts.failed);
    await page.unroute('**/invites/by-token/*');
    await page.getByRole('button', { name: texts.retry }).click();
    await page.getByRole('button', { name: texts.add }).waitFor();
  });

  test('a link that can’t be used now stays on the screen, and works later', async () => {
    const page = await openUser('later');
    await open(page, await share());
    await page.route('**/invites/*/accept', (route) => route.abort());
    await add(page);
    await page.getByText(texts.useFailed, { exact: true }).waitFor();
    await page.unroute('**/invites/*/accept');
    await add(page);
    await page.waitForURL(stage.cameraUrl);
    expect(await page.getByText(texts.useFailed).count()).toBe(0);
  });
});
