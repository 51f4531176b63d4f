// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { createTestClient } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ClientProvider } from '../client.tsx';
import { SettingsStage } from './settings-stage.tsx';

vi.mock('@watchpost/widgets/react', () => ({
  CameraPlayer: (): ReactNode => <video muted />,
  WatchpostProvider: ({ children }: { readonly children: ReactNode }): ReactNode => children,
}));
afterEach(cleanup);

/** Where the picture of so many pixels is drawn on, parts of the stage in percent, and the ratio that the drawing is given. */
function placeOf(width: number, height: number): { readonly ratio: number; readonly places: readonly string[] } {
  const { client } = createTestClient();
  let ratio = 0;
  const { container } = render(
    <ClientProvider client={client}>
      <SettingsStage cameraId="c1">
        {(given) => {
          ratio = given;
          return null;
        }}
      </SettingsStage>
    </ClientProvider>,
  );
  const video = container.querySelector('video');
  if (!video) throw new Error('There is no player.');
  Object.defineProperties(video, { videoWidth: { value: width }, videoHeight: { value: height } });
  fireEvent(video, new Event('resize'));
  const style = container.querySelector<HTMLElement>('.settings-picture')?.style;
  const places = [style?.left, style?.top, style?.width, style?.height].map((place) => Number.parseFloat(place ?? '').toFixed(2));
  return { ratio, places };
}

// Shapes that are drawn as parts of the stage lie beside the picture of such cameras.
test.each([
  ['16:9', 1920, 1080, ['0.00', '0.00', '100.00', '100.00']],
  ['4:3', 640, 480, ['12.50', '0.00', '75.00', '100.00']],
  ['9:16, as of a phone', 1080, 1920, ['34.18', '0.00', '31.64', '100.00']],
  ['21:9', 2520, 1080, ['0.00', '11.90', '100.00', '76.19']],
])('what is drawn covers a picture of %s, and no more', (_, width, height, places) => {
  expect(placeOf(width, height)).toEqual({ ratio: width / height, places });
});
