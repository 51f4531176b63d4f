import type { ClockPort, NetworkPort } from '../../kernel/ports.ts';
import type { PhoneCommand } from './phone-camera-commands.ts';
import { createPhoneControl } from './phone-camera-control.ts';
import { createPhoneLink } from './phone-camera-link.ts';
import type { PhoneCredential } from './phone-camera-store.ts';
import type {
  PhoneBattery,
  PhoneCapture,
  PhoneLinkState,
  PhoneRecording,
  PhoneSample,
  PhoneSocket,
  PhoneTracks,
} from './phone-camera-types.ts';
import { createPhoneUplink } from './phone-camera-uplink.ts';

export interface PhonePublisherOptions {
  readonly baseUrl: string;
  readonly credential: PhoneCredential;
  readonly webSocket: (url: string, protocols: string[]) => PhoneSocket;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  readonly onState: (state: PhoneLinkState) => void;
  /** Ended permanently: the camera was removed, or another tab of this browser has replaced this one. */
  readonly onEnded: (reason: 'refused' | 'replaced') => void;
  /** The server can't decode what this phone sends. */
  readonly onUnreadable: () => void;
  /** Executes an owner's command; null if this phone can't. */
  readonly answer: (command: PhoneCommand, parameters: unknown) => Promise<object | null>;
}

/** Publishes a camera's samples at the rate that the uplink carries. */
export interface PhonePublisher {
  /** Publishes this camera from now on instead of the previous one. */
  show(capture: PhoneCapture): void;
  setBattery(battery: PhoneBattery | null): void;
  close(): void;
}

/** Interval between checks of the uplink, ms. */
const checkIntervalMs = 250;

export function createPhonePublisher({ onState, onEnded, ...options }: PhonePublisherOptions): PhonePublisher {
  const { clock, credential } = options;
  const uplink = createPhoneUplink();
  let recording: PhoneRecording | null = null;
  let tracks: PhoneTracks | null = null;
  let needsKeyFrame = true;
  let cancelLook = (): void => undefined;
  let linkState: PhoneLinkState = 'connecting';

  const restart = (): void => {
    needsKeyFrame = true;
    recording?.requestKeyFrame();
  };
  const link = createPhoneLink({
    ...options,
    token: credential.agentToken,
    onState: (next) => {
      linkState = next;
      recording?.setPaused(next !== 'live');
      if (next === 'live') {
        if (tracks) link.sendTracks(tracks);
        restart();
      }
      onState(next);
    },
    onEnded,
  });
  const control = createPhoneControl(options);

  const send = (sample: PhoneSample): void => {
    if (!link.isLive || !tracks) return;
    if (uplink.isCongested) {
      needsKeyFrame = true;
      return;
    }
    if (sample.kind === 'video') {
      if (needsKeyFrame && !sample.keyFrame) return;
      needsKeyFrame = false;
    } else if (needsKeyFrame) return;
    link.sendSample(sample);
  };
  const look = (): void => {
    cancelLook = clock.after(checkIntervalMs, () => {
      const { bitsPerSecond, isCongested } = uplink;
      if (link.isLive) uplink.observe(clock.monotonic(), link.waiting);
      if (uplink.bitsPerSecond !== bitsPerSecond) recording?.setBitrate(uplink.bitsPerSecond);
      if (isCongested && !uplink.isCongested) restart();
      look();
    });
  };
  look();

  return {
    show: (capture) => {
      tracks = null;
      needsKeyFrame = true;
      const mine = capture.record(
        {
          onTracks: (next) => {
            if (recording !== mine) return;
            tracks = next;
            needsKeyFrame = true;
            link.sendTracks(next);
          },
          onSample: (sample) => recording === mine && send(sample),
        },
        uplink.bitsPerSecond,
      );
      recording = mine;
      mine.setPaused(linkState !== 'live');
      onState(linkState);
    },
    setBattery: control.setBattery,
    close: () => {
      recording = null;
      cancelLook();
      link.close();
      control.close();
    },
  };
}
