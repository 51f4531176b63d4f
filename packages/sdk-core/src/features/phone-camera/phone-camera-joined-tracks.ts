import type { AgentAudioTrack, AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { PhoneRecordingHandlers, PhoneSample } from './phone-camera-types.ts';

interface JoinedTracks {
  onVideoTrack(track: AgentVideoTrack): void;
  onVideo(sample: PhoneSample): void;
  /** @param track what the sample belongs to */
  onAudio(track: AgentAudioTrack, sample: PhoneSample): void;
}

/**
 * Announces a recording's tracks: sound with its first sample, because a microphone may never deliver one, as behind a suspended
 * AudioContext, and receivers would wait for it.
 * @param handlers receives tracks and samples @param requestKeyFrame a receiver begins with one after each announcement
 */
export function joinTracks(handlers: PhoneRecordingHandlers, requestKeyFrame: () => void): JoinedTracks {
  let video: AgentVideoTrack | null = null;
  let audio: AgentAudioTrack | null = null;
  return {
    onVideoTrack: (track) => {
      video = track;
      handlers.onTracks({ video, audio });
    },
    onVideo: handlers.onSample,
    onAudio: (track, sample) => {
      if (audio !== track) {
        audio = track;
        if (video) {
          handlers.onTracks({ video, audio });
          requestKeyFrame();
        }
      }
      handlers.onSample(sample);
    },
  };
}
