/** The MQTT broker of a home or a building, on which other software follows cameras. */
export interface HomeMqttSettings {
  /** `mqtt:` or `mqtts:`, with user name and password if required: never log it. Without a path. */
  readonly url: string;
  /** What all topics begin with. */
  readonly prefix: string;
  /** Where Home Assistant looks for devices; null announces none. */
  readonly discoveryPrefix: string | null;
}

const prefixPattern = /^[\w-]{1,40}(?:\/[\w-]{1,40}){0,4}$/;

/** Whether a text can begin a topic: words and dashes, separated by slashes. */
export function isTopicPrefix(text: string): boolean {
  return prefixPattern.test(text);
}

/** Whether an address is one of a broker, with a path that can begin a topic or none. */
export function isHomeMqttUrl(text: string): boolean {
  if (!/^mqtts?:\/\//.test(text) || /[?#]/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).hostname !== '' && isTopicPrefix(prefixOf(text));
}

/** Reads the settings of the environment, already validated; null without a broker. */
export function readHomeMqtt(url: string | undefined, discoveryPrefix: string): HomeMqttSettings | null {
  if (url === undefined) return null;
  const address = new URL(url);
  address.pathname = '';
  return { url: address.href, prefix: prefixOf(url), discoveryPrefix: discoveryPrefix === 'off' ? null : discoveryPrefix };
}

/**
 * Whether the server's own broker has its topics in the same place: a client that can publish for home automation could then send commands to
 * cameras.
 */
export function isSamePlace(mqttUrl: string | undefined, homeMqttUrl: string | undefined): boolean {
  if (mqttUrl === undefined || homeMqttUrl === undefined) return false;
  // Ports are not compared: a broker often has several.
  return new URL(mqttUrl).hostname === new URL(homeMqttUrl).hostname && prefixOf(mqttUrl) === prefixOf(homeMqttUrl);
}

/** Returns the path; that of a WebSocket belongs to its address. */
function prefixOf(url: string): string {
  const { protocol, pathname } = new URL(url);
  const levels = protocol.startsWith('ws') ? [] : pathname.split('/').filter((level) => level !== '');
  return levels.join('/') || 'watchpost';
}
