import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import { createPacketOrder } from './packet-order.ts';
import type { RtspAnswer, RtspConnection } from './rtsp-connection.ts';
import { keepAlive } from './rtsp-keep-alive.ts';
import { createRtspMemory, type RtspMemory } from './rtsp-memory.ts';
import { addressOfCamera, resolveControl } from './rtsp-control-address.ts';
import { openUdpPorts, type UdpPorts } from './rtsp-udp.ts';
import { parseSdp, type Sdp, type SdpMedia } from './sdp.ts';

/** The camera's SDP, and where its tracks are controlled. */
export interface Description {
  readonly sdp: Sdp;
  /** The address that was described. */
  readonly url: string;
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
  const baseUrl = addressOfCamera(base, url, connection.address);
  return { sdp, url, baseUrl, knowsGetParameter: /\bGET_PARAMETER\b/i.test(options.headers.get('public')?.join() ?? '') };
}

export interface PlayingTrack {
  readonly media: SdpMedia;
  /** Channel of the track's packets; its reports use the next one. */
  readonly channel: number;
  sendReport(data: Buffer): void;
}

export interface Playing {
  readonly tracks: readonly PlayingTrack[];
  /** Timeout of the session. */
  readonly timeoutSeconds: number;
  /**
   * The camera ended the session, or stopped sending.
   * @param lifetimeMs how long it sent
   */
  onEnded(lifetimeMs: number): void;
  /** Stops the keep-alive and sends TEARDOWN. */
  stop(): void;
}

export interface PlayOptions {
  readonly connection: RtspConnection;
  readonly description: Description;
  readonly wanted: readonly SdpMedia[];
  readonly clock: Clock;
  /** What earlier sessions learned of the camera. */
  readonly memory?: RtspMemory;
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

/** Statuses of an address that the camera does not have. */
const refusesAddress: ReadonlySet<number> = new Set([400, 404, 451, 459, 460]);

/** Statuses of an address at which nothing can be played. */
const refusesControl: ReadonlySet<number> = new Set([...refusesAddress, 405]);

/** Reasons for which a camera refuses one track, and may play the others. */
const refusesTrack: ReadonlySet<string> = new Set(['camera-wrong-password', 'camera-denies-access', 'camera-no-video']);

function withoutTrack(error: unknown): null {
  if (error instanceof AppError && refusesTrack.has(error.code)) return null;
  throw error;
}

interface TrackAnswer {
  readonly answer: RtspAnswer;
  /** Null when the track uses the connection. */
  readonly pair: UdpPorts | null;
}

async function setUp(
  { connection, description: { sdp, url, baseUrl: named, knowsGetParameter }, wanted, clock, memory, onPacket }: PlayOptions,
  ports: UdpPorts[],
): Promise<Playing> {
  const tracks: PlayingTrack[] = [];
  let session = '';
  let timeout = 60;
  let baseUrl = named;
  const addressOf = (base: string, { control }: SdpMedia): string => resolveControl(base, control, connection.address);
  const ask = (media: SdpMedia, transport: string): Promise<RtspAnswer> =>
    connection.request('SETUP', addressOf(baseUrl, media), {
      Transport: transport,
      ...(session !== '' && { Session: session }),
    });
  const askForTcp = async (media: SdpMedia, channel: number): Promise<TrackAnswer> => ({
    answer: await ask(media, `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`),
    pair: null,
  });
  const askForUdp = async (media: SdpMedia, channel: number): Promise<TrackAnswer> => {
    const pair = await openUdpPorts(connection.address, {
      onPacket: createPacketOrder(clock, (data) => onPacket(channel, data)),
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
    const asked = (isUdp ? askForUdp : askForTcp)(media, index * 2);
    // Video without audio is better than nothing.
    let track = await (index > 0 ? asked.catch(withoutTrack) : asked);
    if (!track) continue;
    if (index === 0 && refusesAddress.has(track.answer.status) && addressOf(named, media) !== addressOf(url, media)) {
      // Perhaps the camera has nothing at the base that it names.
      const atBase = track;
      baseUrl = url;
      track = await askForTcp(media, 0);
      if (refusesAddress.has(track.answer.status)) [baseUrl, track] = [named, atBase];
    }
    if (index === 0 && refusesTransport.has(track.answer.status)) {
      const overTcp = track.answer.status;
      isUdp = true;
      track = await askForUdp(media, 0);
      if (refusesTransport.has(track.answer.status)) throw refusesBoth(overTcp, track.answer.status, media);
    }
    const { answer, pair } = track;
    if (answer.status >= 300 && index > 0) continue;
    expectOk(answer, 'SETUP');
    const header = answer.headers.get('session')?.[0] ?? session;
    session = header.split(';', 1)[0]?.trim() ?? '';
    timeout = Number(/timeout=(\d{1,5})/i.exec(header)?.[1] ?? timeout);
    const channel = Number(/interleaved=(\d{1,3})/i.exec(answer.headers.get('transport')?.[0] ?? '')?.[1] ?? index * 2);
    tracks.push({ media, channel, sendReport: pair?.sendReport ?? ((data) => connection.sendFrame(channel + 1, data)) });
  }
  const headers = session === '' ? {} : { Session: session };
  const askToPlay = (at: string): Promise<RtspAnswer> => connection.request('PLAY', at, { ...headers, Range: 'npt=0.000-' });
  let controlUrl = resolveControl(baseUrl, sdp.control, connection.address);
  let played = await askToPlay(controlUrl);
  if (refusesControl.has(played.status) && controlUrl !== url) {
    // Perhaps the camera knows the whole only by the address that it described.
    const atUrl = await askToPlay(url);
    if (!refusesControl.has(atUrl.status)) [controlUrl, played] = [url, atUrl];
  }
  expectOk(played, 'PLAY');

  // The frames themselves show whether the camera is alive.
  const alive = keepAlive({
    clock,
    memory: memory ?? createRtspMemory(),
    knowsGetParameter,
    timeoutSeconds: timeout,
    send: (sign) => connection.request(sign, controlUrl, headers),
  });
  return {
    tracks,
    timeoutSeconds: timeout,
    onEnded: alive.onEnded,
    stop: () => {
      alive.stop();
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
