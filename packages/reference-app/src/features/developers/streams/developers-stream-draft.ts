import type { StreamFormat, StreamLink, StreamLinkOptions } from '@watchpost/sdk-core';
import { expiryChoiceOf, problemsOf, readChangedExpiry, readName } from '../parts/developers-fields.ts';
import type { ExpiryChoice, Problem, Today } from '../parts/developers-fields.ts';

export const streamFormats: readonly StreamFormat[] = ['rtsp', 'hls', 'snapshot'];

/** A stream link as it is being edited. */
export interface StreamDraft extends ExpiryChoice {
  readonly name: string;
  readonly cameraId: string;
  readonly formats: readonly StreamFormat[];
  readonly withAudio: boolean;
  /** Only together with RTSP. */
  readonly withOnvif: boolean;
  /** Only together with ONVIF. */
  readonly withEvents: boolean;
  /** Only together with ONVIF. */
  readonly withPtz: boolean;
}

type StreamErrors = Partial<Record<'name' | 'expiresAt', Problem>> & { readonly formats?: true };

export function newStreamDraft(cameraId: string): StreamDraft {
  return {
    name: '',
    cameraId,
    formats: streamFormats,
    withAudio: false,
    withOnvif: false,
    withEvents: false,
    withPtz: false,
    expiry: 'never',
    lastDay: '',
  };
}

export function streamDraftOf(link: StreamLink, timeZone: string): StreamDraft {
  const { name, cameraId, formats, withAudio, withOnvif, withEvents, withPtz } = link;
  return { name, cameraId, formats, withAudio, withOnvif, withEvents, withPtz, ...expiryChoiceOf(link.expiresAt, timeZone) };
}

export type ReadStream =
  | { readonly kind: 'options'; readonly options: StreamLinkOptions }
  | { readonly kind: 'invalid'; readonly errors: StreamErrors };

/** Reads the fields. @param before the link that is edited: an end whose field was not touched keeps its time */
export function readStream(draft: StreamDraft, today: Today, before: StreamLink | null): ReadStream {
  const fields = { name: readName(draft.name), expiresAt: readChangedExpiry(draft, today, before) };
  const { name, expiresAt } = fields;
  const formats = streamFormats.filter((format) => draft.formats.includes(format));
  const { withAudio } = draft;
  const withOnvif = draft.withOnvif && formats.includes('rtsp');
  const withEvents = draft.withEvents && withOnvif;
  const withPtz = draft.withPtz && withOnvif;
  if ('value' in name && 'value' in expiresAt && formats.length > 0) {
    const options = { name: name.value, formats, withAudio, withOnvif, withEvents, withPtz, expiresAt: expiresAt.value };
    return { kind: 'options', options };
  }
  return { kind: 'invalid', errors: { ...problemsOf(fields), ...(formats.length === 0 && { formats: true }) } };
}
