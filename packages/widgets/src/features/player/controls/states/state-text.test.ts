import { describe, expect, test } from 'vitest';
import { createControlMessages } from '../../../../i18n/control-messages.ts';
import type { PlayerErrorCode, PlayerState } from '../../engine/player-state.ts';
import { stateText } from './state-text.ts';
import type { Situation, StateText } from './state-text.ts';

const now = Date.UTC(2026, 10, 21, 11, 30);
const minute = 60_000;

function text(state: PlayerState, more: Partial<Situation> & { readonly locale?: 'en' | 'ru' } = {}): StateText | null {
  const { locale = 'en', ...rest } = more;
  return stateText({ state, gap: null, hasArchive: true, isPhone: false, now, format: { locale, timeZone: 'Europe/Moscow' }, t: createControlMessages(() => locale), ...rest });
}
const failed = (code: PlayerErrorCode, more?: Parameters<typeof text>[1]): StateText | null => text({ kind: 'error', mode: 'live', code }, more);

describe('what stands over the picture', () => {
  test('nothing while there is one', () => {
    for (const state of [{ kind: 'live' }, { kind: 'archive' }, { kind: 'connecting', mode: 'live' }, { kind: 'paused', mode: 'archive' }] as const) expect(text(state)).toBeNull();
  });

  test('offline: the specification’s words, since when by the camera’s clock, and the way to its last recording', () => {
    const since = now - 32 * minute;
    expect(text({ kind: 'offline', since })).toMatchObject({ title: 'Camera is unavailable', details: ['Offline since 13:58', 'It may have no power or no network.'], actions: [{ kind: 'go', to: since - 10_000, label: 'Last recording' }] });
    expect(text({ kind: 'offline', since: now - 30 * 60 * minute })?.details[0]).toBe('Offline since November 20, 08:30');
    expect(text({ kind: 'offline', since }, { isPhone: true, hasArchive: false })).toMatchObject({ details: ['Offline since 13:58', 'The phone may be discharged or have lost its connection.'], actions: [] });
    expect(text({ kind: 'offline', since }, { locale: 'ru' })).toMatchObject({ title: 'Камера недоступна', details: ['Не в сети с 13:58', 'Возможно, у неё нет питания или сети.'] });
  });

  test('no access to the archive: the specification’s words, whom to ask, and the way to live', () => {
    expect(failed('no-archive-access')).toMatchObject({ title: 'No access to the archive', details: ['Ask the owner of the camera for it.'], actions: [{ kind: 'go', to: 'live', label: 'Go to live' }] });
  });

  test.each(['network', 'not-found', 'unauthorized', 'session-expired', 'origin-forbidden', 'internal-error', 'media-error'] as const)('%s: a loading error, why, and Try again', (code) => {
    const shown = failed(code);
    expect(shown).toMatchObject({ title: 'Camera loading error', actions: [{ kind: 'try-again', label: 'Try again' }] });
    expect(shown?.details[0]).toMatch(/\.$/);
  });

  test('a format that can’t be played says where the reason lies', () => {
    expect(failed('codec-unsupported-here')?.details).toEqual(['This browser can’t play the camera’s video format. Try another browser, or the low quality.']);
    expect(failed('camera-codec-unsupported')?.details).toEqual(['The camera sends a video format that can’t be played. Switch the camera to H.264.']);
    expect(failed('codec-unsupported-here')?.actions.map(({ kind }) => kind)).toEqual(['low-quality', 'try-again']);
    expect(failed('forbidden')?.title).toBe('No permission');
  });

  test.each([['offline', 'The camera was offline'], ['recording-off', 'Recording was switched off'], ['no-plan', 'There was no plan with an archive'], ['disk', 'The disk was full'], ['no-motion', 'Nothing moved'], ['deleted', 'The recording was deleted'], ['unknown', 'No recording']] as const)('a gap by %s says so, and leads on', (reason, title) => {
    const gap = { from: now - 40 * minute, to: now - 20 * minute, reason };
    expect(text({ kind: 'paused', mode: 'archive' }, { gap })).toMatchObject({ title, details: ['13:50 – 14:10'], actions: [{ kind: 'go', to: gap.to, label: 'Next recording, 14:10' }, { kind: 'go', to: 'live' }] });
  });

  test('after a gap that is not over there is only now', () => {
    const gap = { from: now - 40 * minute, to: now, reason: 'recording-off' } as const;
    expect(text({ kind: 'archive' }, { gap })).toMatchObject({ details: ['13:50 – …'], actions: [{ kind: 'go', to: 'live' }] });
    // Somebody went to live: the gap is not what is shown.
    expect(text({ kind: 'live' }, { gap })).toBeNull();
  });
});
