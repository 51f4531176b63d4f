import { isIP } from 'node:net';

const hostCandidate = /^a=candidate:(\S+) (\d+) udp \d+ (\S+) (\d+) typ host(.*)$/gim;

/**
 * Behind NAT: names the addresses outside, too. The port outside is the one inside, as it is forwarded (RFC 8445: a server-reflexive
 * candidate that needs no STUN server to be known).
 */
export function addPublicCandidates(answer: string, addresses: readonly string[]): string {
  return answer.replaceAll(hostCandidate, (line: string, foundation: string, component: string, inside: string, port: string, rest: string) => {
    const outside = addresses.filter((address) => address !== inside && isIP(address) === isIP(inside));
    return [line, ...outside.map((address, index) => `a=candidate:${foundation}${index} ${component} udp ${priorityOf(Number(component))} ${address} ${port} typ srflx raddr ${inside} rport ${port}${rest}`)].join('\r\n');
  });
}

/** Below every candidate of the host: who is in the same network takes the short way. */
function priorityOf(component: number): number {
  return 100 * 2 ** 24 + 65_535 * 2 ** 8 + (256 - component);
}
