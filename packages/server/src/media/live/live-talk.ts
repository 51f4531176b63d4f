import type { AgentLinks, AgentTalk } from '../ingest/index.ts';

/** Who speaks through which camera on one socket. */
export interface LiveTalks {
  /** @returns why not; null when it has begun */
  begin(channel: number, cameraId: string, mimeType: string): 'camera-busy' | 'camera-offline' | null;
  /** A piece of speech; nobody's is dropped. */
  speech(channel: number, sound: Uint8Array): void;
  end(channel: number): boolean;
  /** Where somebody speaks now. */
  channels(): readonly number[];
}

/** Recorders send a few kB at a time; no piece of speech is longer than this, bytes. */
export const maximumSpeech: number = 64 * 1024;

/** @param onEnd the camera ended it: its agent has left */
export function createLiveTalks(links: Pick<AgentLinks, 'get'>, onEnd: (channel: number) => void): LiveTalks {
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
