import type { RtcpSrPacket, RTCRtpSender } from 'werift';

/** Seconds between the epochs of NTP (1900) and Unix (1970). */
const ntpEra = 2_208_988_800;

/** Converts Unix time in ticks of a clock rate to an NTP timestamp: seconds, and a fraction of 32 bits. */
export function ntpOf(timestamp: number, clockRate: number): bigint {
  const seconds = Math.floor(timestamp / clockRate);
  const fraction = Math.floor(((timestamp - seconds * clockRate) / clockRate) * 2 ** 32);
  return (BigInt(seconds + ntpEra) << 32n) | BigInt(fraction);
}

/**
 * Makes sender reports contain capture times, so that a browser knows the age of what it shows, and plays pictures and audio of
 * one moment together. By default werift (0.23) reports the time of sending, with an invalid fraction of a second.
 * @param lastTaken returns the time of the newest sample, Unix time in ticks of `clockRate`; 0 before the first
 */
export function reportCaptureTimes(
  sender: RTCRtpSender,
  isReport: (packet: object) => packet is RtcpSrPacket,
  clockRate: number,
  lastTaken: () => number,
): void {
  const { dtlsTransport } = sender;
  const send = dtlsTransport.sendRtcp.bind(dtlsTransport);
  dtlsTransport.sendRtcp = (packets) => {
    const taken = lastTaken();
    for (const packet of packets) {
      if (!isReport(packet) || packet.ssrc !== sender.ssrc || taken === 0) continue;
      packet.senderInfo.ntpTimestamp = ntpOf(taken, clockRate);
      packet.senderInfo.rtpTimestamp = taken % 2 ** 32;
    }
    return send(packets);
  };
}
