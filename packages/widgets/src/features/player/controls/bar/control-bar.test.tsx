// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describePopper } from '../../../../primitives/testing/popper-conformance.tsx';
import { installStandIns } from '../../../../primitives/testing/stand-ins.ts';
import type { PlayerState } from '../../engine/player-state.ts';
import { fakeModel } from '../testing/fake-model.ts';
import { inPlayer } from '../testing/in-player.tsx';
import { nextSpeed, speeds, speedText } from '../speeds.ts';
import { ControlBar } from './control-bar.tsx';
import { MoreMenu, QualityMenu, SpeedMenu } from './bar-menus.tsx';

const button = (name: RegExp | string): HTMLElement => screen.getByRole('button', { name });
const names = (): string[] => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
const click = (element: HTMLElement): Promise<void> => act(async () => void fireEvent.click(element));

for (const [name, Menu, label] of [
  ['quality', QualityMenu, /^Quality/],
  ['speed', SpeedMenu, /^Speed/],
  ['more', MoreMenu, 'More'],
] as const) {
  describePopper(`player's ${name} menu`, { render: () => inPlayer(fakeModel(), <Menu />), trigger: () => button(label) });
}

describe('player bar', () => {
  beforeEach(() => installStandIns());
  afterEach(() => cleanup());

  test('live: shows view controls, and no speed', () => {
    const model = fakeModel({ state: signal<PlayerState>({ kind: 'live' }) });
    render(inPlayer(model, <ControlBar />));
    expect(names()).toEqual([
      'Pause',
      'Back 5 seconds',
      'Unmute',
      'Talk',
      'Zoom in, 1.0×',
      'Quality, 1080p',
      'Snapshot',
      'Picture in picture',
      'More',
      'Full screen',
    ]);
    expect(screen.getByText('LIVE').textContent).toBe('LIVE0.4 s');
  });

  test('a paused live picture: says its time, and how to get back', () => {
    const model = fakeModel({ state: signal<PlayerState>({ kind: 'paused', mode: 'live' }) });
    render(inPlayer(model, <ControlBar />));
    expect(screen.getByText('Paused').parentElement?.textContent).toMatch(/^Paused \d\d:01:40/);
    expect(button('LIVE')).toBeTruthy();
  });

  test('a picture that waits for a press is not live', () => {
    render(inPlayer(fakeModel({ state: signal<PlayerState>({ kind: 'blocked', mode: 'live' }) }), <ControlBar />));
    expect(screen.queryByText('LIVE')).toBeNull();
    expect(screen.getByText('Paused')).toBeTruthy();
    expect(names()[0]).toBe('Play');
  });

  test('where the volume can’t be set, only the mute button is there', () => {
    render(inPlayer(fakeModel(), <ControlBar />));
    expect(screen.getByRole('slider')).toBeTruthy();
    cleanup();
    const volume = vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1);
    render(inPlayer(fakeModel(), <ControlBar />));
    expect(screen.queryByRole('slider')).toBeNull();
    expect(button('Unmute')).toBeTruthy();
    volume.mockRestore();
  });

  test('a recording: shows time, speed, frame steps and the live button', async () => {
    const model = fakeModel();
    render(inPlayer(model, <ControlBar />));
    expect(names()).toEqual([
      'Pause',
      'Back 5 seconds',
      'Previous frame',
      'Next frame',
      'LIVE',
      'Unmute',
      'Talk',
      'Speed, 1×',
      'Zoom in, 1.0×',
      'Quality, 1080p',
      'Snapshot',
      'Picture in picture',
      'More',
      'Full screen',
    ]);
    await click(button('Previous frame'));
    await click(button('Next frame'));
    expect(model.controller.step.mock.calls).toEqual([[-1], [1]]);
    await click(button('LIVE'));
    expect(model.goTo).toHaveBeenCalledExactlyOnceWith('live');
    await click(button('Back 5 seconds'));
    expect(model.move).toHaveBeenCalledExactlyOnceWith(-5_000);
  });

  test('shows the same in Russian', () => {
    render(inPlayer(fakeModel({ locale: 'ru' }), <ControlBar />, 'ru'));
    expect(names()).toEqual([
      'Пауза',
      'Назад на 5 секунд',
      'Предыдущий кадр',
      'Следующий кадр',
      'LIVE',
      'Включить звук',
      'Говорить',
      'Скорость, 1×',
      'Увеличить, 1,0×',
      'Качество, 1080p',
      'Снимок',
      'Картинка в картинке',
      'Ещё',
      'На весь экран',
    ]);
  });

  test('hides buttons that the camera does not support', () => {
    render(
      inPlayer(
        fakeModel({ state: signal<PlayerState>({ kind: 'live' }), hasAudio: false, hasArchive: false, canTalk: false }),
        <ControlBar />,
      ),
    );
    expect(names()).toEqual(['Pause', 'Zoom in, 1.0×', 'Quality, 1080p', 'Snapshot', 'Picture in picture', 'More', 'Full screen']);
  });

  test.each([
    ['a watermark leaves no picture in picture, whose window would show the bare video', 'boris@example.com', false],
    ['without a watermark there is picture in picture', null, true],
  ] as const)('%s', async (_, watermark, isOffered) => {
    const model = fakeModel();
    Reflect.set(model.controller.camera, 'value', buildCamera({ watermark }));
    render(inPlayer(model, <ControlBar />));
    expect(names().includes('Picture in picture')).toBe(isOffered);
    cleanup();
    render(inPlayer(model, <MoreMenu />));
    await click(button('More'));
    const rows = screen.getAllByRole('menuitem').map((row) => row.getAttribute('data-name'));
    expect([rows.includes('Snapshot'), rows.includes('Picture in picture')]).toEqual([true, isOffered]);
  });

  test('hides all controls while no picture is shown', () => {
    const state = signal<PlayerState>({ kind: 'error', mode: 'archive', code: 'no-archive-access' });
    render(inPlayer(fakeModel({ state }), <ControlBar />));
    expect(names()).toEqual(['LIVE']);
  });

  test('speed: lists all speeds, ticks the current one, and applies a choice', async () => {
    const model = fakeModel();
    render(inPlayer(model, <SpeedMenu />));
    await click(button('Speed, 1×'));
    expect(
      screen.getAllByRole('menuitemradio').map((row) => `${row.textContent}${row.getAttribute('aria-checked') === 'true' ? ' ✓' : ''}`),
    ).toEqual(['¼×', '½×', '1× ✓', '2×', '4×', '8×', '16×']);
    await click(screen.getByText('16×'));
    expect(model.changeSpeed).toHaveBeenCalledExactlyOnceWith(16);
    expect(button('Speed, 16×').textContent).toBe('16×');
  });

  test('quality: shows the current resolution; its menu contains statistics and shortcuts', async () => {
    const model = fakeModel();
    render(inPlayer(model, <QualityMenu />));
    await click(button('Quality, 1080p'));
    await click(screen.getByText('Low'));
    expect(model.controller.setQuality).toHaveBeenCalledExactlyOnceWith('low');
    await click(button('Quality, 1080p'));
    await click(screen.getByText('Statistics'));
    expect(model.showStatistics).toHaveBeenCalledExactlyOnceWith(true);
  });

  test('a narrow player moves all of it into More', async () => {
    const model = fakeModel();
    render(inPlayer(model, <MoreMenu />));
    await click(button('More'));
    expect(screen.getAllByRole('menuitem').map((row) => row.getAttribute('data-name'))).toEqual([
      'Snapshot',
      'Zoom in',
      'Picture in picture',
      'Back 5 seconds',
      'Previous frame',
      'Next frame',
      'Speed',
      'Quality',
      'Statistics',
      'Keyboard shortcuts',
    ]);
    await click(screen.getByText('Zoom in'));
    expect(model.view.value.scale).toBe(2);
    await click(button('More'));
    await click(screen.getByText('Whole picture'));
    expect(model.view.value.scale).toBe(1);
  });

  test('volume: the slider sets it, zero mutes, and the button unmutes', async () => {
    const model = fakeModel();
    const { controller } = model;
    render(inPlayer(model, <ControlBar />));
    const slider = screen.getByRole('slider', { name: 'Volume' });
    await act(async () => void fireEvent.input(slider, { target: { value: '0.4' } }));
    expect([controller.volume.value, controller.muted.value]).toEqual([0.4, false]);
    expect(slider.getAttribute('aria-valuetext')).toBe('40%');
    await act(async () => void fireEvent.input(slider, { target: { value: '0' } }));
    expect(controller.muted.value).toBe(true);
    await click(button('Unmute'));
    expect([controller.volume.value, controller.muted.value]).toEqual([0.5, false]);
  });
});

describe('speeds', () => {
  test('a step selects the next speed of the menu, also from a nudged one, and stops at the ends', () => {
    expect(speeds.map((speed) => nextSpeed(speed, 1))).toEqual([0.5, 1, 2, 4, 8, 16, 16]);
    expect(speeds.map((speed) => nextSpeed(speed, -1))).toEqual([0.25, 0.25, 0.5, 1, 2, 4, 8]);
    expect([nextSpeed(1.02, 1), nextSpeed(1.02, -1)]).toEqual([2, 1]);
    expect([0.25, 0.5, 1, 1.5].map((speed) => speedText(speed, 'ru'))).toEqual(['¼×', '½×', '1×', '1,5×']);
  });
});
