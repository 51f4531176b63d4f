import { isIP } from 'node:net';

const hostCandidate = /^a=candidate:(\S+) (\d+) udp \d+ (\S+) (\d+) typ host(.*)$/gim;

/**
 * Adds the public addresses of a server behind NAT to its answer. The ports are the local ones, because they are forwarded (RFC
 * 8445: a server-reflexive candidate that requires no STUN server).
 */
export function addPublicCandidates(answer: string, addresses: readonly string[]): string {
  return answer.replaceAll(
    hostCandidate,
    (line: string, foundation: string, component: string, inside: string, port: string, rest: string) => {
      const outside = addresses.filter((address) => address !== inside && isIP(address) === isIP(inside));
      return [
        line,
        ...outside.map(
          (address, index) =>
            `a=candidate:${foundation}${index} ${component} udp ${priorityOf(Number(component))} ${address} ${port} typ srflx raddr ${inside} rport ${port}${rest}`,
        ),
      ].join('\r\n');
    },
  );
}

/** Returns a priority below every host candidate, so that clients in the same network connect directly. */
function priorityOf(component: number): number {
  return 100 * 2 ** 24 + 65_535 * 2 ** 8 + (256 - component);
}
