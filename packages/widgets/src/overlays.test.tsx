// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { createEmbedClient } from '@watchpost/sdk-core';
import { buildCamera, createTestClient } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BarButton } from './features/player/controls/bar/bar-button.tsx';
import { MoreMenu, QualityMenu, SpeedMenu } from './features/player/controls/bar/bar-menus.tsx';
import { KeyMap } from './features/player/controls/panels/key-map.tsx';
import { TalkButton } from './features/player/controls/talk/talk-button.tsx';
import { fakeModel } from './features/player/controls/testing/fake-model.ts';
import { inPlayer } from './features/player/controls/testing/in-player.tsx';
import { ShareDialog } from './features/sharing/sharing-dialog.tsx';
import { WallProvider } from './features/video-wall/parts/wall-context.tsx';
import { LayoutMenu } from './features/video-wall/parts/wall-layout-menu.tsx';
import { WallPicker } from './features/video-wall/parts/wall-picker.tsx';
import { WallSettings } from './features/video-wall/parts/wall-settings.tsx';
import { createVideoWall } from './features/video-wall/video-wall-controller.ts';
import type { VideoWallController } from './features/video-wall/video-wall-controller.ts';
import { createWallMessages } from './i18n/video-wall-messages.ts';
import { describeModal, describePopper } from './primitives/testing/suites.ts';

const player = 'features/player/controls';
const wall = 'features/video-wall/parts';
const share = 'features/sharing/sharing-dialog.tsx';

const walls: VideoWallController[] = [];
afterEach(() => {
  for (const each of walls.splice(0)) each.dispose();
});

function inWall(part: ReactNode): ReactNode {
  const client = createEmbedClient({ baseUrl: 'https://cameras.example', token: 'embed.x.y' });
  const controller = createVideoWall({
    arrangement: { layout: 'auto', cameraIds: [], cycleSeconds: 0 },
    cameras: [buildCamera()],
    onArrange: () => {},
  });
  walls.push(controller);
  return (
    <WallProvider
      value={{
        wall: controller,
        client,
        clientOf: () => client,
        locale: 'en',
        t: createWallMessages('en'),
        overlay: undefined,
        loadActivity: undefined,
        report: null,
        say: () => {},
        pick: () => {},
      }}
    >
      {part}
    </WallProvider>
  );
}
const expandable = (): HTMLElement => {
  const button = document.querySelector<HTMLElement>('button[aria-expanded]');
  if (!button) throw new Error('There is no button with aria-expanded.');
  return button;
};
const hovered = {
  trigger: () => screen.getByRole('button'),
  open: async (button: HTMLElement, clock: { advance(milliseconds: number): Promise<void> }) => {
    fireEvent.pointerEnter(button, { pointerType: 'mouse' });
    await clock.advance(400);
  },
  hover: true,
};

const modals: Readonly<Record<string, (onClose: () => void) => ReactNode>> = {
  [`${player}/panels/key-map.tsx`]: (onClose) => {
    const model = fakeModel();
    model.showKeys(true);
    model.showKeys.mockImplementation(() => onClose());
    return inPlayer(model, <KeyMap />);
  },
  [share]: (onClose) => <ShareDialog client={createTestClient().client} open cameras={[buildCamera()]} onClose={onClose} />,
  [`${wall}/wall-picker.tsx`]: (onClose) => inWall(<WallPicker place={null} onClose={onClose} />),
};
const menus: Readonly<Record<string, readonly (() => ReactNode)[]>> = {
  [`${player}/bar/bar-menus.tsx`]: [<SpeedMenu key="speed" />, <QualityMenu key="quality" />, <MoreMenu key="more" />].map(
    (menu) => () => inPlayer(fakeModel(), menu),
  ),
  [`${wall}/wall-popover.tsx`]: [<LayoutMenu key="layout" />, <WallSettings key="settings" />].map((popover) => () => inWall(popover)),
};
const tooltips: Readonly<Record<string, () => ReactNode>> = {
  [`${player}/bar/bar-button.tsx`]: () => <BarButton icon="camera" label="Save snapshot" onClick={vi.fn()} />,
  [`${player}/talk/talk-button.tsx`]: () => inPlayer(fakeModel(), <TalkButton />),
};

// What is entered would be discarded: a click beside it may be a mistake.
for (const [file, render] of Object.entries(modals)) describeModal(file, { render, closeOnBackdrop: file !== share });
for (const [file, renders] of Object.entries(menus))
  renders.forEach((render, index) => describePopper(`${file} ${index + 1}`, { render, trigger: expandable }));
for (const [file, render] of Object.entries(tooltips)) describePopper(file, { render, ...hovered });

describe('no modal or popper without the suite', () => {
  const shows = /<(?:Dialog|ConfirmDialog|Modal|Sheet|Popper|Menu|Tooltip|dialog)[\s>]|\.showModal\(|\.showPopover\(|popover="/;
  const sources = import.meta.glob<string>('./**/*.tsx', { query: '?raw', import: 'default', eager: true });
  test('every part that shows one is above, but for the primitives, which have their own', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(30);
    const found = Object.entries(sources).flatMap(([path, source]) =>
      !/\.test\.tsx$|\/testing\/|^\.\/primitives\//.test(path) && shows.test(source) ? [path.slice(2)] : [],
    );
    expect(found.toSorted()).toEqual([...Object.keys(modals), ...Object.keys(menus), ...Object.keys(tooltips)].toSorted());
  });
});
