/** Addresses as makers print them; `192.168.1.10` is to be replaced. */
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
 * Takes what a person typed or pasted apart: a missing scheme is added, and the user and password in an address move
 * into their own fields, where they are not shown on the screen. A password may have an `@` or a `/` in it.
 * @example splitAddress('admin:p@ss@10.0.0.5/stream') // { url: 'rtsp://10.0.0.5/stream', username: 'admin', password: 'p@ss' }
 */
export function splitAddress(text: string): CameraAddress {
  const trimmed = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(trimmed);
  const rest = scheme ? trimmed.slice(scheme[0].length) : trimmed.replace(/^\/+/, '');
  const start = scheme ? scheme[0].toLowerCase() : 'rtsp://';
  // The host cannot have an @; everything before the last one ahead of the path or query is the user's.
  const authority = /^(.*)@([^@/?#]+)(.*)$/.exec(rest);
  if (trimmed === '') return { url: '', username: '', password: '' };
  if (!authority || !isUserInfo(authority[1] ?? '')) return { url: start + rest, username: '', password: '' };
  const [, user = '', host = '', path = ''] = authority;
  const colon = user.indexOf(':');
  return {
    url: start + host + path,
    username: unescape(colon < 0 ? user : user.slice(0, colon)),
    password: unescape(colon < 0 ? '' : user.slice(colon + 1)),
  };
}

/** An `@` in a path or query is not a user: in front of it stands a host with a path. */
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

/** Whether it can be an address of a camera at all; what is behind it only the server finds out. */
export function isCameraAddress(text: string): boolean {
  const { url } = splitAddress(text);
  return /^rtsps?:\/\/[^\s/?#]+/i.test(url) && !/\s/.test(url) && URL.canParse(url);
}
