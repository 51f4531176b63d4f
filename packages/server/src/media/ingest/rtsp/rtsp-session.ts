import { AppError } from '../../../kernel/app-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { RtspAnswer, RtspConnection } from './rtsp-connection.ts';
import { openUdpPorts, type UdpPorts } from './rtsp-udp.ts';
import { parseSdp, type Sdp, type SdpMedia } from './sdp.ts';

/** What the camera offers, and where its tracks are controlled. */
export interface Description {
  readonly sdp: Sdp;
  readonly baseUrl: string;
  /** The camera takes GET_PARAMETER as a sign of life. */
  readonly knowsGetParameter: boolean;
}

/** @throws {AppError} camera-wrong-password, camera-stream-not-found, camera-not-rtsp … */
export async function describe(connection: RtspConnection, url: string): Promise<Description> {
  const options = await connection.request('OPTIONS', url);
  const answer = await connection.request('DESCRIBE', url, { Accept: 'application/sdp' });
  expectOk(answer, 'DESCRIBE');
  const base = answer.headers.get('content-base')?.[0] ?? answer.headers.get('content-location')?.[0];
  const sdp = parseSdp(Buffer.from(answer.body).toString('utf8'));
  const baseUrl = safeUri(base, url);
  return { sdp, baseUrl, knowsGetParameter: /\bGET_PARAMETER\b/i.test(options.headers.get('public')?.join() ?? '') };
}

export interface PlayingTrack {
  readonly media: SdpMedia;
  readonly channel: number;
}

export interface Playing {
  readonly tracks: readonly PlayingTrack[];
  /** Stops the signs of life and says good-bye. */
  stop(): void;
}

export interface PlayOptions {
  readonly connection: RtspConnection;
  readonly description: Description;
  readonly wanted: readonly SdpMedia[];
  readonly clock: Clock;
  /** What comes by UDP, for cameras that refuse TCP; the channel is as over TCP. */
  readonly onPacket: (channel: number, data: Buffer) => void;
}

/** Sets the tracks up over the same connection, or by UDP where the camera refuses that, and lets them play. @throws {AppError} */
export async function play(options: PlayOptions): Promise<Playing> {
  const ports: UdpPorts[] = [];
  try {
    return await setUp(options, ports);
  } catch (error) {
    for (const pair of ports) pair.close();
    throw error;
  }
}

const unsupportedTransport = 461;

async function setUp({ connection, description: { sdp, baseUrl, knowsGetParameter }, wanted, clock, onPacket }: PlayOptions, ports: UdpPorts[]): Promise<Playing> {
  const tracks: PlayingTrack[] = [];
  let session = '';
  let timeout = 60;
  let isUdp = false;
  for (const [index, media] of wanted.entries()) {
    const ask = (transport: string): Promise<RtspAnswer> => connection.request('SETUP', resolveControl(baseUrl, media.control), { Transport: transport, ...(session !== '' && { Session: session }) });
    let answer = isUdp ? null : await ask(`RTP/AVP/TCP;unicast;interleaved=${index * 2}-${index * 2 + 1}`);
    if (!answer || (answer.status === unsupportedTransport && index === 0)) {
      isUdp = true;
      const pair = await openUdpPorts(connection.address, (data) => onPacket(index * 2, data));
      ports.push(pair);
      answer = await ask(`RTP/AVP;unicast;client_port=${pair.port}-${pair.port + 1}`);
      const [, first, second] = /server_port=(\d{1,5})-(\d{1,5})/i.exec(answer.headers.get('transport')?.[0] ?? '') ?? [];
      if (first !== undefined && second !== undefined) pair.open([Number(first), Number(second)]);
    }
    // Without sound rather than not at all.
    if (answer.status >= 300 && index > 0) continue;
    expectOk(answer, 'SETUP');
    const header = answer.headers.get('session')?.[0] ?? session;
    session = header.split(';', 1)[0]?.trim() ?? '';
    timeout = Number(/timeout=(\d{1,5})/i.exec(header)?.[1] ?? timeout);
    const channel = /interleaved=(\d{1,3})/i.exec(answer.headers.get('transport')?.[0] ?? '')?.[1];
    tracks.push({ media, channel: channel === undefined ? index * 2 : Number(channel) });
  }
  const controlUrl = resolveControl(baseUrl, sdp.control);
  const headers = session === '' ? {} : { Session: session };
  expectOk(await connection.request('PLAY', controlUrl, { ...headers, Range: 'npt=0.000-' }), 'PLAY');

  const interval = Math.max(2, Math.min(30, timeout / 2)) * 1000;
  // What comes back does not matter: the frames themselves show whether the camera lives.
  const cancel = clock.every(interval, () => void connection.request(knowsGetParameter ? 'GET_PARAMETER' : 'OPTIONS', controlUrl, headers).catch(() => undefined));
  return {
    tracks,
    stop: () => {
      cancel();
      for (const pair of ports) pair.close();
      connection.send('TEARDOWN', controlUrl, headers);
    },
  };
}

function expectOk({ status }: RtspAnswer, method: string): void {
  if (status >= 200 && status < 300) return;
  const message = `The camera answered ${status} to ${method}.`;
  if (status === 401 || status === 403) throw new AppError('camera-wrong-password', { message });
  if (status === unsupportedTransport) throw new AppError('camera-codec-unsupported', { message });
  if (status === 503 || status === 453) throw new AppError('camera-no-video', { message });
  // A redirect (3xx) is never followed: it could lead anywhere.
  throw new AppError('camera-stream-not-found', { message });
}

/** An address that the camera names is only ever sent back to it; it must not break the request line. */
function safeUri(uri: string | undefined, fallback: string): string {
  return uri !== undefined && /^rtsps?:\/\/[\u0021-\u007e]{1,2000}$/i.test(uri) && !uri.includes('@') ? uri : fallback;
}

function resolveControl(base: string, control: string | null): string {
  if (control === null || control === '' || control === '*') return base;
  if (/^rtsps?:/i.test(control)) return safeUri(control, base);
  if (!/^[\u0021-\u007e]{1,1000}$/.test(control)) return base;
  if (control.startsWith('?')) return base + control;
  return base.endsWith('/') ? base + control.replace(/^\//, '') : `${base}/${control.replace(/^\//, '')}`;
}
