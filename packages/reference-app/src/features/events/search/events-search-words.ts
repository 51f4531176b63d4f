import type { EventType } from '@watchpost/sdk-core';
import { text } from '../events-texts.ts';

/** The words of a language that a search understands, in lower case. A stem of four and more characters stands for all words that begin with it. */
export interface SearchWords {
  readonly types: readonly { readonly type: EventType; readonly stems: readonly string[] }[];
  readonly days: readonly { readonly offset: number; readonly stems: readonly string[] }[];
  /** From Monday. */
  readonly weekdays: readonly (readonly string[])[];
  readonly ignored: ReadonlySet<string>;
}

/** Returns the words of the current language. They are texts, because a translator knows them. */
export function searchWords(): SearchWords {
  const list = (words: string): string[] => words.split(' ');
  return {
    types: [
      { type: 'human', stems: list(text('searchHuman')) },
      { type: 'face', stems: list(text('searchFace')) },
      { type: 'vehicle', stems: list(text('searchVehicle')) },
      { type: 'lineCrossing', stems: list(text('searchLineCrossing')) },
      { type: 'intrusion', stems: list(text('searchIntrusion')) },
      { type: 'loudNoise', stems: list(text('searchLoudNoise')) },
      { type: 'smokeAlarm', stems: list(text('searchSmokeAlarm')) },
      { type: 'coAlarm', stems: list(text('searchCoAlarm')) },
      { type: 'fire', stems: list(text('searchFire')) },
      { type: 'smoke', stems: list(text('searchSmoke')) },
      { type: 'glassBreak', stems: list(text('searchGlassBreak')) },
      { type: 'babyCry', stems: list(text('searchBabyCry')) },
      { type: 'motion', stems: list(text('searchMotion')) },
      { type: 'timelapse', stems: list(text('searchTimelapse')) },
    ],
    days: [
      { offset: 0, stems: list(text('searchToday')) },
      { offset: -1, stems: list(text('searchYesterday')) },
    ],
    weekdays: text('searchWeekdays')
      .split(',')
      .map((words) => list(words.trim())),
    ignored: new Set(list(text('searchIgnored'))),
  };
}
