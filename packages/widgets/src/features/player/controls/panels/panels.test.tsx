// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeModal } from '../../../../primitives/testing/modal-conformance.tsx';
import { installStandIns } from '../../../../primitives/testing/stand-ins.ts';
import { fakeModel } from '../testing/fake-model.ts';
import { inPlayer } from '../testing/in-player.tsx';
import { KeyMap } from './key-map.tsx';
import { latencyLine } from './latency-line.ts';
import { playerShortcuts } from './player-shortcuts.ts';
import { Statistics } from './statistics.tsx';

describeModal('keys of the player', {
  render: (onClose) => {
    const model = fakeModel();
    model.showKeys(true);
    model.showKeys.mockImplementation(onClose);
    return inPlayer(model, <KeyMap />);
  },
});

describe('panels', () => {
  beforeEach(() => installStandIns());
  afterEach(() => cleanup());

  test('the shortcut list contains only keys that work here', () => {
    const model = fakeModel({ hasArchive: false, hasAudio: false, canTalk: false, marks: false });
    model.showKeys(true);
    render(inPlayer(model, <KeyMap />));
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Space',
      '← →',
      '0',
      '+ −',
      'Esc',
      'F',
      'P',
      'S',
      'I',
      '?',
    ]);
  });

  test('a page’s own list has the same lines, in its language', () => {
    const model = fakeModel({ locale: 'ru' });
    model.showKeys(true);
    render(inPlayer(model, <KeyMap />, 'ru'));
    expect(screen.getByRole('dialog', { name: 'Сочетания клавиш' })).toBeDefined();
    const own = playerShortcuts('ru');
    expect(screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)).toEqual(
      own.map(({ keys, text }) => `${keys.join(' ')}: ${text}`),
    );
    expect(own[0]).toEqual({ keys: ['Пробел'], text: 'Смотреть или пауза' });
    expect(playerShortcuts('en', { archive: false, talk: false, sound: false, mark: false }).map(({ keys }) => keys.join(' '))).toEqual([
      'Space',
      '← →',
      '0',
      '+ −',
      'Esc',
      'F',
      'P',
      'S',
      'I',
      '?',
    ]);
  });

  test('statistics: shows every figure with its unit, in the viewer’s language', async () => {
    const model = fakeModel({ locale: 'ru' });
    render(inPlayer(model, <Statistics />, 'ru'));
    expect(screen.queryByRole('region')).toBeNull();
    await act(async () => model.showStatistics(true));
    const figures = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(figures.map((figure) => figure.replaceAll(/\s/g, ' '))).toEqual([
      'Транспорт: WebSocket → MSE',
      'Задержка: 141 мс',
      'Кодек: avc1.4d401f',
      'Разрешение: 1920 × 1080',
      'Битрейт: 2,3 Мбит/с',
      'Частота кадров: 24,9 кадр/с',
      'Пропущено: 1 из 1 041',
      'Буфер: 227 мс',
    ]);
    await act(async () => screen.getByRole('button', { name: 'Закрыть' }).click());
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('latency graph: newest at the right, small jitter looks small, unknown values are left out', () => {
    const size = { width: 118, height: 20 };
    expect(latencyLine([100, 100, 100], size)).toBe('114.0,16.0 116.0,16.0 118.0,16.0');
    expect(latencyLine([1_000, null, 500], size)).toBe('114.0,10.0 118.0,15.0');
    expect(latencyLine([null, 100], size)).toBe('');
  });
});
