/** Plays one stretch of speech. */
export interface Playing {
  /** Plays a chunk of the recording, as the browser made it; false when the player can't keep up and the chunk is dropped. */
  write(sound: Uint8Array): boolean;
  end(): void;
}

/** The camera's loudspeaker. */
export interface Speaker {
  /**
   * @param mimeType type of the recording that follows, `audio/webm;codecs=opus`
   * @param onProblem called when the player ends by itself, with a message for the operator
   */
  play(mimeType: string, onProblem: (problem: string) => void): Playing;
}

/** Plays the speech of one connection through the camera. */
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
