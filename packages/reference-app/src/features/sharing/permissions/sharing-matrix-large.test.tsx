// @vitest-environment jsdom
import { addLocation, moveCamera } from '@watchpost/sdk-core';
import { buildCamera, buildCameraUser, buildGrant } from '@watchpost/sdk-core/testing';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp } from '../../../shared/testing/render-app.tsx';
import { PermissionsScreen } from './sharing-permissions-screen.tsx';

const locations = ['Depot', 'Harbour', 'Office'];
const cameras = Array.from({ length: 60 }, (_, index) => buildCamera({ id: `c${index}`, title: `Camera ${index}` }));
const anna = buildCameraUser({ customerId: 'anna', email: 'anna@example.com', isOwner: true, isSelf: true });
const limited = buildGrant({ withAudio: false, expiresAt: 4_000_000_000_000 });
const people = Array.from({ length: 69 }, (_, index) =>
  buildCameraUser({ customerId: `p${index}`, email: `p${String(index).padStart(3, '0')}@example.com`, grant: limited }),
);

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  forgetApp();
  vi.unstubAllGlobals();
});

/** Opens the matrix of the owner and so many people, all with access to all of 100 cameras in five locations. */
async function open({ isLarge = true, count = 69 } = {}) {
  const { client, server, around } = await prepareApp({ email: 'anna@example.com' });
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isLarge }));
  server.cameras = cameras;
  for (const title of locations) await client.locations.save(addLocation({ id: title, title }));
  for (const [index, { id }] of cameras.entries()) {
    await client.locations.save(moveCamera(id, { locationId: locations[Math.floor(index / 20)] ?? '', roomId: null }));
    server.cameraUsers.set(id, [anna, ...people.slice(0, count)]);
  }
  render(
    around(
      <MemoryRouter>
        <PermissionsScreen actions={document.body} />
      </MemoryRouter>,
    ),
  );
  await waitFor(() => expect(document.querySelector('.matrix-name')).not.toBeNull(), { timeout: 15_000 });
}
// By selectors: roles of thousands of elements take seconds to compute.
const find = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string): (string | null)[] => find(selector).map(({ textContent }) => textContent);
const shown = (): string | null | undefined => document.querySelector('.matrix-pages > span')?.textContent;
const size = (): number => find('.matrix-place *').length;
const press = (selector: string, name: string): void => {
  const found = find(selector).find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`There is no ${name}.`);
  fireEvent.click(found);
};

test('70 people and 60 cameras stay a small page: locations are folded, people are turned over', async () => {
  await open();
  await waitFor(() => expect(texts('.matrix-fold')).toEqual(locations));
  expect(shown()).toBe('1–50 of 70');
  expect(find('.matrix tbody tr')).toHaveLength(50);
  expect(texts('.matrix tbody tr:nth-child(1) td')).toEqual(locations.map(() => 'Owner, all 20'));
  expect(texts('.matrix tbody tr:nth-child(2) td')).toEqual(locations.map(() => 'View, all 20'));
  expect(size()).toBeLessThan(2000);

  press('.matrix-pages button', 'Next');
  await waitFor(() => expect(shown()).toBe('51–70 of 70'));
  expect(texts('.matrix tbody th .matrix-name')[0]).toBe('p049@example.com');
  expect(find('.matrix tbody tr')).toHaveLength(20);
  press('.matrix-pages button', 'Previous');
  await waitFor(() => expect(shown()).toBe('1–50 of 70'));
});

test('a location unfolds into its cameras, and folds again', async () => {
  await open({ count: 3 });
  await waitFor(() => expect(texts('.matrix-fold')).toContain('Harbour'));
  const harbour = find('.matrix-fold')[1];
  expect(harbour?.getAttribute('aria-expanded')).toBe('false');
  press('.matrix-fold', 'Harbour');
  expect(harbour?.getAttribute('aria-expanded')).toBe('true');
  const titles = texts('.matrix-title');
  expect(titles.slice(1, 21)).toEqual(Array.from({ length: 20 }, (_, index) => `Camera ${index + 20}`));
  expect(titles).toHaveLength(2 + 20);
  expect(texts('.matrix tbody tr:nth-child(2) .matrix-cell')[19]).toContain('View: p000, Camera 39');
  press('.matrix-fold', 'Harbour');
  expect(texts('.matrix-title')).toEqual(locations.map(() => '20 cameras'));
});

test('on a phone a person’s cameras unfold on request', async () => {
  await open({ isLarge: false, count: 3 });
  const cameraCount = (): number => find('.matrix-person:nth-child(2) .matrix-person-camera').length;
  expect(cameraCount()).toBe(5);
  press('.matrix-person:nth-child(2) button', '55 more cameras');
  expect(cameraCount()).toBe(60);
});
