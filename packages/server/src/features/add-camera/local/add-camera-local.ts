import { localCameraUrl, needsUpdate } from '@watchpost/contract/protocols/local-camera';
import { localCameraInfo, type RegisterLocalCameraAnswer } from '@watchpost/contract/schemas/add-camera';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import type { AccountNetworks } from '../../../kernel/network/account-networks.ts';
import { createSerialLimit } from '../add-camera-limits.ts';
import { askLocalCamera } from './add-camera-local-http.ts';
import type { AddCameraService } from '../add-camera-service.ts';

export interface LocalCameras {
  /**
   * Requests the identity of the camera at this address, and sends it a token for it alone. @throws {AppError} the exact reason;
   * camera-refused with its `httpCode`
   */
  register(customerId: string, address: string): Promise<RegisterLocalCameraAnswer>;
}

export interface LocalCamerasDeps {
  readonly clock: Clock;
  readonly networkOf: AccountNetworks;
  readonly service: Pick<AddCameraService, 'createSerialRegistrationToken'>;
}

export function createLocalCameras({ clock, networkOf, service }: LocalCamerasDeps): LocalCameras {
  const limit = createSerialLimit(clock);
  return {
    register: async (customerId, text) => {
      limit(customerId);
      const url = parseLocalAddress(text);
      const ask = { address: await networkOf(customerId).resolve(url.hostname), clock } as const;
      const { status, body } = await askLocalCamera({ ...ask, method: 'GET', url });
      const info = status === 200 ? localCameraInfo.safeParse(body).data : undefined;
      if (!info) throw new AppError('camera-not-watchpost', { message: `The answer was ${status}.` });
      if (needsUpdate(info.appVersion)) throw new AppError('camera-firmware-old', { details: { version: info.appVersion } });
      const { registrationToken, registrationId } = await service.createSerialRegistrationToken(customerId, info.serialNumber);
      // It is registered, but to no account of this server.
      if (info.state === 'registered') throw new AppError('camera-connected');
      const answer = await askLocalCamera({
        ...ask,
        method: 'POST',
        url: new URL('/register', url),
        bearer: registrationToken,
        body: { registrationToken },
      });
      if (answer.status < 200 || answer.status > 299) throw new AppError('camera-refused', { details: { httpCode: answer.status } });
      return { registrationId };
    },
  };
}

/**
 * Parses `192.168.1.20`, `camera.local:7654`, or an address copied from a browser.
 * @throws {AppError} camera-url-invalid
 */
export function parseLocalAddress(text: string): URL {
  const url = localCameraUrl(text, (written) => (URL.canParse(written) ? new URL(written) : null));
  if (!url) throw new AppError('camera-url-invalid');
  return url;
}
