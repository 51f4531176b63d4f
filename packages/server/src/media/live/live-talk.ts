import type { AgentLink, AgentTalk } from '../ingest/index.ts';

/** Finds the speaker of a camera, here or at another node. */
export interface SpeakerLinks {
  get(cameraId: string): Pick<AgentLink, 'capabilities' | 'talk'> | null;
}

/** Tracks which viewers speak through which cameras on one socket. */
export interface LiveTalks {
  /**
   * Starts talking through a camera.
   * @returns the reason for a refusal; null when talking has begun
   */
  begin(channel: number, cameraId: string, mimeType: string): 'camera-busy' | 'camera-offline' | null;
  /** Sends a piece of speech; drops it when the channel does not talk. */
  speech(channel: number, sound: Uint8Array): void;
  end(channel: number): boolean;
  /** Channels that currently talk. */
  channels(): readonly number[];
}

/** Recorders send a few kB at a time; a longer piece of speech is rejected. */
export const maxSpeechBytes: number = 64 * 1024;

/**
 * Creates the talks of one socket.
 * @param onEnd called when the camera's agent has disconnected
 */
export function createLiveTalks(links: SpeakerLinks, onEnd: (channel: number) => void): LiveTalks {
  const talks = new Map<number, AgentTalk>();
  return {
    begin: (channel, cameraId, mimeType) => {
      if (talks.has(channel)) return 'camera-busy';
      const link = links.get(cameraId);
      if (!link?.capabilities.speaker) return 'camera-offline';
      const talk = link.talk(mimeType, () => {
        if (talks.delete(channel)) onEnd(channel);
      });
      if (!talk) return 'camera-busy';
      talks.set(channel, talk);
      return null;
    },
    speech: (channel, sound) => talks.get(channel)?.send(sound),
    end: (channel) => {
      talks.get(channel)?.end();
      return talks.delete(channel);
    },
    channels: () => [...talks.keys()],
  };
}
