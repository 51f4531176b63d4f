import type { WebhookPayload } from '@watchpost/contract/schemas/webhooks';
import type { Capabilities } from '@watchpost/contract/access/capabilities';
import type { WebhookSignalsTable } from '../../../db/webhook-tables.ts';
import { isOpenAt, openArchive } from '../../../kernel/access/open-archive.ts';

/** A part of the archive that can be played. */
interface Clip {
  readonly from: number;
  readonly to: number;
  readonly readyAt: number;
}

/** How certain an event is, and the line or zone where it happened. */
interface Recognition {
  readonly score: number | null;
  readonly label: string | null;
}

/**
 * Returns what a delivery says; null for a signal without what its kind needs.
 * @param clip for `clip.ready`
 * @param recognition for `event.created`
 */
export function payloadOf(
  signal: WebhookSignalsTable,
  cameraTitle: string,
  clip: Clip | null,
  recognition: Recognition | null = null,
): WebhookPayload | null {
  const { event, camera_id: cameraId, event_id: eventId, event_type: eventType, at } = signal;
  switch (event) {
    case 'camera.offline':
    case 'camera.online':
      return { type: event, timestamp: toIso(at), data: { cameraId, cameraTitle } };
    case 'event.created':
      if (eventId === null || eventType === null) return null;
      return {
        type: event,
        timestamp: toIso(at),
        data: {
          eventId,
          cameraId,
          cameraTitle,
          eventType,
          startedAt: toIso(at),
          score: recognition?.score ?? null,
          label: recognition?.label ?? null,
        },
      };
    case 'clip.ready':
      if (eventId === null || clip === null) return null;
      return {
        type: event,
        timestamp: toIso(clip.readyAt),
        data: { eventId, cameraId, cameraTitle, from: toIso(clip.from), until: toIso(clip.to) },
      };
  }
}

/**
 * Whether an account can receive this now. What happened in front of a camera is part of its archive, as in the list of events; its state is
 * for everyone who sees it.
 * @param eventAt the moment of the archive; null for a camera's state
 * @returns a time to try again when only the hours of the access forbid it, Unix ms
 */
export function canReceive(capabilities: Capabilities, eventAt: number | null): boolean | { readonly opensAt: number } {
  if (!capabilities.isVisible) return false;
  if (eventAt === null) return true;
  if (!isOpenAt(openArchive(capabilities), eventAt)) return false;
  return capabilities.canPlayArchive || (capabilities.opensAt === null ? false : { opensAt: capabilities.opensAt });
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}
