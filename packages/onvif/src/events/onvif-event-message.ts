import { childrenOf, type XmlElement } from '../soap/onvif-xml.ts';
import { plainText } from '../soap/plain-text.ts';
import { readDateTime } from './onvif-times.ts';
import {
  classesOf,
  classOf,
  findTopic,
  kindOfItem,
  topicNames,
  type OnvifEventKind,
  type OnvifObjectClass,
  type OnvifTopic,
} from './onvif-topics.ts';

/** A message of a camera about something that it noticed. */
export interface OnvifEvent {
  readonly kind: OnvifEventKind;
  /** Whether it begins or continues; false when it ends. */
  readonly isActive: boolean;
  /** Unix ms. */
  readonly at: number;
  /** The video source, or a configuration of it, as the camera names it; null if it doesn't. That of a recorder's channel is the source. */
  readonly sourceToken: string | null;
  /** The name that a user gave to the rule, a line or a zone; null without one. */
  readonly rule: string | null;
  /** What was seen, if the camera recognises it. */
  readonly objectClass: OnvifObjectClass | null;
  /** It reports a state that was there before. */
  readonly isInitial: boolean;
  /** It has no end: the camera reports a moment. */
  readonly isMomentary: boolean;
  /** Identifies the rule that reports it: an end belongs to the beginning with the same key, even if its class is no longer named. */
  readonly key: string;
}

interface ReadEventsOptions {
  /** By our clock, Unix ms. */
  readonly receivedAt: number;
  /** How far the camera's clock is ahead, ms. */
  readonly clockOffset: number;
}

/** More in one answer are left out; the bounds of XML allow no more than some thousands. */
const maxMessages = 200;
const maxItems = 32;
const maxValueLength = 256;
/** A time that differs more from ours is local time, or that of an earlier event: cameras repeat those. */
const maxTimeErrorMs = 5000;

const stateItems: ReadonlySet<string> = new Set([
  'state',
  'active',
  'isactive',
  'ismotion',
  'isinside',
  'issounddetected',
  'triggered',
  'logicalstate',
  ...['ispeople', 'isperson', 'ishuman', 'isvehicle', 'ispet', 'isanimal', 'islinecross', 'isintrusion'],
]);
const sourceItems = ['videosourceconfigurationtoken', 'videosourcetoken', 'videosource', 'videosourceconfiguration', 'source'];
const ruleItems = ['rule', 'rulename'];
const classItems = ['classtypes', 'objecttype', 'objectclass', 'class', 'type'];
/** What a message can list. */
const listedClasses = ['human', 'vehicle', 'animal'] as const satisfies readonly OnvifObjectClass[];
/** What cameras call a rule that nobody named. */
const isGivenName = /^My\w*(?:Rule|Detector|Detect)\d*$/;

type Items = ReadonlyMap<string, string>;

/** Reads the messages of an answer, in their order; those about anything else, or that can't be read, are left out. Never throws. */
export function readOnvifEvents(answer: XmlElement, options: ReadEventsOptions): OnvifEvent[] {
  return childrenOf(answer, 'NotificationMessage', '')
    .slice(0, maxMessages)
    .flatMap((notification) => readNotification(notification, options));
}

function readNotification(notification: XmlElement, options: ReadEventsOptions): OnvifEvent[] {
  const outer = childrenOf(notification, 'Message', '')[0];
  const message = childrenOf(outer, 'Message', '')[0] ?? outer;
  const names = topicNames(childrenOf(notification, 'Topic', '')[0]?.text ?? '');
  if (!message || names === '') return [];
  const [source, key, data] = ['Source', 'Key', 'Data'].map((part) => itemsOf(childrenOf(message, part, '')[0]));
  if (!source || !key || !data) return [];
  const operation = message.attributes.get('PropertyOperation') ?? 'Changed';
  const rule = first(source, ruleItems);
  const objectClass = classOf(first(data, classItems) ?? '') ?? classOf(first(key, classItems) ?? '');
  const common = {
    at: timeOf(message.attributes.get('UtcTime') ?? '', options),
    sourceToken: first(source, sourceItems),
    rule: rule === null || isGivenName.test(rule) ? null : plainText(rule).slice(0, 40) || null,
    isInitial: operation === 'Initialized',
  };
  const keyOf = (item: string): string => [names, item, ...[...source].flat()].join('|').slice(0, 600);
  const isGone = operation === 'Deleted';

  const named = [...data].flatMap(([item, value]) => {
    const [kind, state] = [kindOfItem(names, item), stateOf(value)];
    return kind && state !== null ? [{ kind, item, state }] : [];
  });
  if (named.length > 0)
    return named.map(({ kind, item, state }) => ({
      ...common,
      kind,
      isActive: state && !isGone,
      objectClass: kind === 'human' || kind === 'vehicle' || kind === 'animal' ? kind : objectClass,
      isMomentary: false,
      key: keyOf(item),
    }));

  const topic = findTopic(names);
  const state = topic && stateIn(data, topic);
  const listed = topic?.hasClassesAsState && state === null ? classesIn(data) : null;
  if (listed)
    return listedClasses.map((one) => ({
      ...common,
      kind: one,
      isActive: listed.has(one) && !isGone,
      objectClass: one,
      isMomentary: false,
      key: keyOf(one),
    }));
  if (!topic || state === null) return [];
  const kind = kindOf(topic, objectClass, rule);
  return [
    {
      ...common,
      kind,
      isActive: state.isActive && !isGone,
      objectClass: objectClass ?? (kind === 'human' || kind === 'vehicle' || kind === 'animal' ? kind : null),
      isMomentary: state.isMomentary,
      key: keyOf(''),
    },
  ];
}

function kindOf({ kind, hasClassAsRule }: OnvifTopic, objectClass: OnvifObjectClass | null, rule: string | null): OnvifEventKind {
  if (kind === 'class') return objectClass ?? 'motion';
  const byRule = hasClassAsRule && rule !== null && !/\s/.test(rule) ? classOf(rule) : null;
  return byRule ?? kind;
}

/** Returns the classes that a message lists; null for one without a list. */
function classesIn(data: Items): ReadonlySet<OnvifObjectClass> | null {
  const [list] = [...data].filter(([item]) => item.toLowerCase() === 'classtypes');
  return list ? classesOf(list[1]) : null;
}

/** A message without a state is a moment, where the topic has such. */
function stateIn(data: Items, { isMomentary }: OnvifTopic): { readonly isActive: boolean; readonly isMomentary: boolean } | null {
  for (const [item, value] of data) {
    // A number can be an object's id.
    const state = stateItems.has(item.toLowerCase()) || /^(?:true|false)$/i.test(value) ? stateOf(value) : null;
    if (state !== null) return { isActive: state, isMomentary: false };
  }
  return isMomentary ? { isActive: true, isMomentary: true } : null;
}

function stateOf(value: string): boolean | null {
  if (/^(?:true|1|active)$/i.test(value)) return true;
  return /^(?:false|0|inactive)$/i.test(value) ? false : null;
}

/** Items in their order, each name once. */
function itemsOf(part: XmlElement | undefined): Items {
  const items = new Map<string, string>();
  for (const { attributes } of childrenOf(part, 'SimpleItem', '').slice(0, maxItems)) {
    const name = (attributes.get('Name') ?? '').slice(0, 100);
    if (name !== '' && !items.has(name)) items.set(name, (attributes.get('Value') ?? '').trim().slice(0, maxValueLength));
  }
  return items;
}

function first(items: Items, names: readonly string[]): string | null {
  for (const name of names) for (const [item, value] of items) if (item.toLowerCase() === name && value !== '') return value;
  return null;
}

function timeOf(text: string, { receivedAt, clockOffset }: ReadEventsOptions): number {
  const at = readDateTime(text) ?? receivedAt;
  return [at - clockOffset, at].find((time) => Math.abs(time - receivedAt) <= maxTimeErrorMs) ?? receivedAt;
}
