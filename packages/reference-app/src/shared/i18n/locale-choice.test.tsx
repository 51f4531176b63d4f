// @vitest-environment jsdom
import { createTestClient } from '@watchpost/sdk-core/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../testing/render-app.tsx';
import { commonTexts } from './common-texts.ts';
import { applyLocale } from './i18n.ts';
import { useLocaleChoice } from './locale-choice.ts';

const saveLocale = { method: 'PATCH', path: '/public/api/v2/cameraphone/customers/profile' } as const;

afterEach(async () => {
  forgetApp();
  await applyLocale('en');
});

/** Two controls that switch the language, like the menu and the settings. */
function Switches(): ReactNode {
  const { t } = useTranslation(commonTexts);
  return (
    <>
      <h1>{t('language')}</h1>
      <Switch name="menu" />
      <Switch name="settings" />
    </>
  );
}

function Switch({ name }: { name: string }): ReactNode {
  const { locale, choose } = useLocaleChoice();
  const other = locale === 'en' ? 'ru' : 'en';
  return (
    <button type="button" onClick={() => void choose(other)}>
      {`${name}: ${other}`}
    </button>
  );
}

const title = (text: string): Promise<HTMLElement> => screen.findByRole('heading', { name: text });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

test('a switch applies immediately to <html lang>, the service worker and the server, and persists in this browser', async () => {
  const postMessage = vi.fn<(message: unknown) => void>();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready: Promise.resolve({ active: { postMessage } }) } });
  const { client } = await renderApp(<Switches />, { email: 'anna@example.com' });
  press('menu: ru');
  await title('Язык');
  await waitFor(async () => expect((await client.account.profile()).locale).toBe('ru'));
  expect(document.documentElement.lang).toBe('ru');
  expect(localStorage.getItem('watchpost:locale')).toBe('ru');
  expect(postMessage).toHaveBeenLastCalledWith({ type: 'locale', locale: 'ru' });
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a language that the server fails to save is reverted everywhere and reported', async () => {
  const { server } = await renderApp(<Switches />, { email: 'anna@example.com' });
  server.answerNext(saveLocale, 503);
  press('settings: ru');
  await title('Язык');
  await title('Language');
  await screen.findByText('The language was not changed');
  expect(document.documentElement.lang).toBe('en');
  expect(localStorage.getItem('watchpost:locale')).toBe('en');
  screen.getByRole('button', { name: 'menu: ru' });
});

test('a quick second choice in another control wins, and the server receives no other request', async () => {
  const { client, server } = await renderApp(<Switches />, { email: 'anna@example.com' });
  press('menu: ru');
  press('settings: en');
  press('menu: ru');
  await title('Язык');
  await waitFor(() => expect(server.requestsTo(saveLocale).map(({ body }) => body['locale'])).toEqual(['ru']));
  expect((await client.account.profile()).locale).toBe('ru');
});

test('before sign-in nothing is sent', async () => {
  const { server } = await renderApp(<Switches />, createTestClient());
  press('menu: ru');
  await title('Язык');
  expect(server.requests).toEqual([]);
  expect(localStorage.getItem('watchpost:locale')).toBe('ru');
});
