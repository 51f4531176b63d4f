import type { HomeBrokerMessage } from './port.ts';

/** Messages that wait for the broker, in order. */
export interface MessageQueue {
  /** Adds a message; a retained one replaces an older one of its topic. Returns how many were dropped to make room: 0 or 1. */
  add(message: HomeBrokerMessage): number;
  take(): HomeBrokerMessage | null;
  readonly size: () => number;
  /** Empties the queue. Returns how many messages were lost for good: those that no state replaces. */
  clear(): number;
}

/**
 * Creates a queue.
 * @param maxMessages from here on, each message that is not retained replaces the oldest of its kind. Retained ones are bounded by the
 *   number of their topics
 */
export function createMessageQueue(maxMessages: number): MessageQueue {
  const messages = new Map<string, HomeBrokerMessage>();
  let sequence = 0;
  const dropOldest = (): number => {
    for (const [key, { isRetained }] of messages) if (!isRetained) return messages.delete(key) ? 1 : 0;
    return 0;
  };
  return {
    add: (message) => {
      // A topic has no space at its start.
      const key = message.isRetained ? message.topic : ` ${(sequence += 1)}`;
      messages.delete(key);
      messages.set(key, message);
      return messages.size > maxMessages ? dropOldest() : 0;
    },
    take: () => {
      const [first] = messages;
      if (!first) return null;
      messages.delete(first[0]);
      return first[1];
    },
    size: () => messages.size,
    clear: () => {
      const lost = [...messages.values()].filter(({ isRetained }) => !isRetained).length;
      messages.clear();
      return lost;
    },
  };
}
