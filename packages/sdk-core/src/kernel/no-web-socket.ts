import { WatchpostError } from './errors.ts';

/** A retry would change nothing; this error explains what would. */
export function noWebSocket(): WatchpostError {
  const en =
    'There is no WebSocket here, and live video and events need one. Use Node 22 or newer, or pass one: createClient({ webSocket: (url, protocols) => new WebSocket(url, protocols) }).';
  return new WatchpostError('no-websocket', {
    message: en,
    texts: {
      en,
      ru: 'Здесь нет WebSocket, а без него не работают прямой эфир и события. Используйте Node 22 или новее либо передайте свою реализацию: createClient({ webSocket: (url, protocols) => new WebSocket(url, protocols) }).',
    },
  });
}
