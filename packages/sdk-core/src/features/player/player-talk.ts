import { encodeTalk } from '@watchpost/contract/protocols/live';
import type { LiveClientMessage } from '@watchpost/contract/protocols/live';
import type { LiveHandlers, LiveSubscription, Talk, TalkHandlers } from './player-types.ts';

/** The part of the connection that speech needs. */
export interface TalkPort {
  subscribe(wants: LiveSubscription, handlers: LiveHandlers): { readonly channel: number; end(): void };
  /** Messages are dropped while the connection is not open. */
  send(message: LiveClientMessage | Uint8Array<ArrayBuffer>): void;
}

/** Pieces buffered until the camera is ready: MediaRecorder produces four or five per second. */
const maxBufferedPieces = 25;

/** One user's speech to one camera, on a channel of its own: a refusal of the speech doesn't affect the picture. */
export function createTalk(
  { cameraId, mimeType }: { readonly cameraId: string; readonly mimeType: string },
  handlers: TalkHandlers,
  port: TalkPort,
): Talk {
  let state: 'asking' | 'speaking' | 'ended' = 'asking';
  let asked = false;
  const early: Uint8Array[] = [];

  const { channel, end } = port.subscribe(
    { cameraId, frames: 'key', audio: false },
    {
      // The channel's first message: now the server knows the channel.
      onState: ask,
      onTracks: ask,
      onTalk: (next) => {
        if (next === 'ended') return finish();
        if (state !== 'asking') return;
        state = 'speaking';
        for (const chunk of early.splice(0)) port.send(encodeTalk(channel, chunk));
        handlers.onStart?.();
      },
      onError(error) {
        if (state === 'ended') return;
        close();
        handlers.onError?.(error);
      },
      // The speech of the meantime is lost, and the recorder's stream can't be resumed in the middle.
      onReconnecting: finish,
    },
  );

  function ask(): void {
    if (asked) return;
    asked = true;
    port.send({ type: 'talk', channel, mimeType });
  }
  function close(): void {
    state = 'ended';
    early.length = 0;
    end();
  }
  function finish(): void {
    if (state === 'ended') return;
    close();
    handlers.onEnd?.();
  }
  return {
    send(chunk) {
      if (state === 'speaking') port.send(encodeTalk(channel, chunk));
      else if (state === 'asking' && early.length < maxBufferedPieces) early.push(chunk);
    },
    end() {
      if (state === 'ended') return;
      port.send({ type: 'talk-end', channel });
      finish();
    },
  };
}
