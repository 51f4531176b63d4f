export { describeFrame } from './phone-camera-description.ts';
export { joinTracks } from './phone-camera-joined-tracks.ts';
export { createPhoneCamera } from './phone-camera-create.ts';
export type { PhoneCameraOptions } from './phone-camera-create.ts';
export { PhoneCameraError } from './phone-camera-error.ts';
export { createMp4Reader } from './phone-camera-mp4.ts';
export { createPhoneOrder } from './phone-camera-order.ts';
export { readPhoneLink } from './phone-camera-registration.ts';
export { createResampler, encodeMuLaw, plainSoundRate } from './phone-camera-sound.ts';
export { createPhoneTimeline } from './phone-camera-timeline.ts';
export type {
  PhoneAbilities,
  PhoneBattery,
  PhoneCamera,
  PhoneCameraState,
  PhoneCapture,
  PhoneDevice,
  PhoneFailure,
  PhoneIdentity,
  PhoneLens,
  PhoneLinkState,
  PhoneNetwork,
  PhoneRecording,
  PhoneRecordingHandlers,
  PhoneSample,
  PhoneSettings,
  PhoneSocket,
  PhoneTracks,
} from './phone-camera-types.ts';
