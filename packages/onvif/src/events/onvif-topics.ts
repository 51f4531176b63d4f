/** What a camera noticed by itself. */
export type OnvifEventKind = 'motion' | 'human' | 'vehicle' | 'animal' | 'lineCrossing' | 'intrusion' | 'sound';
/** What a camera recognized. */
export type OnvifObjectClass = 'human' | 'vehicle' | 'animal';

/** How cameras report an event. */
export interface OnvifTopic {
  /** Names without prefixes; `*` at the end stands for one or more names. */
  readonly topic: string;
  /** `class`: that of the object in the message; motion if the message has none. */
  readonly kind: OnvifEventKind | 'class';
  /** The message reports a moment and has no end. */
  readonly isMomentary?: true;
  /** Its rules have the name of the class that they look for. */
  readonly hasClassAsRule?: true;
  /** A message lists the classes that are there now, and has no other state: an empty list ends them all. */
  readonly hasClassesAsState?: true;
  /** Who reports it so, and where that can be read. */
  readonly source: string;
}

const tapo = 'TP-Link Tapo, VIGI: JurajNyiri/HomeAssistant-Tapo-Control #304';
const reolink = 'Reolink: home-assistant/core, onvif';
const uniview = 'Uniview and others: danielwoz/ubiquiti-protect-onvif-event-listener';
const hanwha = 'Hanwha: Mirasys, ONVIF Profile M events';
const axis = 'Axis: Kane610/axis';
const ajax = 'Ajax: home-assistant/core #160692';
const analytics = 'ONVIF Analytics Service Specification';

/** The topics of cameras, by public sources. Each is a fact about a camera, so there is one row for each. */
export const onvifTopics: readonly OnvifTopic[] = [
  { topic: 'VideoSource/MotionAlarm', kind: 'motion', source: 'ONVIF Imaging Service Specification' },
  { topic: 'VideoAnalytics/MotionAlarm', kind: 'motion', source: 'Bosch' },
  { topic: 'VideoAnalytics/MotionDetection', kind: 'motion', source: 'Hanwha, Axis: Kane610/axis' },
  { topic: 'RuleEngine/CellMotionDetector/Motion', kind: 'motion', source: analytics },
  { topic: 'RuleEngine/MotionRegionDetector/Motion', kind: 'motion', source: analytics },
  { topic: 'RuleEngine/VMD3/*', kind: 'motion', source: axis },
  { topic: 'CameraApplicationPlatform/VMD/*', kind: 'motion', source: axis },
  { topic: 'CameraApplicationPlatform/MotionGuard/*', kind: 'motion', source: axis },

  { topic: 'RuleEngine/MyRuleDetector/PeopleDetect', kind: 'human', source: reolink },
  { topic: 'RuleEngine/MyRuleDetector/HumanDetect', kind: 'human', source: 'Dahua' },
  { topic: 'RuleEngine/MyRuleDetector/FaceDetect', kind: 'human', source: reolink },
  { topic: 'RuleEngine/MyRuleDetector/Visitor', kind: 'human', source: `${reolink} (the bell was pressed)` },
  { topic: 'RuleEngine/PeopleDetector/People', kind: 'human', source: tapo },
  { topic: 'RuleEngine/CellMotionDetector/People', kind: 'human', source: tapo },
  { topic: 'RuleEngine/Recognition/Face', kind: 'human', isMomentary: true, source: analytics },
  { topic: 'UserAlarm/IVA/HumanShapeDetect', kind: 'human', source: uniview },

  { topic: 'RuleEngine/MyRuleDetector/VehicleDetect', kind: 'vehicle', source: reolink },
  { topic: 'VehicleAlarm/IVB/VehicleDetect', kind: 'vehicle', source: uniview },
  { topic: 'RuleEngine/VehicleDetector/Vehicle', kind: 'vehicle', isMomentary: true, source: 'Hikvision, by its licence plate' },
  { topic: 'RuleEngine/Recognition/LicensePlate', kind: 'vehicle', isMomentary: true, source: analytics },

  { topic: 'RuleEngine/MyRuleDetector/DogCatDetect', kind: 'animal', source: reolink },
  { topic: 'UserAlarm/IVA/AnimalDetect', kind: 'animal', source: uniview },

  { topic: 'RuleEngine/LineDetector/Crossed', kind: 'lineCrossing', isMomentary: true, source: `${analytics}; Hikvision, Dahua, Bosch` },
  { topic: 'RuleEngine/LineCrossDetector/LineCross', kind: 'lineCrossing', source: tapo },
  { topic: 'RuleEngine/CellMotionDetector/LineCross', kind: 'lineCrossing', source: tapo },
  { topic: 'RuleEngine/ObjectCrosses', kind: 'lineCrossing', isMomentary: true, source: 'Avigilon: Mirasys, ONVIF Profile M events' },
  { topic: 'CameraApplicationPlatform/FenceGuard/*', kind: 'lineCrossing', source: axis },
  { topic: 'OpenApp/WiseAI/LineCrossing', kind: 'lineCrossing', source: hanwha },

  {
    topic: 'RuleEngine/FieldDetector/ObjectsInside',
    kind: 'intrusion',
    hasClassAsRule: true,
    source: `${analytics}; Hikvision, Dahua, whose rules Human and Vehicle are its smart motion detection`,
  },
  { topic: 'RuleEngine/MyRuleDetector/ObjectsInside', kind: 'intrusion', hasClassAsRule: true, source: 'Dahua' },
  { topic: 'RuleEngine/IntrusionDetector/Intrusion', kind: 'intrusion', source: tapo },
  { topic: 'RuleEngine/CellMotionDetector/Intrusion', kind: 'intrusion', source: tapo },
  { topic: 'RuleEngine/LoiteringDetector/ObjectIsLoitering', kind: 'intrusion', isMomentary: true, source: analytics },
  { topic: 'CameraApplicationPlatform/LoiteringGuard/*', kind: 'intrusion', source: axis },

  { topic: 'RuleEngine/ObjectDetection/Object', kind: 'class', hasClassesAsState: true, source: `${analytics}; Ajax` },
  { topic: 'RuleEngine/ObjectDetector/Detection', kind: 'class', hasClassesAsState: true, source: ajax },
  { topic: 'CameraApplicationPlatform/ObjectAnalytics/*', kind: 'class', source: axis },
  { topic: 'OpenApp/WiseAI/ObjectDetection', kind: 'class', source: hanwha },

  { topic: 'AudioAnalytics/Audio/DetectedSound', kind: 'sound', source: analytics },
  { topic: 'AudioAnalytics/SoundDetection', kind: 'sound', source: 'Hanwha' },
  { topic: 'AudioSource/TriggerLevel', kind: 'sound', source: axis },
];

/** Items that name what was noticed, whatever their topic in `RuleEngine`: Tapo's topics differ from firmware to firmware. */
const itemKinds: ReadonlyMap<string, OnvifEventKind> = new Map([
  ['ispeople', 'human'],
  ['isperson', 'human'],
  ['ishuman', 'human'],
  ['isvehicle', 'vehicle'],
  ['ispet', 'animal'],
  ['isanimal', 'animal'],
  ['islinecross', 'lineCrossing'],
  ['isintrusion', 'intrusion'],
]);

const classes: ReadonlyMap<string, OnvifObjectClass> = new Map([
  ...(['human', 'humans', 'person', 'people', 'face', 'humanface', 'humanbody', 'pedestrian'] as const).map(
    (word) => [word, 'human'] as const,
  ),
  ...(['vehicle', 'vehicles', 'car', 'truck', 'bus', 'motorcycle', 'motorbike', 'bicycle', 'bike', 'nonmotor'] as const).map(
    (word) => [word, 'vehicle'] as const,
  ),
  ...(['animal', 'animals', 'pet', 'dog', 'cat'] as const).map((word) => [word, 'animal'] as const),
]);

const exact = new Map(onvifTopics.filter(({ topic }) => !topic.endsWith('*')).map((row) => [row.topic.toLowerCase(), row]));
const families = onvifTopics
  .filter(({ topic }) => topic.endsWith('*'))
  .map((row) => ({ row, start: row.topic.slice(0, -1).toLowerCase() }));
const maxTopicLength = 300;

/** Reduces a topic to its names in lower case: cameras choose prefixes, capitals and white space freely. */
export function topicNames(text: string): string {
  return text
    .slice(0, maxTopicLength)
    .split('/')
    .map((name) =>
      name
        .slice(name.lastIndexOf(':') + 1)
        .trim()
        .toLowerCase(),
    )
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}

/** @param names as `topicNames` returns them */
export function findTopic(names: string): OnvifTopic | null {
  return exact.get(names) ?? families.find(({ start }) => names.startsWith(start) && names.length > start.length)?.row ?? null;
}

/** Returns what an item of a message names. @param names of its topic */
export function kindOfItem(names: string, item: string): OnvifEventKind | null {
  return names.startsWith('ruleengine/') ? (itemKinds.get(item.toLowerCase()) ?? null) : null;
}

/** Returns the classes that a text names, in its order: `Human`, `Vehicle,Human`. */
export function classesOf(text: string): ReadonlySet<OnvifObjectClass> {
  const words = text
    .slice(0, 200)
    .toLowerCase()
    .split(/[\s,;/|]/);
  return new Set(words.flatMap((word) => classes.get(word) ?? []));
}

/** Returns the first class that a text names. */
export function classOf(text: string): OnvifObjectClass | null {
  const [first = null] = classesOf(text);
  return first;
}
