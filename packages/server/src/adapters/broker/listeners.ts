import type { Logger } from '../../kernel/log.ts';
import type { BrokerMessage } from './port.ts';

/** Subscribers within this server to messages from cameras and other servers. */
export interface Listeners {
  add(listener: (message: BrokerMessage) => void): () => void;
  emit(message: BrokerMessage): void;
}

export function createListeners(log: Logger): Listeners {
  const listeners = new Set<(message: BrokerMessage) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (message) => {
      for (const listener of listeners) {
        try {
          listener(message);
        } catch (error) {
          // A failing listener must not affect the others.
          log.warn({ err: error, topic: message.topic }, 'A listener failed to handle a message');
        }
      }
    },
  };
}
