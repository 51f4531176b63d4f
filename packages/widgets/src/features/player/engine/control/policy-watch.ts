import type { PlayerCore } from '../player-core.ts';
import { modeOf } from '../player-state.ts';
import type { TransportName } from '../transport.ts';

/** Follows what the page's Content Security Policy refuses the player: a policy does not change, so a retry can't help. */
export interface PolicyWatch {
  /** Whether a transport may work, as far as is known. */
  allows(name: TransportName): boolean;
  /** Whether the video element may play what the page itself makes: MediaSource. */
  allowsMedia(): boolean;
  /** Ends playback with what the policy lacks; false if it has refused nothing. */
  fail(): boolean;
}

/** @param onRefused something was refused that this player needs */
export function createPolicyWatch(core: PlayerCore, onRefused: () => void): PolicyWatch {
  const { options, signals, life } = core;
  const server = new URL(options.client.player.livePlaylistUrl(options.cameraId), location.href);
  const refused = { media: false, http: false, socket: false };
  const uses: Readonly<Record<TransportName, readonly (keyof typeof refused)[]>> = {
    websocket: ['socket', 'media'],
    webcodecs: ['socket'],
    webrtc: ['http'],
    hls: ['http', 'media'],
    archive: ['http', 'media'],
  };

  document.addEventListener(
    'securitypolicyviolation',
    ({ disposition, effectiveDirective, blockedURI }) => {
      if (disposition !== 'enforce') return;
      if (effectiveDirective === 'media-src' && blockedURI.startsWith('blob')) refused.media = true;
      else if (effectiveDirective !== 'connect-src') return;
      else {
        const url = URL.canParse(blockedURI) ? new URL(blockedURI) : null;
        if (url?.host !== server.host) return;
        const isSocket = url.protocol.startsWith('ws');
        refused.http ||= !isSocket;
        // Before it opens again, the socket asks this: without it, it never does.
        refused.socket ||= isSocket || url.pathname.endsWith('/healthz');
      }
      onRefused();
    },
    { signal: life },
  );

  /** As the policy would have to say it. */
  function lacks(): string[] {
    const origins = [...(refused.http ? [server.origin] : []), ...(refused.socket ? [server.origin.replace('http', 'ws')] : [])];
    return [...(refused.media ? ['media-src blob:'] : []), ...(origins.length > 0 ? [`connect-src ${origins.join(' ')}`] : [])];
  }
  return {
    allowsMedia: () => !refused.media,
    allows: (name) => !uses[name].some((what) => refused[what]),
    fail() {
      const policy = lacks();
      if (policy.length === 0) return false;
      const mode = modeOf(signals.state.value);
      core.report({ type: 'error', code: 'page-policy' });
      core.close();
      signals.state.value = { kind: 'error', mode, code: 'page-policy', policy };
      return true;
    },
  };
}
