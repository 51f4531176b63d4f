import type { EmbedClaims } from '../tokens.ts';

/** What an embed token opens, and for whom; read for every request. */
export interface EmbedTerms {
  /** The creator of the token or of its link, who must still manage the cameras. */
  readonly customerId: string;
  /** The sign-in that it ends with; null for a key's and a link's. */
  readonly familyId: string | null;
  /** The key that it ends with; null for a sign-in's and a link's. */
  readonly apiKeyId: string | null;
  /** The link whose page it is for; null for a partner's own page. */
  readonly link: EmbedLinkTerms | null;
  readonly cameraIds: readonly string[];
  /** The pages that it is for. */
  readonly origins: readonly string[];
  readonly withLive: boolean;
  readonly withArchive: boolean;
  readonly archiveFrom: number | null;
  readonly archiveUntil: number | null;
  readonly withAudio: boolean;
  readonly withPtz: boolean;
  readonly withTalk: boolean;
  /** The partner's own name for the viewer. */
  readonly viewerId: string | null;
  readonly hasWatermark: boolean;
}

export interface EmbedLinkTerms {
  readonly id: string;
  readonly name: string;
  readonly maxViewers: number | null;
}

/** Looks up embed tokens; implemented by the feature `embeds`. */
export interface Embeds {
  /** Returns null for a token that was revoked, or whose link has ended. */
  find(claims: EmbedClaims): Promise<EmbedTerms | null>;
}
