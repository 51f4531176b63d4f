import { RTCPeerConnection, RtcpSrPacket, RTCRtpCodecParameters, type MediaStreamTrack, type RtcpSenderInfo, type RtpPacket } from 'werift';

/** A WebRTC viewer without a browser: another endpoint of the same library. */
export interface WhepViewer {
  readonly offer: string;
  accept(answer: string): Promise<void>;
  /** Packets of the picture. */
  readonly packets: readonly RtpPacket[];
  readonly sounds: readonly RtpPacket[];
  /** Waits until this many packets have arrived. */
  received(count: number): Promise<void>;
  receivedSounds(count: number): Promise<void>;
  /** Returns the sender's next report. */
  reported(): Promise<RtcpSenderInfo>;
  /** Requests a key frame, as a browser does after packet loss. */
  reportLoss(): Promise<void>;
  close(): Promise<void>;
}

const opus = { mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 111 };
const h264 = {
  mimeType: 'video/H264',
  clockRate: 90_000,
  payloadType: 102,
  parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
};

/**
 * Creates a viewer.
 * @param options `audio`: it accepts Opus, as every browser does
 */
export async function createWhepViewer({ audio = false }: { readonly audio?: boolean } = {}): Promise<WhepViewer> {
  const connection = new RTCPeerConnection({
    codecs: { video: [new RTCRtpCodecParameters(h264)], audio: audio ? [new RTCRtpCodecParameters(opus)] : [] },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });
  const packets: RtpPacket[] = [];
  const sounds: RtpPacket[] = [];
  let wake = (): void => undefined;
  const transceiver = connection.addTransceiver('video', { direction: 'recvonly' });
  let ssrc = 0;
  const take = (track: MediaStreamTrack): void => {
    track.onReceiveRtp.subscribe((packet) => {
      ssrc = packet.header.ssrc;
      packets.push(packet);
      wake();
    });
  };
  transceiver.onTrack.subscribe(take);
  if (audio) {
    connection.addTransceiver('audio', { direction: 'recvonly' }).onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe((packet) => {
        sounds.push(packet);
        wake();
      });
    });
  }
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise<void>((resolve) => (wake = resolve));
  };
  const offer = await connection.createOffer();
  // Keeps the test independent of public STUN servers.
  for (const { connection: ice } of connection.iceTransports) delete ice.stunServer;
  await connection.setLocalDescription(offer);
  return {
    // The form of browsers that send no media.
    offer: (connection.localDescription?.sdp ?? '').replaceAll(/^a=ssrc.*\r\n/gm, ''),
    accept: async (answer) => connection.setRemoteDescription({ type: 'answer', sdp: answer }),
    packets,
    sounds,
    received: (count) => until(() => packets.length >= count),
    receivedSounds: (count) => until(() => sounds.length >= count),
    reported: () =>
      new Promise((resolve) => {
        transceiver.receiver.onRtcp.subscribe((packet) => {
          if (packet instanceof RtcpSrPacket) resolve(packet.senderInfo);
        });
      }),
    reportLoss: () => transceiver.receiver.sendRtcpPLI(ssrc),
    close: () => connection.close(),
  };
}

/** Creates an offer without a following connection. */
export async function offerToWatch(): Promise<string> {
  const viewer = await createWhepViewer();
  await viewer.close();
  return viewer.offer;
}
