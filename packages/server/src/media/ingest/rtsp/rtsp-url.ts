import { AppError } from '../../../kernel/app-error.ts';

/** The parts of a camera's address; its credentials never go back into a URL. */
export interface RtspTarget {
  /** The address as sent to the camera, without credentials. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** True for rtsps, RTSP over TLS. */
  readonly isSecure: boolean;
  readonly username: string;
  readonly password: string;
}

export interface RtspAddress {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Parses a camera's address and separates its credentials.
 * @throws {AppError} camera-url-invalid
 */
export function parseRtspUrl({ url: text, username, password }: RtspAddress): RtspTarget {
  // oxlint-disable-next-line no-control-regex -- exactly these must not reach a request line
  if (/[\u0000-\u0020\u007f\\]/.test(text) || text.length > 2048 || !URL.canParse(text)) throw new AppError('camera-url-invalid');
  const url = new URL(text);
  if ((url.protocol !== 'rtsp:' && url.protocol !== 'rtsps:') || url.hostname === '') throw new AppError('camera-url-invalid');
  const isSecure = url.protocol === 'rtsps:';
  const port = url.port === '' ? (isSecure ? 322 : 554) : Number(url.port);
  if (port === 0) throw new AppError('camera-url-invalid');
  const target = {
    host: url.hostname,
    port,
    isSecure,
    username: username || decode(url.username),
    password: password || decode(url.password),
  };
  url.username = '';
  url.password = '';
  url.hash = '';
  return { ...target, url: url.href };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
