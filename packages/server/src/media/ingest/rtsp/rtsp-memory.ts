/** What keeps a camera's session alive, beside receiver reports. */
export type SignOfLife = 'GET_PARAMETER' | 'OPTIONS' | 'SET_PARAMETER';

/** What one session of a camera learns for the next. */
export interface RtspMemory {
  /** Kind of the challenge that accepted the password; null while unknown. */
  login: string | null;
  /** Null for the one that the camera announces. */
  sign: SignOfLife | null;
}

export interface RtspMemories {
  /** Returns the same object for the same camera. @param key its account and address */
  of(key: string): RtspMemory;
}

/** More addresses than a server has cameras. */
const maxMemories = 10_000;

export function createRtspMemory(): RtspMemory {
  return { login: null, sign: null };
}

/** Remembers what cameras taught, until the server ends. */
export function createRtspMemories(): RtspMemories {
  const memories = new Map<string, RtspMemory>();
  return {
    of: (key) => {
      const memory = memories.get(key) ?? createRtspMemory();
      memories.delete(key);
      memories.set(key, memory);
      const [oldest] = memories.keys();
      if (memories.size > maxMemories && oldest !== undefined) memories.delete(oldest);
      return memory;
    },
  };
}
