import type { XmlElement } from '@watchpost/onvif/messages';
import type { OnvifFault } from './onvif-envelopes.ts';
import type { OnvifLink, OnvifMedia } from './onvif-link.ts';
import type { Markup } from './onvif-markup.ts';

/** Where a recorder reaches this server: addresses in answers name the same host, because no other may be reachable for it. */
export interface OnvifPlace {
  /** `http://192.168.1.5:8000` */
  readonly origin: string;
  /** `rtsp://192.168.1.5:8554` */
  readonly rtspOrigin: string;
  /** As the request addressed it; null for the paths that all links share. */
  readonly linkId: string | null;
  /** IP address at which the request arrived. */
  readonly localAddress: string;
}

/** A request without credentials. */
export interface OnvifQuestion {
  readonly request: XmlElement;
  readonly place: OnvifPlace;
  /** Unix ms. */
  readonly now: number;
}

export interface OnvifLinkQuestion extends OnvifQuestion {
  readonly link: OnvifLink;
  readonly media: OnvifMedia;
}

/** Returns the content of the answer. */
export type OnvifOperation<Question extends OnvifQuestion> = (question: Question) => Markup | OnvifFault;

/** One service: its operations by name. */
export interface OnvifService {
  readonly namespace: string;
  /** Of the namespace in answers. */
  readonly prefix: 'tds' | 'trt';
  /** What ONVIF lets a device answer without credentials, and that is the same for every link. */
  readonly open: ReadonlyMap<string, OnvifOperation<OnvifQuestion>>;
  readonly closed: ReadonlyMap<string, OnvifOperation<OnvifLinkQuestion>>;
}
