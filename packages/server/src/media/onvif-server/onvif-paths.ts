/** The services of a device; all are answered at every one of these addresses. */
type OnvifServiceName = 'device_service' | 'media_service' | 'event_service' | 'ptz_service';

/** What an address of the ONVIF port names. */
export type OnvifTarget =
  /** @param linkId null for the usual address of cameras, where the user name decides: many recorders ask for a host and a port only */
  | { readonly kind: 'service'; readonly linkId: string | null; readonly pullPointId: string | null; readonly path: string }
  | { readonly kind: 'snapshot'; readonly token: string };

/** Returns the path of a service. @param linkId null for the one that all links share */
export function onvifPath(linkId: string | null, service: OnvifServiceName): string {
  return linkId === null ? `/onvif/${service}` : `/onvif/${linkId}/${service}`;
}

/** Returns the path at which a subscription is asked for events. @param linkId as `onvifPath` */
export function onvifPullPointPath(linkId: string | null, pullPointId: string): string {
  return `${linkId === null ? '/onvif' : `/onvif/${linkId}`}/pull_point/${pullPointId}`;
}

/** Returns the path of a link's snapshot. @param token the link's id and its secret: the path authorizes */
export function onvifSnapshotPath(token: string): string {
  return `/onvif/${token}/snapshot.jpg`;
}

/** Reads the target of a request line; null for any other path. */
export function parseOnvifPath(target: string): OnvifTarget | null {
  const [path = ''] = target.slice(0, 300).split('?');
  const [, token] = /^\/onvif\/([0-9A-Za-z]{42})\/snapshot\.jpg$/.exec(path) ?? [];
  if (token !== undefined) return { kind: 'snapshot', token };
  const service = /^\/onvif\/(?:([0-9A-Za-z]{10})\/)?(?:(?:device|media|event|ptz)_service|pull_point\/([0-9a-f]{20}))$/.exec(path);
  return service ? { kind: 'service', linkId: service[1] ?? null, pullPointId: service[2] ?? null, path } : null;
}
