// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { initReactI18next, useTranslation } from './translation.ts';

afterEach(cleanup);

function Greeting() {
  const { t, i18n } = useTranslation(['greeting', 'common']);
  const common = useTranslation().t;
  return <p>{[t('live'), t('common:back'), common('live'), i18n.language].join(' ')}</p>;
}

test('reads the first namespace, others by their prefix and the default one, and follows the language', async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: false,
    defaultNS: 'common',
    resources: {
      en: { greeting: { live: 'Hello' }, common: { back: 'Back', live: 'Live' } },
      ru: { greeting: { live: 'Привет' }, common: { back: 'Назад', live: 'Эфир' } },
    },
  });
  render(<Greeting />);
  expect(screen.getByText('Hello Back Live en')).toBeDefined();
  await act(() => i18next.changeLanguage('ru'));
  expect(screen.getByText('Привет Назад Эфир ru')).toBeDefined();
});
