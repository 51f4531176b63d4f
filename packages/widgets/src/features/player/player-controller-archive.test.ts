// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { setUp, stands } from './testing/player-stand.ts';

describe('recordings', () => {
  async function recorded() {
    const parts = await setUp();
    await parts.frame();
    const moment = parts.clock.now() - 3_600_000;
    parts.player.seek(moment);
    await parts.settle();
    await parts.frame(moment);
    return { ...parts, moment };
  }

  test('a seek opens the archive once; the archive itself handles speed, pause and frame steps', async () => {
    const { player, last, moment, settle } = await recorded();
    expect(player.state.value).toEqual({ kind: 'archive' });
    player.seek(moment + 5_000);
    player.setSpeed(100);
    expect(player.speed.value).toBe(16);
    player.step(-1);
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'archive' });
    await settle();
    expect(last().calls).toEqual(['start', 'speed 1', `seek ${moment + 5_000}`, 'speed 16']);
  });

  test('a step pauses first; play continues from there', async () => {
    const { player, last, frame } = await recorded();
    player.step(1);
    player.step(-1);
    expect(player.state.value).toEqual({ kind: 'paused', mode: 'archive' });
    player.play();
    await frame();
    expect(last().calls).toEqual(['start', 'speed 1', 'pause', 'step 1', 'step -1', 'resume']);
    expect(player.state.value).toEqual({ kind: 'archive' });
  });

  test('a moment in a gap: the player waits there and shows the reason; play continues after it', async () => {
    const { player, last, reported, moment } = await recorded();
    player.seek(moment - 60_000);
    const gap = { from: moment - 90_000, to: moment - 30_000, reason: 'offline' } as const;
    last().listener.onEvent({ type: 'in-gap', gap });
    expect(player.gap.value).toEqual(gap);
    expect(player.state.value).toEqual({ kind: 'paused', mode: 'archive' });
    expect(reported.at(-1)).toEqual({ type: 'gap', from: gap.from, to: gap.to });
    player.play();
    expect(player.gap.value).toBeNull();
    expect(last().calls.at(-1)).toBe(`seek ${gap.to}`);
  });

  test('a picture that is overdue is sought where the recording has got to, not in the hole before it', async () => {
    const { player, last, moment, pass } = await recorded();
    player.seek(moment + 60_000);
    // The browser has no frames at this moment: playback has gone on behind the hole.
    last().at = moment + 64_000;
    await pass(4_000);
    expect(last().calls.at(-1)).toBe(`seek ${moment + 64_000}`);
  });

  test('playback that reaches now becomes live, at normal speed', async () => {
    const { player, last, settle, current } = await recorded();
    player.setSpeed(4);
    last().listener.onEvent({ type: 'caught-up' });
    await settle();
    expect(current()).toEqual(['websocket']);
    expect([player.state.value.kind, player.speed.value]).toEqual(['connecting', 1]);
    player.setSpeed(2);
    expect(player.speed.value).toBe(1);
  });
});

describe('a step back from live', () => {
  async function watched() {
    const parts = await setUp();
    const newest = parts.clock.now() - 1_000;
    parts.server.footage = { recordings: [{ from: newest - 60_000, to: newest }], gaps: [], oldest: newest - 60_000, newest };
    await parts.frame();
    parts.player.step(-1);
    return { ...parts, newest };
  }

  test('shows the newest recorded frame, and stands there', async () => {
    const { player, last, settle, frame, newest } = await watched();
    await settle();
    await frame(newest - 100);
    expect([last().name, last().calls.at(-1), player.state.value]).toEqual(['archive', 'pause', { kind: 'paused', mode: 'archive' }]);
  });

  test('play, pressed before it has been found, wins', async () => {
    const { player, settle, frame, current } = await watched();
    player.play();
    await settle();
    await frame();
    expect([current(), player.state.value]).toEqual([['websocket'], { kind: 'live' }]);
  });

  test('another moment, requested before it is shown, is played', async () => {
    const { player, last, settle, frame, newest } = await watched();
    await settle();
    player.seek(newest - 50_000);
    await frame(newest - 50_000);
    expect([last().name, player.state.value]).toEqual(['archive', { kind: 'archive' }]);
    expect(last().calls).not.toContain('pause');
  });

  test('pressed twice, it is looked for twice and opened once', async () => {
    const { player, settle, current } = await watched();
    player.step(-1);
    await settle();
    expect([current(), stands.filter(({ name }) => name === 'archive')]).toMatchObject([['archive'], [{ isStopped: false }]]);
  });
});
