import type { Logger } from '../../kernel/log.ts';
import type { BrokerMessage } from './port.ts';

/** Who in this server hears what cameras and other servers publish. */
export interface Listeners {
  add(listener: (message: BrokerMessage) => void): () => void;
  tell(message: BrokerMessage): void;
}

export function createListeners(log: Logger): Listeners {
  const listeners = new Set<(message: BrokerMessage) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (message) => {
      for (const listener of listeners) {
        try {
          listener(message);
        } catch (error) {
          // What somebody publishes never harms the others.
          log.warn({ err: error, topic: message.topic }, 'A message could not be taken in');
        }
      }
    },
  };
}
