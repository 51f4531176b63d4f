// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { buildTelegramChat } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { describeModal } from '@watchpost/widgets/primitives/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { TelegramBanner } from './telegram-banner.tsx';
import { TelegramDialog } from './telegram-dialog.tsx';
import { TelegramScreen } from './telegram-screen.tsx';

afterEach(cleanup);

const createTelegramToken = { method: 'POST', path: '/public/api/v2/cameraphone/telegram/auth/token' } as const;
const disableTelegramChat = { method: 'PUT', path: '/public/api/v2/cameraphone/telegram-chats/{chatId}/disable' } as const;

const chats = [
  buildTelegramChat({ id: 'anna', name: 'Anna Kuznetsova' }),
  buildTelegramChat({ id: 'guards', name: 'Night guards', kind: 'group' }),
  buildTelegramChat({ id: 'family', name: 'Family', isBlockedInChat: true, updatedAt: Date.UTC(2026, 10, 18) }),
  buildTelegramChat({ id: 'shift', name: 'Shift 2', kind: 'group', isKickedFromChat: true, updatedAt: Date.UTC(2026, 10, 12) }),
  buildTelegramChat({ id: 'old', name: 'Old chat', isEnabled: false }),
];

const prepared = await prepareApp({ email: 'anna@example.com' });
prepared.server.telegramChats = chats;
describeModal('the bot', { around: prepared.around, render: (onClose) => <TelegramDialog onClose={onClose} /> });

async function shown(prepare?: (server: FakeServer) => void): Promise<FakeServer> {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.telegramChats = chats;
  prepare?.(app.server);
  render(app.around(<TelegramDialog onClose={() => undefined} />));
  return app.server;
}

describe('the set-up', () => {
  test('shows the code in two halves, its time, and a link that carries it', async () => {
    await shown();
    await screen.findByRole('img', { name: 'Code: 4F7K – 9QX2' });
    expect(screen.getByText('10:00')).toBeDefined();
    expect(screen.getByText('@watchpost_bot, or add it to a group')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')).toBe('https://t.me/watchpost_bot?start=4F7K9QX2');
  });

  test('confirms for three seconds that the code was copied', async () => {
    const copied: string[] = [];
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), { clipboard: { writeText: async (text: string) => void copied.push(text) } }),
    );
    await shown();
    await screen.findByRole('img', { name: /^Code: / });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy the code' })));
      await act(async () => vi.advanceTimersByTimeAsync(2999));
      expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
      await act(async () => vi.advanceTimersByTimeAsync(2));
      expect(screen.getByRole('button', { name: 'Copy the code' })).toBeDefined();
      expect(copied).toEqual(['4F7K9QX2']);
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });

  test('says that the request failed, and tries again', async () => {
    const server = await shown((one) => one.answerNext(createTelegramToken, 'unavailable'));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to request the code')).toBeDefined();
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('img', { name: /^Code: / });
    expect(server.requestsTo(createTelegramToken)).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('counts the chats, those apart that the bot can’t reach', async () => {
    await shown();
    const link = await screen.findByRole('button', { name: /^Linked chats ?2/ });
    await within(link).findByLabelText('2 can’t be reached');
  });
});

describe('the linked chats', () => {
  const open = async (): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: /^Linked chats ?2/ }));
  };

  test('are those that are enabled, and under a heading of their own those that are blocked', async () => {
    await shown();
    await open();
    const enabled = screen.getByRole('region', { name: 'Enabled' });
    expect(
      within(enabled)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Deactivate: Anna Kuznetsova', 'Deactivate: Night guards']);
    const blocked = screen.getByRole('region', { name: 'Blocked' });
    expect(within(blocked).getByText('Bot blocked on 18 November')).toBeDefined();
    expect(within(blocked).getByText('Bot removed on 12 November')).toBeDefined();
    expect(within(blocked).queryByRole('button')).toBeNull();
    expect(screen.queryByText('Old chat')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('heading', { name: 'Telegram bot' })).toBe(document.activeElement);
  });

  test('a chat is deactivated after a question, and leaves the list', async () => {
    const server = await shown();
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Deactivate: Night guards' }));
    const question = screen.getByRole('group', { name: 'Deactivate ‘Night guards’?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(server.requestsTo(disableTelegramChat)).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Deactivate: Night guards' }));
    server.answerNext(disableTelegramChat, 'unavailable');
    fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await screen.findByText(/^The chat couldn’t be deactivated\./);
    fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(screen.queryByText('Night guards')).toBeNull());
    expect(screen.getByText('Anna Kuznetsova')).toBeDefined();
  });
});

describe('without a bot', () => {
  test('the page does not exist, and browsers’ alerts are offered instead', async () => {
    const app = await prepareApp({ email: 'anna@example.com' });
    render(
      app.around(
        <MemoryRouter>
          <TelegramScreen header={<h1>Telegram bot</h1>} missing={<p>Not found</p>} />
          <TelegramBanner otherwise={<p>In this browser</p>} />
        </MemoryRouter>,
      ),
    );
    await screen.findByText('Not found');
    expect(screen.getByText('In this browser')).toBeDefined();
    expect(screen.queryByText('Telegram bot')).toBeNull();
  });
});

test('the banner offers the bot until a chat is linked', async () => {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.telegramChats = [];
  const banner = (): ReturnType<typeof render> =>
    render(
      app.around(
        <MemoryRouter>
          <TelegramBanner otherwise={<p>In this browser</p>} />
        </MemoryRouter>,
      ),
    );
  const { unmount } = banner();
  const link = await screen.findByRole('link', { name: 'Set up the bot' });
  expect(link.getAttribute('href')).toBe('/settings/account/telegram-notifications');
  unmount();
});
