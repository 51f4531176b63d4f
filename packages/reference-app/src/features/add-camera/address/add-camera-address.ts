/** Addresses as manufacturers print them; users replace `192.168.1.10`. */
export const addressExamples = [
  { maker: 'Hikvision, HiWatch', url: 'rtsp://192.168.1.10:554/Streaming/Channels/101' },
  { maker: 'Dahua, Amcrest', url: 'rtsp://192.168.1.10:554/cam/realmonitor?channel=1&subtype=0' },
  { maker: 'TP-Link Tapo, VIGI', url: 'rtsp://192.168.1.10:554/stream1' },
  { maker: 'Reolink', url: 'rtsp://192.168.1.10:554/h264Preview_01_main' },
  { maker: 'Axis', url: 'rtsp://192.168.1.10:554/axis-media/media.amp' },
] as const;

export interface CameraAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Splits a typed or pasted address: the user name and password move into their own fields,
 * where the password is hidden. A password may contain `@` or `/`.
 * @example splitAddress('admin:p@ss@10.0.0.5/stream') // { url: '10.0.0.5/stream', username: 'admin', password: 'p@ss' }
 */
export function splitAddress(text: string): CameraAddress {
  const trimmed = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed);
  const rest = scheme ? trimmed.slice(scheme[0].length) : trimmed.replace(/^\/+/, '');
  const start = scheme ? scheme[0].toLowerCase() : '';
  // A host cannot contain @, so everything before the last one, ahead of the path or query, is user information.
  const at = [...rest.matchAll(/@(?=[^@/?#])/g)].at(-1)?.index ?? -1;
  const user = rest.slice(0, Math.max(0, at));
  if (trimmed === '') return { url: '', username: '', password: '' };
  if (at < 0 || !isUserInfo(user)) return { url: start + rest, username: '', password: '' };
  const colon = user.indexOf(':');
  return {
    url: start + rest.slice(at + 1),
    username: unescape(colon < 0 ? user : user.slice(0, colon)),
    password: unescape(colon < 0 ? '' : user.slice(colon + 1)),
  };
}

/** Whether a text before `@` is user information. An `@` in a path or query follows a host with a path instead. */
function isUserInfo(text: string): boolean {
  const colon = text.indexOf(':');
  const slash = text.search(/[/?#]/);
  return slash < 0 || (colon >= 0 && colon < slash && !/^\d{1,5}[/?#]/.test(text.slice(colon + 1)));
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a text can be a camera's address; only the server can find out what is there. */
export function isCameraAddress(text: string): boolean {
  const { url } = splitAddress(text);
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `rtsp://${url}`;
  return /^(rtsps?|https?):\/\/[^\s/?#]+/i.test(whole) && !/\s/.test(whole) && URL.canParse(whole);
}
