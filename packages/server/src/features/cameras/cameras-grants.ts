import type { Grant } from '@watchpost/contract/access/capabilities';
import type { GrantColumns } from '../../db/sharing-tables.ts';

/** Reads what was granted from a row of `camera_grants` or `invites`. */
export function grantOf(columns: GrantColumns): Grant {
  const { daily_from: fromMinutes, daily_until: untilMinutes } = columns;
  return {
    access: columns.access,
    withAudio: columns.with_audio === 1,
    withArchive: columns.with_archive === 1,
    archiveFrom: columns.archive_from,
    archiveUntil: columns.archive_until,
    withPtz: columns.with_ptz === 1,
    dailyWindow: fromMinutes === null || untilMinutes === null ? null : { fromMinutes, untilMinutes },
    hasWatermark: columns.has_watermark === 1,
    expiresAt: columns.expires_at,
  };
}

/** The inverse of `grantOf`. */
export function grantColumnsOf(grant: Grant): GrantColumns {
  return {
    access: grant.access,
    with_audio: grant.withAudio ? 1 : 0,
    with_archive: grant.withArchive ? 1 : 0,
    archive_from: grant.archiveFrom,
    archive_until: grant.archiveUntil,
    with_ptz: grant.withPtz ? 1 : 0,
    daily_from: grant.dailyWindow?.fromMinutes ?? null,
    daily_until: grant.dailyWindow?.untilMinutes ?? null,
    has_watermark: grant.hasWatermark ? 1 : 0,
    expires_at: grant.expiresAt,
  };
}
