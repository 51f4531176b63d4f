import { zoneMark } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { createControlMessages } from '../../../../i18n/control-messages.ts';
import type { PlayerErrorCode, PlayerState } from '../../engine/player-state.ts';
import { stateText } from './state-text.ts';
import type { Situation, StateText } from './state-text.ts';

const now = Date.UTC(2026, 10, 21, 11, 30);
const minute = 60_000;
/** The text names the zone when the test machine is in another one. */
const zone = zoneMark(now, { locale: 'en', timeZone: 'Europe/Moscow' });

function text(state: PlayerState, more: Partial<Situation> & { readonly locale?: 'en' | 'ru' } = {}): StateText | null {
  const { locale = 'en', ...rest } = more;
  return stateText({
    state,
    gap: null,
    hasArchive: true,
    isPhone: false,
    now,
    format: { locale, timeZone: 'Europe/Moscow' },
    t: createControlMessages(() => locale),
    ...rest,
  });
}
const failed = (code: PlayerErrorCode, more?: Parameters<typeof text>[1]): StateText | null =>
  text({ kind: 'error', mode: 'live', code }, more);

describe('text over the picture', () => {
  test('nothing while a picture is shown', () => {
    for (const state of [
      { kind: 'live' },
      { kind: 'archive' },
      { kind: 'connecting', mode: 'live' },
      { kind: 'paused', mode: 'archive' },
    ] as const)
      expect(text(state)).toBeNull();
  });

  test('offline: the specified text, the time in the camera’s zone, and a button for the last recording', () => {
    const since = now - 32 * minute;
    expect(text({ kind: 'offline', since })).toMatchObject({
      title: 'Camera is unavailable',
      details: [`Offline since 13:58${zone}`, 'It may have lost power or its network.'],
      actions: [{ kind: 'go', to: since - 10_000, label: 'Last recording' }],
    });
    expect(text({ kind: 'offline', since: now - 30 * 60 * minute })?.details[0]).toBe(`Offline since 20 November, 08:30${zone}`);
    expect(text({ kind: 'offline', since }, { isPhone: true, hasArchive: false })).toMatchObject({
      details: [`Offline since 13:58${zone}`, 'The phone may be out of battery or offline.'],
      actions: [],
    });
    expect(text({ kind: 'offline', since }, { locale: 'ru' })).toMatchObject({
      title: 'Камера недоступна',
      details: [`Не в сети с 13:58${zone}`, 'Возможно, пропало питание или сеть.'],
    });
  });

  test('no access to the archive: the specified text, whom to ask, and a button for live', () => {
    expect(failed('no-archive-access')).toMatchObject({
      title: 'No access to the archive',
      details: ['Ask the camera’s owner for access.'],
      actions: [{ kind: 'go', to: 'live', label: 'Go to live' }],
    });
  });

  test('access that ended, is closed or is full is explained, with whom to ask or when it goes on', () => {
    expect(failed('no-archive-access', { sharedBy: 'anna@example.com' })?.details).toEqual(['Ask anna@example.com for access.']);
    expect(failed('access-ended', { sharedBy: 'anna@example.com' })).toEqual({
      icon: 'lock',
      title: 'Your access has ended',
      details: ['To watch again, ask anna@example.com.'],
      actions: [],
    });
    expect(failed('access-ended', { locale: 'ru' })?.details).toEqual(['Чтобы смотреть снова, обратитесь к тому, кто поделился камерой.']);
    const opensAt = Date.UTC(2026, 10, 22, 5);
    expect(failed('access-outside-hours', { opensAt })).toEqual({
      icon: 'clock',
      title: 'Open to you at certain hours only',
      details: [`Opens: 22 November, 08:00${zone}.`, 'The video then starts by itself.'],
      actions: [],
    });
    expect(failed('viewer-limit-reached')).toMatchObject({ icon: 'users', actions: [{ kind: 'try-again', label: 'Try again' }] });
  });

  test.each(['network', 'not-found', 'unauthorized', 'session-expired', 'origin-forbidden', 'internal-error', 'media-error'] as const)(
    '%s: a loading error, why, and Try again',
    (code) => {
      const shown = failed(code);
      expect(shown).toMatchObject({ title: 'Camera loading error', actions: [{ kind: 'try-again', label: 'Try again' }] });
      expect(shown?.details[0]).toMatch(/\.$/);
    },
  );

  test('an unplayable format: explains the cause', () => {
    expect(failed('codec-unsupported-here')?.details).toEqual([
      'This browser can’t play the camera’s video format. Try another browser, or low quality.',
    ]);
    expect(failed('camera-codec-unsupported')?.details).toEqual([
      'The camera’s video format is not supported. Switch the camera to H.264.',
    ]);
    expect(failed('codec-unsupported-here')?.actions.map(({ kind }) => kind)).toEqual(['low-quality', 'try-again']);
    expect(failed('forbidden')?.title).toBe('No permission');
  });

  test('a recording that this browser can’t play: it has no other quality, but live is transcoded', () => {
    expect(text({ kind: 'error', mode: 'archive', code: 'codec-unsupported-here' })).toEqual({
      icon: 'alert',
      title: 'This video can’t be played here',
      details: [
        'This browser can’t play this recording’s video format. Open it in another browser, or switch the camera to H.264 for future recordings.',
      ],
      actions: [{ kind: 'go', to: 'live', label: 'Go to live' }],
    });
  });

  test('a browser that cannot show any video: says so calmly, and offers no attempt that can’t succeed', () => {
    expect(failed('browser-unsupported')).toEqual({
      icon: 'alert',
      title: 'This video can’t be played here',
      details: ['This browser can’t show video from cameras here. Update it, or use another one.'],
      actions: [],
    });
  });

  test('a page whose policy forbids the video: names what to add, and offers no attempt that can’t succeed', () => {
    const policy = ['media-src blob:', 'connect-src https://cams.example wss://cams.example'];
    expect(text({ kind: 'error', mode: 'live', code: 'page-policy', policy })).toMatchObject({
      title: 'This video can’t be played here',
      details: ['This page’s Content Security Policy forbids it. Its owner has to add:', ...policy],
      actions: [],
    });
  });

  test.each([
    ['offline', 'The camera was offline'],
    ['recording-off', 'Recording was off'],
    ['no-plan', 'The plan had no archive'],
    ['disk', 'The disk was full'],
    ['no-motion', 'There was no motion'],
    ['deleted', 'The recording was deleted'],
    ['missing', 'The recording is not on the server'],
    ['node-away', 'The recording is on another server'],
    ['unknown', 'No recording'],
  ] as const)('a gap by %s says so, and leads on', (reason, title) => {
    const gap = { from: now - 40 * minute, to: now - 20 * minute, reason };
    expect(text({ kind: 'paused', mode: 'archive' }, { gap })).toMatchObject({
      title,
      details: [`13:50 – 14:10${zone}`],
      actions: [
        { kind: 'go', to: gap.to, label: `Next recording: 14:10${zone}` },
        { kind: 'go', to: 'live' },
      ],
    });
  });

  test('a gap that is not over only offers live', () => {
    const gap = { from: now - 40 * minute, to: now, reason: 'recording-off' } as const;
    expect(text({ kind: 'archive' }, { gap })).toMatchObject({ details: [`13:50${zone} – …`], actions: [{ kind: 'go', to: 'live' }] });
    // The user went to live: the gap is no longer shown.
    expect(text({ kind: 'live' }, { gap })).toBeNull();
  });
});
