import type { RTCPeerConnection, RTCRtpSender } from 'werift';
import { AppError } from '../../kernel/app-error.ts';
import type { RtpPayload } from './h264-packetiser.ts';
import { addPublicCandidates } from './whep-answer.ts';
import { preferredH264 } from './whep-offer.ts';
import { reportCaptureTimes } from './whep-reports.ts';

/** The other end of a WHEP session: takes pictures as RTP payloads. */
export interface WhepPeer {
  readonly answer: string;
  /** @param timestamp when the picture was taken, Unix time in 90 kHz */
  send(payloads: readonly RtpPayload[], timestamp: number): void;
  close(): void;
}

export interface WhepPeerListener {
  onConnected(): void;
  /** Never connected, lost, or closed by the browser; once. */
  onClosed(): void;
  /** The browser can't go on without a key frame. */
  onPictureLoss(): void;
}

export interface WhepPeerOptions {
  readonly offer: string;
  /** Addresses of this machine besides those of its network cards under which the browser reaches it. */
  readonly addresses: readonly string[];
  /** Addresses outside, of a way in that forwards the same ports. */
  readonly publicAddresses: readonly string[];
  /** UDP ports, first and last; null: any that is free. */
  readonly ports: readonly [number, number] | null;
  readonly listener: WhepPeerListener;
}

/** @throws {AppError} invalid-request for an offer that can't be read, webrtc-impossible without H.264 in it */
export async function createWhepPeer({ offer, addresses, publicAddresses, ports, listener }: WhepPeerOptions): Promise<WhepPeer> {
  const codec = preferredH264(offer);
  if (codec === null) throw new AppError('webrtc-impossible');
  // Loaded for the first who asks: most servers never need it.
  const { RTCPeerConnection: Connection, RTCRtpCodecParameters, MediaStreamTrack, RtcpSrPacket, RtpHeader, RtpPacket } = await import('werift');
  const feedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }];
  const video = new RTCRtpCodecParameters({ mimeType: 'video/H264', clockRate: 90_000, payloadType: codec.payloadType, parameters: codec.parameters, rtcpFeedback: feedback });
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
  const track = new MediaStreamTrack({ kind: 'video' });
  try {
    const { answer, sender } = await negotiate(connection, codec.offer, track, listener);
    let sequence = 0;
    let lastTaken = 0;
    reportCaptureTimes(sender, (packet) => packet instanceof RtcpSrPacket, () => lastTaken);
    return {
      answer: addPublicCandidates(answer, publicAddresses),
      send: (payloads, timestamp) => {
        if (isClosed) return;
        lastTaken = timestamp;
        for (const { payload, marker } of payloads) {
          sequence = (sequence + 1) & 0xffff;
          track.writeRtp(new RtpPacket(new RtpHeader({ sequenceNumber: sequence, timestamp: timestamp >>> 0, marker, payloadType: codec.payloadType }), payload));
        }
      },
      close,
    };
  } catch (error) {
    close();
    if (error instanceof AppError) throw error;
    throw new AppError('invalid-request', { cause: error, details: { fields: [{ field: 'body', message: 'is not an SDP offer that can be answered' }] } });
  }
}

/** All candidates are in the answer: there is no trickle. */
async function negotiate(connection: RTCPeerConnection, offer: string, track: Parameters<RTCPeerConnection['addTrack']>[0], listener: WhepPeerListener): Promise<{ readonly answer: string; readonly sender: RTCRtpSender }> {
  await connection.setRemoteDescription({ type: 'offer', sdp: offer });
  // Without one werift asks a server of Google's, and waits 5 s for it where there is no way out.
  for (const { connection: ice } of connection.iceTransports) delete ice.stunServer;
  const transceiver = connection.getTransceivers().find(({ kind }) => kind === 'video');
  if (!transceiver) throw new AppError('webrtc-impossible');
  const sender: RTCRtpSender = transceiver.sender;
  await sender.replaceTrack(track);
  transceiver.setDirection('sendonly');
  for (const other of connection.getTransceivers()) if (other !== transceiver) other.setDirection('inactive');
  sender.onPictureLossIndication.subscribe(listener.onPictureLoss);
  await connection.setLocalDescription(await connection.createAnswer());
  const sdp = connection.localDescription?.sdp;
  if (sdp === undefined) throw new AppError('invalid-request');
  return { answer: sdp, sender };
}
