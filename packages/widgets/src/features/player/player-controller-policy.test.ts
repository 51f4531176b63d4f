// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { setUp } from './testing/player-stand.ts';

/** What a browser reports when a page's policy refuses something. */
function refuse(effectiveDirective: string, blockedURI: string, disposition = 'enforce'): void {
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI, disposition }));
}
const http = 'https://watchpost.test/public/api/v2/cameras/c1';
const socket = 'wss://watchpost.test/public/api/v3/live';

/** A player whose rest has loaded, before its first picture. */
async function waiting(options: Parameters<typeof setUp>[0] = {}) {
  const parts = await setUp(options);
  await parts.pass(1000);
  const after = async (...refusals: [string, string, string?][]): Promise<unknown[]> => {
    for (const refusal of refusals) refuse(...refusal);
    await parts.settle();
    const { value } = parts.player.state;
    return [parts.current(), value.kind === 'error' ? [value.code, ...(value.policy ?? [])] : value.kind];
  };
  return { ...parts, after };
}

describe('a page whose policy refuses what the player needs', () => {
  test('without media-src blob: WebCodecs draws the live picture, and does so until it is closed', async () => {
    const { after, frame, pass, last, player } = await waiting();
    expect(await after(['media-src', 'blob'])).toEqual([['webcodecs'], 'connecting']);
    last().listener.onPicture();
    await frame();
    expect(player.state.value).toEqual({ kind: 'live' });
    // The best transport is not probed when it can't work.
    await pass(300_000);
    expect(player.transport.value).toBe('webcodecs');
  });

  test('without sockets, it is low-latency HLS; without media-src blob: either, WebRTC', async () => {
    const { after } = await waiting();
    expect(await after(['connect-src', socket])).toEqual([['hls'], 'connecting']);
    expect(await after(['media-src', 'blob'])).toEqual([['webrtc'], 'connecting']);
  });

  test('without the server in connect-src, it says what to add, on the page and by an event, and opens nothing more', async () => {
    const { after, reported, pass, current } = await waiting();
    expect(await after(['connect-src', http], ['connect-src', socket])).toEqual([
      [],
      ['page-policy', 'connect-src https://watchpost.test wss://watchpost.test'],
    ]);
    expect(reported.filter(({ type }) => type === 'error')).toEqual([{ type: 'error', code: 'page-policy' }]);
    await pass(120_000);
    expect(current()).toEqual([]);
  });

  test('the socket’s first refusal may come before anything listens: its next attempt begins with a request', async () => {
    const { after } = await waiting();
    expect(await after(['connect-src', http])).toEqual([['websocket'], 'connecting']);
    expect(await after(['connect-src', 'https://watchpost.test/healthz'])).toEqual([
      [],
      ['page-policy', 'connect-src https://watchpost.test wss://watchpost.test'],
    ]);
  });

  test('the retry of a failed transport is overtaken', async () => {
    const { after, last, current } = await waiting();
    last().listener.onFail('media-error', false);
    expect(current()).toEqual([]);
    expect(await after(['media-src', 'blob'])).toEqual([['webcodecs'], 'connecting']);
  });

  test('a recording needs both', async () => {
    const { after } = await waiting({ time: Date.UTC(2025, 11, 31) });
    expect(await after(['media-src', 'blob'])).toEqual([[], ['page-policy', 'media-src blob:']]);
  });

  test('what it does not need changes nothing: other hosts, images, policies that only report', async () => {
    const { after } = await waiting();
    const refusals: [string, string, string?][] = [
      ['connect-src', 'wss://other.test/live'],
      ['connect-src', 'data'],
      ['img-src', 'blob'],
      ['media-src', 'https://cdn.test/a.mp4'],
      ['media-src', 'blob', 'report'],
    ];
    expect(await after(...refusals)).toEqual([['websocket'], 'connecting']);
  });

  test('a refusal of what is not in use leaves the picture alone', async () => {
    const { after, frame } = await waiting();
    await frame();
    expect(await after(['connect-src', http])).toEqual([['websocket'], 'live']);
  });
});
