import type { XmlElement } from '@watchpost/onvif/messages';
import type { OnvifFault } from './onvif-envelopes.ts';
import type { OnvifLink, OnvifMedia, OnvifSteering } from './onvif-link.ts';
import type { Markup } from './onvif-markup.ts';
import type { PullPoints } from './onvif-pull-points.ts';

/** Where a recorder reaches this server: addresses in answers name the same host, because no other may be reachable for it. */
export interface OnvifPlace {
  /** `http://192.168.1.5:8000` */
  readonly origin: string;
  /** `rtsp://192.168.1.5:8554` */
  readonly rtspOrigin: string;
  /** As the request addressed it; null for the paths that all links share. */
  readonly linkId: string | null;
  /** The subscription that the request addressed; null for none. */
  readonly pullPointId: string | null;
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

/** A request that is answered to anyone, and says more to a link. */
export interface OnvifOpenQuestion extends OnvifQuestion {
  /** The link whose password the request proves; null without one. */
  readonly link: OnvifLink | null;
}

export interface OnvifLinkQuestion extends OnvifQuestion {
  readonly link: OnvifLink;
  readonly media: OnvifMedia;
  readonly pullPoints: PullPoints;
  readonly steering: OnvifSteering;
  /** Unix ms, after waiting. */
  readonly currentTime: () => number;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
  /** Resolves the link again, after waiting. @throws {AppError} as `OnvifAuthorizer.open` */
  readonly reopen: () => Promise<OnvifLink>;
}

type OnvifContent = Markup | OnvifFault;

/** Returns the content of the answer. */
export type OnvifOperation<Question extends OnvifQuestion> = (question: Question) => OnvifContent;
/** As `OnvifOperation`, possibly after waiting. */
export type OnvifLinkOperation = (question: OnvifLinkQuestion) => OnvifContent | Promise<OnvifContent>;

/** One service: its operations by name. */
export interface OnvifService {
  readonly namespace: string;
  /** Prefix of the namespace in answers. */
  readonly prefix: 'tds' | 'trt' | 'tev' | 'tptz' | 'wsnt';
  /** Begins the actions of WS-Addressing; missing where clients expect none. */
  readonly actions?: (operation: string) => string;
  /** What ONVIF lets a device answer without credentials, and that is the same for every link. */
  readonly open: ReadonlyMap<string, OnvifOperation<OnvifQuestion>>;
  /** Likewise without credentials, but a link that has proven its password reads what is its own, too. */
  readonly halfOpen?: ReadonlyMap<string, OnvifOperation<OnvifOpenQuestion>>;
  readonly closed: ReadonlyMap<string, OnvifLinkOperation>;
  /** Whether a link has the service; missing where all have it. For one that hasn't, it doesn't exist. */
  readonly isOffered?: (link: OnvifLink) => boolean;
}
