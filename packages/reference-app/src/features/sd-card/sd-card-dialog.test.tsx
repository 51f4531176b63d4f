// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Camera, SdCard } from '@watchpost/sdk-core';
import { buildCamera, buildGrant } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { buttonClass } from '../../shared/ui/button.tsx';
import { SdCardDialog } from './sd-card-dialog.tsx';
import { SdCardEvents } from './sd-card-events.tsx';

afterEach(cleanup);

type Supported = Extract<SdCard, { readonly support: 'card' }>;
const installed: Supported = {
  support: 'card',
  card: { state: 'installed', memory: { used: 12_200_000_000, total: 32_000_000_000 } },
  recording: 'off',
  schedule: [],
  timeZone: 'Europe/Moscow',
  work: null,
};
/** The looks with a filled background, as class names. */
const filled = ['wp-button-primary', 'wp-button-danger'];
const entry = { days: ['mon', 'tue'] as ('mon' | 'tue')[], from: '09:00', to: '18:00' };

async function opened(
  card: SdCard,
  camera: Partial<Camera> = {},
): Promise<{ readonly server: FakeServer; readonly onClose: () => void; readonly cardOf: () => SdCard | undefined }> {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.sdCards.set('camera-1', card);
  const onClose = vi.fn<() => void>();
  render(app.around(<SdCardDialog camera={buildCamera(camera)} onClose={onClose} />));
  return { server: app.server, onClose, cardOf: () => app.server.sdCards.get('camera-1') };
}
const press = (name: string | RegExp): boolean =>
  fireEvent.click(within(screen.getByRole('dialog', { name: 'SD card' })).getByRole('button', { name }));
const type = (field: HTMLElement, value: string): void => {
  fireEvent.input(field, { target: { value } });
  fireEvent.blur(field);
};

test('without a card it can check again until there is one', async () => {
  const { server } = await opened({ ...installed, card: { state: 'not-installed' } });
  await screen.findByText('No SD card installed');
  server.sdCards.set('camera-1', { ...installed, card: { state: 'not-mounted' } });
  press('Check again');
  await screen.findByText('The SD card is not ready');
});

test('formatting asks for confirmation, shows progress and the result', async () => {
  const { server } = await opened({ ...installed, card: { state: 'not-mounted' }, work: { state: 'failed', kind: 'format' } });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to format SD card');
  press('Format');
  const question = screen.getByRole('alertdialog', { name: 'Format the SD card?' });
  server.sdCards.set('camera-1', {
    ...installed,
    card: { state: 'not-mounted' },
    work: { state: 'running', kind: 'format', progress: 0.4 },
  });
  server.answerNext({ method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card/format' }, 'sd-card-not-installed');
  fireEvent.click(within(question).getByRole('button', { name: 'Format' }));
  await within(question).findByText(/There is no SD card in the camera/);
  cleanup();
  await opened({ ...installed, work: { state: 'running', kind: 'format', progress: 0.4 } });
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('40');
  screen.getByText('up to 2 minutes');
});

test('the recording mode is sent immediately, and shown once the camera has confirmed it', async () => {
  const { server, cardOf } = await opened(installed);
  expect((await screen.findByRole('meter', { name: 'Memory' })).getAttribute('aria-valuenow')).toBe('38');
  screen.getByText('12 GB of 32 GB used');
  server.answerNext({ method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card' }, 'camera-silent');
  fireEvent.click(screen.getByRole('radio', { name: /^Continuous/ }));
  await screen.findByText('Not saved');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Off/ }).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /^Continuous/ }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Continuous/ }).checked).toBe(true));
  expect(cardOf()).toMatchObject({ recording: 'always' });
});

test('the schedule is saved when it is valid; errors use the specification’s words', async () => {
  const { cardOf, onClose } = await opened({ ...installed, recording: 'schedule', schedule: [entry] });
  const from = await screen.findByLabelText('From');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  type(from, '18:00');
  await screen.findByText('Invalid From time');
  type(from, '25:00');
  await screen.findByText('Invalid time format');
  press('Save');
  expect(cardOf()).toMatchObject({ schedule: [entry] });
  // Closing asks before the schedule is lost.
  press('Close');
  fireEvent.click(within(screen.getByRole('alertdialog', { name: 'Discard changes?' })).getByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  type(from, '8');
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('08:00');
  fireEvent.change(screen.getByLabelText('Days', { selector: 'select' }), { target: { value: 'allDays' } });
  press('Add time');
  press(/^Remove All days, 09:00–18:00/);
  press('Save');
  await waitFor(() =>
    expect(cardOf()).toMatchObject({ schedule: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '08:00', to: '18:00' }] }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  press('Close');
  expect(onClose).toHaveBeenCalled();
});

test('requires at least one day; days can be selected individually', async () => {
  await opened({ ...installed, recording: 'schedule', schedule: [{ ...entry, days: ['mon'] }] });
  fireEvent.click(await screen.findByRole('button', { name: 'Mon' }));
  await screen.findByText('Choose a day');
  fireEvent.click(screen.getByRole('button', { name: 'Sun' }));
  expect(screen.queryByText('Choose a day')).toBeNull();
  screen.getByRole('listitem', { name: 'Sun, 09:00–18:00' });
});

test('only the owner can erase the card; an offline camera is reported', async () => {
  await opened(installed, { isOwner: false, grant: buildGrant({ access: 'full' }) });
  await screen.findByText('Only the owner of the camera can format or erase the card.');
  expect(screen.queryByRole('button', { name: 'Erase data' })).toBeNull();
  cleanup();
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.answerNext({ method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card' }, 'camera-offline');
  render(app.around(<SdCardDialog camera={buildCamera()} onClose={() => undefined} />));
  await screen.findByText('Camera is unavailable');
  app.server.sdCards.set('camera-1', installed);
  press('Try again');
  await screen.findByRole('meter');
});

test('for the owner, erasing and formatting are not filled buttons: saving the schedule is the only one', async () => {
  await opened({ ...installed, recording: 'schedule', schedule: [entry] });
  type(await screen.findByLabelText('From'), '10:00');
  const dialog = within(screen.getByRole('dialog', { name: 'SD card' }));
  expect(dialog.getByRole('button', { name: 'Erase data' }).className).toBe(buttonClass({ look: 'danger-quiet' }));
  expect(dialog.getByRole('button', { name: 'Format' }).className).toBe(buttonClass({ look: 'danger-quiet' }));
  const isFilled = ({ classList }: HTMLElement): boolean => filled.some((name) => classList.contains(name));
  expect(dialog.getAllByRole('button').filter(isFilled)).toEqual([dialog.getByRole('button', { name: 'Save' })]);
});

test('a camera without a card shows no card events; an unfinished recording cannot be played yet', async () => {
  const app = await prepareApp({ email: 'anna@example.com' });
  const onChosen = vi.fn<(isChosen: boolean) => void>();
  render(app.around(<SdCardEvents camera={buildCamera()} isChosen={false} onChosen={onChosen} />));
  await waitFor(() => expect(app.server.requests.some(({ path }) => path.endsWith('/sd-card'))).toBe(true));
  expect(screen.queryByRole('combobox')).toBeNull();
  cleanup();
  const other = await prepareApp({ email: 'anna@example.com' });
  other.server.sdCards.set('camera-1', installed);
  const now = Date.now();
  other.server.sdCardVideos = [
    { id: String(now - 5000), startAt: now - 5000, endAt: null, size: 9 },
    { id: String(now - 400_000), startAt: now - 400_000, endAt: now - 100_000, size: 75_000_000 },
  ];
  render(other.around(<SdCardEvents camera={buildCamera()} isChosen onChosen={onChosen} />));
  await screen.findByText('Still being recorded');
  const rows = document.querySelectorAll('button[data-video]');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.textContent).toContain('5:00 · 75 MB');
  fireEvent.change(screen.getByRole('combobox', { name: 'Where the recordings are' }), { target: { value: 'cloud' } });
  expect(onChosen).toHaveBeenCalledWith(false);
  await act(async () => void fireEvent.click(rows[0] ?? document.body));
  expect(document.querySelector('video')?.getAttribute('src')).toBe(
    `https://watchpost.test/public/api/v3/cameras/camera-1/sd-card/videos/${now - 400_000}`,
  );
});
