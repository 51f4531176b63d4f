import type { PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { DetectorFinding, DetectorSettings } from '../../../kernel/settings/detector-settings.ts';
import type { DetectorClient } from './detector-client.ts';

/** Knows what a detector finds beside objects, so that nothing else is offered. */
export interface DetectorFindings {
  known(): readonly DetectorFinding[];
  close(): void;
}

/** Models are installed now and then; a detector that starts after this server is asked again sooner. */
const refreshMs = 10 * 60_000;
const retryMs = 30_000;

/** What the operator says counts; else the names of the custom models do, which CodeProject.AI and its like list. */
export function createDetectorFindings({
  settings,
  client,
  clock,
}: {
  readonly settings: DetectorSettings;
  readonly client: Pick<DetectorClient, 'models'>;
  readonly clock: Clock;
}): DetectorFindings {
  const { finds, model } = settings;
  if (finds) return { known: () => finds, close: () => undefined };
  let known: readonly DetectorFinding[] = [];
  let isClosed = false;
  let cancel: () => void = () => undefined;
  const refresh = async (): Promise<void> => {
    const models = await client.models();
    if (isClosed) return;
    // One that does not answer for a moment still finds what it did.
    if (models) known = findingsOf(models, model);
    cancel = clock.after(models ? refreshMs : retryMs, () => void refresh());
  };
  void refresh();
  return {
    known: () => known,
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}

const words: Readonly<Partial<Record<string, PlugInDetectionType>>> = {
  fire: 'fire',
  fires: 'fire',
  firenet: 'fire',
  flame: 'fire',
  flames: 'fire',
  smoke: 'smoke',
};

/** Returns what models find by the words of their names: `fire-net`, `Fire_Smoke`. The first model counts. @param usual the model for objects */
export function findingsOf(models: readonly string[], usual: string | null): DetectorFinding[] {
  const found = new Map<PlugInDetectionType, DetectorFinding>();
  for (const name of models) {
    if (!/^[\w.-]{1,64}$/.test(name)) continue;
    for (const word of name.toLowerCase().split(/[^a-z]+/)) {
      const type = Object.hasOwn(words, word) ? words[word] : undefined;
      if (type && !found.has(type)) found.set(type, { type, model: name === usual ? null : name });
    }
  }
  return [...found.values()];
}
