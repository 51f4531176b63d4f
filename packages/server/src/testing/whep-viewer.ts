import { RTCPeerConnection, RtcpSrPacket, RTCRtpCodecParameters, type MediaStreamTrack, type RtcpSenderInfo, type RtpPacket } from 'werift';

/** A viewer over WebRTC that is no browser: another end of the same library. */
export interface WhepViewer {
  readonly offer: string;
  accept(answer: string): Promise<void>;
  readonly packets: readonly RtpPacket[];
  /** Waits until so many packets have come. */
  received(count: number): Promise<void>;
  /** The next report of the sender. */
  reported(): Promise<RtcpSenderInfo>;
  /** Asks for a key frame, as a browser does that lost packets. */
  reportLoss(): Promise<void>;
  close(): Promise<void>;
}

const h264 = { mimeType: 'video/H264', clockRate: 90_000, payloadType: 102, parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f', rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }] };

export async function createWhepViewer(): Promise<WhepViewer> {
  const connection = new RTCPeerConnection({ codecs: { video: [new RTCRtpCodecParameters(h264)], audio: [] }, iceServers: [], iceAdditionalHostAddresses: ['127.0.0.1'] });
  const packets: RtpPacket[] = [];
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
  const offer = await connection.createOffer();
  // Nobody outside is asked.
  for (const { connection: ice } of connection.iceTransports) delete ice.stunServer;
  await connection.setLocalDescription(offer);
  return {
    // As browsers write it that send nothing.
    offer: (connection.localDescription?.sdp ?? '').replaceAll(/^a=ssrc.*\r\n/gm, ''),
    accept: async (answer) => connection.setRemoteDescription({ type: 'answer', sdp: answer }),
    packets,
    received: async (count) => {
      while (packets.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
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

/** An offer that nobody means to take further. */
export async function offerToWatch(): Promise<string> {
  const viewer = await createWhepViewer();
  await viewer.close();
  return viewer.offer;
}
