// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { AppsPromotionScreen } from './session-apps-screen.tsx';
import { TermsNotice } from './session-legal.tsx';

function giveLinks(links: Readonly<Record<string, string>>): void {
  const meta = document.createElement('meta');
  meta.name = 'watchpost:links';
  meta.content = JSON.stringify({ en: links });
  document.head.append(meta);
}

afterEach(() => {
  forgetApp();
  document.head.replaceChildren();
});

const href = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');

describe('terms and privacy', () => {
  test('use the operator’s pages if there are any', async () => {
    giveLinks({ termsOfUse: 'https://operator.example/terms' });
    await renderApp(<TermsNotice />);
    expect(href('terms of use')).toBe('https://operator.example/terms');
    expect(screen.getByRole('link', { name: 'terms of use' }).getAttribute('rel')).toBe('noopener noreferrer');
    // The operator named none, so the app shows its own text.
    screen.getByRole('link', { name: 'privacy policy' }).click();
    await screen.findByRole('dialog', { name: 'Privacy policy' });
  });
});

describe('apps', () => {
  test('come from the stores that have them', async () => {
    giveLinks({ googlePlay: 'https://play.example/app', ruStore: 'https://ru.example/app' });
    await renderApp(<AppsPromotionScreen onContinue={() => undefined} />);
    expect(href('Google Play')).toBe('https://play.example/app');
    expect(href('RuStore')).toBe('https://ru.example/app');
    expect(screen.queryByRole('link', { name: 'App Store' })).toBeNull();
  });

  test('without store apps the page itself can be installed; over plain HTTP it promises no notifications', async () => {
    await renderApp(<AppsPromotionScreen onContinue={() => undefined} />);
    expect(screen.queryByRole('link')).toBeNull();
    screen.getByText('Add to Home Screen');
    expect(screen.queryByText('Alerts when the page is closed')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Watchpost on your phone' }));
  });

  test('the browser’s prompt to install opens with one press', async () => {
    await renderApp(<AppsPromotionScreen onContinue={() => undefined} />);
    let prompted = 0;
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => void (prompted += 1) });
    globalThis.dispatchEvent(offer);
    expect(offer.defaultPrevented).toBe(true);
    const install = await screen.findByRole('button', { name: 'Install the app' });
    screen.getByRole('heading', { name: 'Watchpost as an app' });
    install.click();
    expect(prompted).toBe(1);
    // A prompt can be used once.
    await screen.findByText('Add to Home Screen');
  });
});
