import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { PhoneSample } from '../../features/phone-camera/index.ts';

export interface PhoneVideoHandlers {
  onTrack(track: AgentVideoTrack): void;
  onSample(sample: PhoneSample): void;
  onFailed(): void;
}

/** Encodes the camera's frames. */
export interface PhonePicture {
  setBitrate(bitsPerSecond: number): void;
  requestKeyFrame(): void;
  setPaused(isPaused: boolean): void;
  close(): void;
}
