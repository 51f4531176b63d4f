// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import { createTestClient, buildCamera } from '@watchpost/sdk-core/testing';
import type { Footage } from '@watchpost/sdk-core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mock } from 'vitest';
import type { PlayerController } from '../player-controller.ts';
import type { PlayerState } from '../engine/player-state.ts';
import { MessagesProvider } from '../player-context.tsx';
import { Timeline } from './timeline.tsx';
import type { TimelineProps } from './timeline.tsx';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 21, 13);
const width = 1000;
const footage: Footage = {
  recordings: [
    { from: now - 5 * hour, to: now - 2 * hour },
    { from: now - hour, to: now },
  ],
  gaps: [{ from: now - 2 * hour, to: now - hour, reason: 'offline' }],
  oldest: now - 5 * hour,
  newest: now,
};

class Observer {
  readonly notify: (entries: readonly unknown[]) => void;
  constructor(notify: (entries: readonly unknown[]) => void) {
    this.notify = notify;
  }
  disconnect(): void {}
}
let sight: (isIntersecting: boolean) => void = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class extends Observer {
      observe(): void {
        this.notify([{ contentRect: { width } }]);
      }
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class extends Observer {
      observe(): void {
        sight = (isIntersecting) => this.notify([{ isIntersecting }]);
      }
    },
  );
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  );
  Object.defineProperty(document, 'adoptedStyleSheets', { configurable: true, value: [] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Shown {
  readonly onSeek: Mock<TimelineProps['onSeek']>;
  readonly loadFootage: Mock<PlayerController['loadFootage']>;
  readonly position: Signal<number | null>;
  readonly state: Signal<PlayerState>;
  readonly slider: HTMLElement;
}

/** Plays half an hour ago; the hour before that has no footage. */
function show(
  props: Partial<TimelineProps> = {},
  first: PlayerState = { kind: 'archive' },
  timeZone = 'UTC',
  at = now,
  recorded: Signal<Footage | null> = signal<Footage | null>(footage),
): Shown {
  const position = signal<number | null>(at - 0.5 * hour);
  const state = signal<PlayerState>(first);
  const onSeek = vi.fn<TimelineProps['onSeek']>();
  const loadFootage = vi.fn<PlayerController['loadFootage']>();
  const fake: Pick<PlayerController, 'state' | 'position' | 'footage' | 'camera' | 'now' | 'loadFootage'> = {
    state,
    position,
    footage: recorded,
    camera: signal(buildCamera({ timeZone })),
    now: () => at,
    loadFootage,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the timeline only reads these six
  const controller = fake as PlayerController;
  const { client } = createTestClient();
  render(
    <MessagesProvider client={client} locale="en">
      <Timeline controller={controller} onSeek={onSeek} {...props} />
    </MessagesProvider>,
  );
  act(() => void vi.advanceTimersByTime(200));
  return { onSeek, loadFootage, position, state, slider: screen.getByRole('slider', { name: 'Timeline' }) };
}

describe('timeline', () => {
  test('keys scrub while held and seek once when released', () => {
    const { onSeek, slider, position } = show();
    const start = position.peek() ?? 0;
    for (let press = 0; press < 3; press += 1) fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(onSeek).not.toHaveBeenCalled();
    fireEvent.keyUp(slider, { key: 'ArrowLeft' });
    expect(onSeek.mock.calls).toEqual([[start - 3 * ((3 * hour) / 100)]]);
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.keyDown(slider, { key: 'Escape' });
    fireEvent.keyUp(slider, { key: 'Escape' });
    expect(onSeek).toHaveBeenCalledTimes(1);
  });

  test('Shift and an arrow go to the next event or edge; End goes to live', () => {
    const event = { id: 'e', at: now - 1.2 * hour, shape: 'motion', isSeen: false, label: 'Motion' } as const;
    const { onSeek, slider } = show({ events: [event] });
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      fireEvent.keyDown(slider, { key, shiftKey: true });
      fireEvent.keyUp(slider, { key });
    }
    fireEvent.keyDown(slider, { key: 'End' });
    expect(onSeek.mock.calls).toEqual([[now - hour], ['live'], ['live']]);
  });

  test('announces the moment to screen readers, and the gap it is in', () => {
    const { slider } = show();
    expect(slider.getAttribute('aria-valuetext')).toBe('12:30:00');
    for (let press = 0; press < 30; press += 1) fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(slider.getAttribute('aria-valuetext')).toBe('11:36:00, Camera offline, 60 min');
  });

  test('marks damaged footage, and says so where the reader looks', () => {
    const damaged = [{ from: now - 0.75 * hour, to: now - 0.7 * hour }];
    const { slider } = show({}, { kind: 'archive' }, 'UTC', now, signal<Footage | null>({ ...footage, damaged }));
    expect(document.querySelector('.wp-damaged')?.getAttribute('d')).toMatch(/^M[\d.]+ 0H[\d.]+V4H/);
    for (let press = 0; press < 8; press += 1) fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(slider.getAttribute('aria-valuetext')).toBe('12:15:36, Damaged pictures');
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(slider.getAttribute('aria-valuetext')).toBe('12:10:12');
  });

  test('marks footage that was recorded while the clock was ahead, and says that its time is wrong', () => {
    const misdated = [{ from: now - 0.75 * hour, to: now - 0.7 * hour }];
    const { slider } = show({}, { kind: 'archive' }, 'UTC', now, signal<Footage | null>({ ...footage, misdated }));
    expect(document.querySelector('.wp-damaged')?.getAttribute('d')).toMatch(/^M[\d.]+ 0H[\d.]+V4H/);
    for (let press = 0; press < 8; press += 1) fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(slider.getAttribute('aria-valuetext')).toBe('12:15:36, Wrong time: the server’s clock was ahead');
  });

  test('a paused live picture has its own time, not LIVE; so does the last one while the next is awaited', () => {
    const { slider, position, state } = show({}, { kind: 'live' });
    const spoken = (next: PlayerState, at?: number): string | null => {
      act(() => {
        if (at !== undefined) position.value = at;
        state.value = next;
      });
      return slider.getAttribute('aria-valuetext');
    };
    expect(slider.getAttribute('aria-valuetext')).toBe('LIVE');
    expect(spoken({ kind: 'paused', mode: 'live' }, now - 120_000)).toBe('12:58:00');
    expect(spoken({ kind: 'connecting', mode: 'live' })).toBe('12:58:00');
    expect(spoken({ kind: 'live' }, now - 400)).toBe('LIVE');
    // From a recording to live, the picture of before is not a live one.
    expect(spoken({ kind: 'archive' }, now - hour)).toBe('12:00:00');
    expect(spoken({ kind: 'connecting', mode: 'live' })).toBe('LIVE');
  });

  test('in the hour that clocks repeat, the playhead and the ruler name which one it is', () => {
    const october = Date.UTC(2026, 9, 25);
    const { slider } = show({}, { kind: 'archive' }, 'Europe/Berlin', october + 2 * hour);
    expect(slider.getAttribute('aria-valuetext')).toBe('02:30:00\u00A0CET');
    const labels = [...document.querySelectorAll('.wp-ruler b')].map((label) => label.textContent?.replace('\u00A0', ' '));
    expect(labels).toContain('02:29 CET');
  });

  test('requests and draws nothing while out of view', () => {
    const { loadFootage, position, slider } = show();
    const asked = loadFootage.mock.calls.length;
    expect(asked).toBeGreaterThan(0);
    act(() => sight(false));
    act(() => {
      position.value = now - 4 * hour;
      vi.advanceTimersByTime(5000);
    });
    expect(loadFootage).toHaveBeenCalledTimes(asked);
    expect(slider.getAttribute('aria-valuetext')).toBe('12:30:00');
    act(() => sight(true));
    act(() => void vi.advanceTimersByTime(5000));
    expect(slider.getAttribute('aria-valuetext')).toBe('09:00:00');
    expect(loadFootage.mock.calls.length).toBeGreaterThan(asked);
  });

  test('a new camera’s first minutes are wide enough also where they become known late, unless the user has zoomed by then', () => {
    const late = (): readonly [Signal<Footage | null>, () => string | null | undefined] => {
      const recorded = signal<Footage | null>(null);
      show({}, { kind: 'archive' }, 'UTC', now, recorded);
      act(() => void vi.advanceTimersByTime(1500));
      return [recorded, () => document.querySelector('.wp-span')?.textContent];
    };
    const newCamera: Footage = { recordings: [{ from: now - 60_000, to: now }], gaps: [], oldest: now - 60_000, newest: now };
    const [recorded, span] = late();
    expect(span()).toBe('3 h');
    act(() => void (recorded.value = newCamera));
    expect(span()).toBe('10 min');
    act(() => void (recorded.value = footage));
    expect(span()).toBe('10 min');
    cleanup();
    const [other] = late();
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    act(() => void (other.value = newCamera));
    expect(span()).toBe('2 h');
  });

  test('a clip’s ends are separate sliders: a second, ten seconds, a minute, never under a second', () => {
    const onClip = vi.fn();
    const clip = { from: now - hour, to: now - hour + 60_000 };
    show({ clip, onClip });
    fireEvent.keyDown(screen.getByRole('slider', { name: 'End of the clip' }), { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Start of the clip' }), { key: 'PageUp' });
    expect(onClip.mock.calls).toEqual([[{ from: clip.from, to: clip.to + 10_000 }], [{ from: clip.to - 1000, to: clip.to }]]);
    expect(screen.getByText('1:00')).toBeTruthy();
  });

  test('several events at one place show one glyph with a number; choosing it opens the first', () => {
    const onEvent = vi.fn();
    const events = Array.from({ length: 5 }, (_, index) => ({
      id: `e${index}`,
      at: now - 0.5 * hour + index * 30_000,
      shape: 'vehicle' as const,
      isSeen: true,
      label: 'Vehicle',
    }));
    show({ events, onEvent });
    const glyph = (): Element => document.querySelector('.wp-lane-event') ?? document.body;
    const spans = (): string[] => [...document.querySelectorAll('.wp-lane-event')].map((element) => element.textContent ?? '');
    expect(spans()).toEqual(['5']);
    fireEvent.click(glyph());
    expect(onEvent).not.toHaveBeenCalled();
    expect(spans()).toEqual(['', '', '', '', '']);
    fireEvent.click(glyph());
    expect(onEvent.mock.calls[0]?.[0]).toMatchObject({ id: 'e0' });
  });

  test('reports its range once, not on each small move', () => {
    const onRange = vi.fn<NonNullable<TimelineProps['onRange']>>();
    show({ onRange });
    const calls = onRange.mock.calls.length;
    const range = onRange.mock.calls.at(-1)?.[0];
    if (!range) throw new Error('No range was reported.');
    expect(range.to - range.from).toBeLessThanOrEqual(6 * hour);
    expect(range.day.to - range.day.from).toBe(24 * hour);
    const line = document.querySelector('.wp-tl');
    for (let turn = 0; turn < 5; turn += 1) act(() => void line?.dispatchEvent(new WheelEvent('wheel', { deltaX: 2, cancelable: true })));
    expect(onRange.mock.calls.length - calls).toBeLessThanOrEqual(1);
  });
});
