import type { RtcpSrPacket, RTCRtpSender } from 'werift';

/** Seconds between the eras of NTP (1900) and Unix (1970). */
const ntpEra = 2_208_988_800;
const clockRate = 90_000;

/** Unix time in 90 kHz as an NTP timestamp: seconds, and a fraction of 32 bits. */
export function ntpOf(timestamp: number): bigint {
  const seconds = Math.floor(timestamp / clockRate);
  const fraction = Math.floor(((timestamp - seconds * clockRate) / clockRate) * 2 ** 32);
  return (BigInt(seconds + ntpEra) << 32n) | BigInt(fraction);
}

/**
 * Makes sender reports say when pictures were taken, so that a browser knows how old the one is that it shows. By itself
 * werift (0.23) says when they were sent, with a fraction of a second that is not one.
 * @param lastTaken the newest picture's time, Unix time in 90 kHz; 0 before the first
 */
export function reportCaptureTimes(sender: RTCRtpSender, isReport: (packet: object) => packet is RtcpSrPacket, lastTaken: () => number): void {
  const { dtlsTransport } = sender;
  const send = dtlsTransport.sendRtcp.bind(dtlsTransport);
  dtlsTransport.sendRtcp = (packets) => {
    const taken = lastTaken();
    for (const packet of packets) {
      if (!isReport(packet) || packet.ssrc !== sender.ssrc || taken === 0) continue;
      packet.senderInfo.ntpTimestamp = ntpOf(taken);
      packet.senderInfo.rtpTimestamp = taken % 2 ** 32;
    }
    return send(packets);
  };
}
