import type { MediaStreamTrack as Track, RTCPeerConnection, RTCRtpSender } from 'werift';
import { AppError } from '../../kernel/app-error.ts';
import { opusSampleRate } from '../ingest/codecs/opus-depacketiser.ts';
import { videoTimescale } from '../media-types.ts';
import type { RtpPayload } from './h264-packetiser.ts';
import { addPublicCandidates } from './whep-answer.ts';
import { opusPayloadType, preferredH264 } from './whep-offer.ts';
import { reportCaptureTimes } from './whep-reports.ts';

/** The server's end of a WHEP connection; sends pictures as RTP payloads, and Opus packets. */
export interface WhepPeer {
  readonly answer: string;
  /**
   * Sends a picture.
   * @param timestamp capture time of the picture, Unix time at 90 kHz
   */
  send(payloads: readonly RtpPayload[], timestamp: number): void;
  /**
   * Does nothing when the answer has no audio.
   * @param timestamp time of an Opus packet, Unix time at 48 kHz
   */
  sendSound(packet: Uint8Array, timestamp: number): void;
  close(): void;
}

interface WhepPeerListener {
  onConnected(): void;
  /** Called once when the connection failed, was lost, or was closed by the browser. */
  onClosed(): void;
  /** Called when the browser needs a key frame to continue. */
  onPictureLoss(): void;
}

export interface WhepPeerOptions {
  readonly offer: string;
  /** Whether Opus is sent now or later, if the browser accepts it. */
  readonly mayHaveOpus: boolean;
  /** Addresses under which browsers reach this machine, in addition to those of its network interfaces. */
  readonly addresses: readonly string[];
  /** Public addresses that forward the same ports. */
  readonly publicAddresses: readonly string[];
  /** First and last UDP port; null uses any free port. */
  readonly ports: readonly [number, number] | null;
  readonly listener: WhepPeerListener;
}

/**
 * Creates a peer that answers an offer.
 * @throws {AppError} invalid-request for an offer that can't be read, webrtc-impossible without H.264 in it
 */
export async function createWhepPeer({
  offer,
  mayHaveOpus,
  addresses,
  publicAddresses,
  ports,
  listener,
}: WhepPeerOptions): Promise<WhepPeer> {
  const codec = preferredH264(offer);
  if (codec === null) throw new AppError('webrtc-impossible');
  // Loaded on first use, because most servers never need it.
  const {
    RTCPeerConnection: Connection,
    RTCRtpCodecParameters,
    MediaStreamTrack,
    RtcpSrPacket,
    RtpHeader,
    RtpPacket,
  } = await import('werift');
  const feedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }];
  const video = new RTCRtpCodecParameters({
    mimeType: 'video/H264',
    clockRate: 90_000,
    payloadType: codec.payloadType,
    parameters: codec.parameters,
    rtcpFeedback: feedback,
  });
  const connection = new Connection({
    codecs: { video: [video], audio: [new RTCRtpCodecParameters({ mimeType: 'audio/opus', clockRate: 48_000, channels: 2 })] },
    iceServers: [],
    iceAdditionalHostAddresses: [...addresses],
    ...(ports && { icePortRange: [...ports] }),
    bundlePolicy: 'max-bundle',
  });
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    listener.onClosed();
    connection.close().catch(() => undefined);
  };
  connection.connectionStateChange.subscribe((state) => {
    if (state === 'connected') listener.onConnected();
    if (state === 'failed' || state === 'closed' || state === 'disconnected') close();
  });
  const opus = mayHaveOpus ? opusPayloadType(offer) : null;
  const tracks = { video: new MediaStreamTrack({ kind: 'video' }), audio: opus === null ? null : new MediaStreamTrack({ kind: 'audio' }) };
  try {
    const { answer, senders } = await negotiate(connection, codec.offer, tracks, listener);
    const sequence = { video: 0, audio: 0 };
    const lastTaken = { video: 0, audio: 0 };
    const isReport = (packet: object): packet is InstanceType<typeof RtcpSrPacket> => packet instanceof RtcpSrPacket;
    reportCaptureTimes(senders.video, isReport, videoTimescale, () => lastTaken.video);
    if (senders.audio) reportCaptureTimes(senders.audio, isReport, opusSampleRate, () => lastTaken.audio);
    const write = (kind: 'video' | 'audio', payloadType: number, payload: Buffer, marker: boolean): void => {
      sequence[kind] = (sequence[kind] + 1) & 0xffff;
      tracks[kind]?.writeRtp(
        new RtpPacket(
          new RtpHeader({ sequenceNumber: sequence[kind], timestamp: lastTaken[kind] % 2 ** 32, marker, payloadType }),
          payload,
        ),
      );
    };
    return {
      answer: addPublicCandidates(answer, publicAddresses),
      send: (payloads, timestamp) => {
        if (isClosed) return;
        lastTaken.video = timestamp;
        for (const { payload, marker } of payloads) write('video', codec.payloadType, payload, marker);
      },
      sendSound: (packet, timestamp) => {
        if (isClosed || opus === null) return;
        lastTaken.audio = timestamp;
        write('audio', opus, Buffer.from(packet), false);
      },
      close,
    };
  } catch (error) {
    close();
    if (error instanceof AppError) throw error;
    throw new AppError('invalid-request', {
      cause: error,
      details: { fields: [{ field: 'body', message: 'is not an SDP offer that can be answered' }] },
    });
  }
}

/** The answer contains all candidates; there is no trickle ICE. */
async function negotiate(
  connection: RTCPeerConnection,
  offer: string,
  tracks: { readonly video: Track; readonly audio: Track | null },
  listener: WhepPeerListener,
): Promise<{ readonly answer: string; readonly senders: { readonly video: RTCRtpSender; readonly audio: RTCRtpSender | null } }> {
  await connection.setRemoteDescription({ type: 'offer', sdp: offer });
  // By default werift contacts one of Google's STUN servers, and waits 5 s when it has no internet access.
  for (const { connection: ice } of connection.iceTransports) delete ice.stunServer;
  const send = async (track: Track | null): Promise<RTCRtpSender | null> => {
    const transceiver = track && connection.getTransceivers().find(({ kind }) => kind === track.kind);
    if (!transceiver) return null;
    await transceiver.sender.replaceTrack(track);
    transceiver.setDirection('sendonly');
    return transceiver.sender;
  };
  for (const transceiver of connection.getTransceivers()) transceiver.setDirection('inactive');
  const senders = { video: await send(tracks.video), audio: await send(tracks.audio) };
  const { video } = senders;
  if (!video) throw new AppError('webrtc-impossible');
  video.onPictureLossIndication.subscribe(listener.onPictureLoss);
  await connection.setLocalDescription(await connection.createAnswer());
  const sdp = connection.localDescription?.sdp;
  if (sdp === undefined) throw new AppError('invalid-request');
  return { answer: sdp, senders: { ...senders, video } };
}
