/** A topic by which a recorder learns of motion, with the names of its items. */
export interface MotionTopic {
  /** Names of the topic's tree, of `tns1`. */
  readonly path: readonly [string, ...string[]];
  /** Items that name the source. */
  readonly source: readonly (readonly [name: string, value: string])[];
  /** The item with the state. */
  readonly state: string;
}

/** As the media service calls the only video source, and its configuration. */
const video = 'video';

/** Recorders look for either: the first is of Profile T, the second of the analytics service, and most cameras send both. */
export const motionTopics: readonly MotionTopic[] = [
  { path: ['VideoSource', 'MotionAlarm'], source: [['Source', video]], state: 'State' },
  {
    path: ['RuleEngine', 'CellMotionDetector', 'Motion'],
    source: [
      ['VideoSourceConfigurationToken', video],
      ['VideoAnalyticsConfigurationToken', video],
      ['Rule', 'Motion'],
    ],
    state: 'IsMotion',
  },
];

/**
 * Whether an expression of topics (WS-Topics, with the `//.` and `|` of ONVIF) wants a topic. Prefixes are not compared, as cameras don't.
 * @param expression empty for every topic
 */
export function matchesTopic(expression: string, path: MotionTopic['path']): boolean {
  const wanted = expression
    .slice(0, 1000)
    .split('|')
    .map((one) => one.trim());
  return wanted.some((one) => {
    if (one === '') return true;
    const isTree = one.endsWith('//.');
    const names = (isTree ? one.slice(0, -3) : one).split('/').map((name) => name.split(':').at(-1) ?? '');
    return (isTree || names.length === path.length) && names.every((name, index) => name === path[index]);
  });
}
