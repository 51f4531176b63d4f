import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import type { RtspAnswer, RtspConnection } from './rtsp-connection.ts';
import { openUdpPorts, type UdpPorts } from './rtsp-udp.ts';
import { parseSdp, type Sdp, type SdpMedia } from './sdp.ts';

/** The camera's SDP, and where its tracks are controlled. */
export interface Description {
  readonly sdp: Sdp;
  readonly baseUrl: string;
  /** The camera accepts GET_PARAMETER as keep-alive. */
  readonly knowsGetParameter: boolean;
}

/**
 * Requests the camera's description.
 * @throws {AppError} camera-wrong-password, camera-stream-not-found, camera-not-rtsp …
 */
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
  /** Channel of the track's packets; its reports use the next one. */
  readonly channel: number;
  sendReport(data: Buffer): void;
}

export interface Playing {
  readonly tracks: readonly PlayingTrack[];
  /** Stops the keep-alive and sends TEARDOWN. */
  stop(): void;
}

export interface PlayOptions {
  readonly connection: RtspConnection;
  readonly description: Description;
  readonly wanted: readonly SdpMedia[];
  readonly clock: Clock;
  /** Receives packets over UDP from cameras that refuse TCP, with the channel that they would have over TCP. */
  readonly onPacket: (channel: number, data: Buffer) => void;
}

/**
 * Sets the tracks up over the same connection, or over UDP where the camera refuses that, and starts playback.
 * @throws {AppError}
 */
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
/** Statuses of a refused transport: 461, or 400 from cameras that know neither the transport nor its status. */
const refusesTransport: ReadonlySet<number> = new Set([400, unsupportedTransport]);

interface TrackAnswer {
  readonly answer: RtspAnswer;
  /** Null when the track uses the connection. */
  readonly pair: UdpPorts | null;
}

async function setUp(
  { connection, description: { sdp, baseUrl, knowsGetParameter }, wanted, clock, onPacket }: PlayOptions,
  ports: UdpPorts[],
): Promise<Playing> {
  const tracks: PlayingTrack[] = [];
  let session = '';
  let timeout = 60;
  const ask = (media: SdpMedia, transport: string): Promise<RtspAnswer> =>
    connection.request('SETUP', resolveControl(baseUrl, media.control), {
      Transport: transport,
      ...(session !== '' && { Session: session }),
    });
  const askForTcp = async (media: SdpMedia, channel: number): Promise<TrackAnswer> => ({
    answer: await ask(media, `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`),
    pair: null,
  });
  const askForUdp = async (media: SdpMedia, channel: number): Promise<TrackAnswer> => {
    const pair = await openUdpPorts(connection.address, {
      onPacket: (data) => onPacket(channel, data),
      onReport: (data) => onPacket(channel + 1, data),
    });
    ports.push(pair);
    const answer = await ask(media, `RTP/AVP;unicast;client_port=${pair.port}-${pair.port + 1}`);
    const cameraPorts = readServerPorts(answer.headers.get('transport')?.[0] ?? '');
    if (cameraPorts) pair.open(cameraPorts);
    return { answer, pair };
  };
  let isUdp = false;
  for (const [index, media] of wanted.entries()) {
    let track = isUdp ? await askForUdp(media, index * 2) : await askForTcp(media, index * 2);
    if (index === 0 && refusesTransport.has(track.answer.status)) {
      const overTcp = track.answer.status;
      isUdp = true;
      track = await askForUdp(media, 0);
      if (refusesTransport.has(track.answer.status)) throw refusesBoth(overTcp, track.answer.status, media);
    }
    const { answer, pair } = track;
    // Video without audio is better than nothing.
    if (answer.status >= 300 && index > 0) continue;
    expectOk(answer, 'SETUP');
    const header = answer.headers.get('session')?.[0] ?? session;
    session = header.split(';', 1)[0]?.trim() ?? '';
    timeout = Number(/timeout=(\d{1,5})/i.exec(header)?.[1] ?? timeout);
    const channel = Number(/interleaved=(\d{1,3})/i.exec(answer.headers.get('transport')?.[0] ?? '')?.[1] ?? index * 2);
    tracks.push({ media, channel, sendReport: pair?.sendReport ?? ((data) => connection.sendFrame(channel + 1, data)) });
  }
  const controlUrl = resolveControl(baseUrl, sdp.control);
  const headers = session === '' ? {} : { Session: session };
  expectOk(await connection.request('PLAY', controlUrl, { ...headers, Range: 'npt=0.000-' }), 'PLAY');

  const interval = Math.max(2, Math.min(30, timeout / 2)) * 1000;
  // The answer does not matter: the frames themselves show whether the camera is alive.
  const cancel = callEvery(
    clock,
    interval,
    () => void connection.request(knowsGetParameter ? 'GET_PARAMETER' : 'OPTIONS', controlUrl, headers).catch(() => undefined),
  );
  return {
    tracks,
    stop: () => {
      cancel();
      for (const pair of ports) pair.close();
      connection.send('TEARDOWN', controlUrl, headers);
    },
  };
}

/**
 * Returns the UDP ports that the camera sends from; null when it names none.
 * @throws {AppError} camera-no-video for impossible ports
 */
function readServerPorts(transport: string): readonly [number, number] | null {
  const [, ...named] = /server_port=(\d{1,20})-(\d{1,20})/i.exec(transport) ?? [];
  const [media, reports] = named.map(Number);
  if (media === undefined || reports === undefined) return null;
  if ([media, reports].some((port) => port < 1 || port > 65_535))
    throw new AppError('camera-no-video', { message: `The camera names UDP ports that do not exist: ${media} and ${reports}.` });
  return [media, reports];
}

/**
 * Returns the error of a camera that refuses both TCP and UDP. A camera that answers 461 to both knows the transports but supports
 * neither, which leaves only multicast.
 */
function refusesBoth(overTcp: number, overUdp: number, { isMulticast }: SdpMedia): AppError {
  const isLast = isMulticast || (overTcp === unsupportedTransport && overUdp === unsupportedTransport);
  return new AppError(isLast ? 'camera-multicast-only' : 'camera-transport-refused', {
    message: `The camera answered ${overTcp} to TCP and ${overUdp} to UDP.`,
  });
}

function expectOk({ status }: RtspAnswer, method: string): void {
  if (status >= 200 && status < 300) return;
  const message = `The camera answered ${status} to ${method}.`;
  if (status === 401 || status === 403) throw new AppError('camera-wrong-password', { message });
  if (status === unsupportedTransport) throw new AppError('camera-codec-unsupported', { message });
  if (status === 503 || status === 453) throw new AppError('camera-no-video', { message });
  // Redirects are never followed: they could lead anywhere.
  if (status >= 300 && status < 400) throw new AppError('camera-redirects', { message });
  throw new AppError('camera-stream-not-found', { message });
}

/** Returns an address that the camera names, which is only ever sent back to it and must not break the request line. */
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
