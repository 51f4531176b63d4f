/** Plays one stretch of speech. */
export interface Playing {
  /** A piece of the recording, as the browser made it; false when it can't keep up, and the piece is lost. */
  write(sound: Uint8Array): boolean;
  end(): void;
}

/** The camera's loudspeaker. */
export interface Speaker {
  /**
   * @param mimeType of the recording that follows, `audio/webm;codecs=opus`
   * @param onProblem the player ended by itself; told in words for the person who started the agent
   */
  play(mimeType: string, onProblem: (problem: string) => void): Playing;
}

/** What is said through the camera of one connection. */
export interface Speech {
  begin(mimeType: string): void;
  hear(sound: Uint8Array): void;
  end(): void;
}

export function createSpeech(speaker: Speaker | undefined, onProblem: (problem: string) => void): Speech {
  let playing: Playing | null = null;
  const end = (): void => {
    playing?.end();
    playing = null;
  };
  return {
    begin: (mimeType) => {
      end();
      playing = speaker?.play(mimeType, onProblem) ?? null;
    },
    hear: (sound) => void playing?.write(sound),
    end,
  };
}
