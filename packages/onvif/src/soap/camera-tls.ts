import { constants } from 'node:crypto';
import { DEFAULT_CIPHERS } from 'node:tls';

/**
 * Options of a TLS connection to a camera, for `tls.connect` and `https.request`. Cameras sign their own certificates, and the older ones
 * know only versions and ciphers that Node no longer accepts by default. TLS hides the password from those who only listen, which is more
 * than RTSP and HTTP do; the best that both peers know is still chosen.
 * @example connect({ ...cameraTls, host: '192.168.1.10', port: 322 })
 */
export const cameraTls: {
  readonly rejectUnauthorized: false;
  readonly minVersion: 'TLSv1';
  readonly ciphers: string;
  readonly secureOptions: number;
} = {
  rejectUnauthorized: false,
  minVersion: 'TLSv1',
  ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=0`,
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
};
