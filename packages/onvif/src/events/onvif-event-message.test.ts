import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseError } from '../kernel/parse-error.ts';
import { namespaces, readSoapAnswer } from '../soap/onvif-soap.ts';
import { escapeXml } from '../soap/onvif-xml.ts';
import { readOnvifEvents, type OnvifEvent } from './onvif-event-message.ts';
import { findTopic, onvifTopics, topicNames } from './onvif-topics.ts';

const receivedAt = Date.UTC(2026, 10, 27, 3, 0, 0);
const request = { namespace: namespaces.events, name: 'PullMessages' };
const declared =
  'xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:tev="http://www.onvif.org/ver10/events/wsdl"';

interface Message {
  readonly topic: string;
  readonly source?: string;
  readonly data?: string;
  readonly operation?: string | null;
  readonly at?: string;
}

/** @param pairs `Name=Value Name=Value` */
const items = (pairs: string): string =>
  pairs
    .split(' ')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('='))
    .map(([name = '', value = '']) => `<tt:SimpleItem Name="${name}" Value="${escapeXml(value.replaceAll('_', ' '))}"/>`)
    .join('');

function notification({ topic, source = '', data = '', operation = 'Changed', at = '2026-11-27T03:00:00Z' }: Message): string {
  const words = `UtcTime="${at}"${operation === null ? '' : ` PropertyOperation="${operation}"`}`;
  return (
    `<wsnt:NotificationMessage><wsnt:Topic Dialect="d">${topic}</wsnt:Topic><wsnt:Message><tt:Message ${words}>` +
    `<tt:Source>${items(source)}</tt:Source><tt:Key/><tt:Data>${items(data)}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`
  );
}
const envelope = (inside: string): string =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" ${declared}><s:Body><tev:PullMessagesResponse><tev:CurrentTime>2026-11-27T03:00:00Z</tev:CurrentTime>${inside}</tev:PullMessagesResponse></s:Body></s:Envelope>`;

function read(xml: string, clockOffset = 0): OnvifEvent[] {
  const answer = readSoapAnswer(xml, request);
  return 'response' in answer ? readOnvifEvents(answer.response, { receivedAt, clockOffset }) : [];
}
const readOne = (message: Message): OnvifEvent[] => read(envelope(notification(message)));

describe('what cameras report', () => {
  test.each<[string, Message, Partial<OnvifEvent> | null]>([
    [
      'ONVIF',
      { topic: 'tns1:VideoSource/MotionAlarm', source: 'Source=lens', data: 'State=true' },
      { kind: 'motion', sourceToken: 'lens' },
    ],
    [
      'ONVIF',
      {
        topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
        source: 'VideoSourceConfigurationToken=vs Rule=MyMotionDetectorRule',
        data: 'IsMotion=1',
      },
      { kind: 'motion', sourceToken: 'vs', rule: null },
    ],
    [
      'ONVIF',
      { topic: 'tns1:RuleEngine/LineDetector/Crossed', source: 'VideoSource=1 Rule=Crossing_line_2', data: 'ObjectId=1' },
      { kind: 'lineCrossing', isMomentary: true, rule: 'Crossing line 2', objectClass: null },
    ],
    [
      'Avigilon',
      { topic: 'tns1:RuleEngine/LineDetector/Crossed', source: 'Rule=Port_Wrong', data: 'ObjectId=2166734 ClassTypes=Human' },
      { kind: 'lineCrossing', isMomentary: true, objectClass: 'human' },
    ],
    ['Avigilon', { topic: 'tns1:RuleEngine/tnsavg:ObjectCrosses', data: 'ChannelId=0 ObjectType=1' }, { kind: 'lineCrossing' }],
    [
      'ONVIF',
      { topic: 'tns1:RuleEngine/FieldDetector/ObjectsInside', source: 'Rule=Yard', data: 'IsInside=true' },
      { kind: 'intrusion', rule: 'Yard', isMomentary: false },
    ],
    [
      'Dahua',
      { topic: 'tns1:RuleEngine/FieldDetector/ObjectsInside', source: 'Rule=Human', data: 'IsInside=true' },
      { kind: 'human', objectClass: 'human' },
    ],
    [
      'Dahua',
      { topic: 'tns1:RuleEngine/FieldDetector/ObjectsInside', source: 'Rule=Car_park', data: 'IsInside=true' },
      { kind: 'intrusion' },
    ],
    ['Reolink', { topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect', source: 'Source=000', data: 'State=true' }, { kind: 'human' }],
    ['Reolink', { topic: 'tns1:RuleEngine/MyRuleDetector/VehicleDetect', data: 'State=true' }, { kind: 'vehicle', objectClass: 'vehicle' }],
    ['Reolink', { topic: 'tns1:RuleEngine/MyRuleDetector/DogCatDetect', data: 'State=true' }, { kind: 'animal', objectClass: 'animal' }],
    ['Reolink', { topic: 'tns1:RuleEngine/MyRuleDetector/FaceDetect', data: 'State=true' }, { kind: 'human' }],
    ['Reolink', { topic: 'tns1:RuleEngine/MyRuleDetector/Visitor', data: 'State=true' }, { kind: 'human' }],
    ['Reolink', { topic: 'tns1:RuleEngine/MyRuleDetector/Package', data: 'State=true' }, null],
    ['Tapo', { topic: 'tns1:RuleEngine/PeopleDetector/People', data: 'IsPeople=true' }, { kind: 'human' }],
    ['Tapo', { topic: 'tns1:RuleEngine/PeopleDetector/People', data: 'IsMotion=true' }, { kind: 'human' }],
    ['Tapo', { topic: 'tns1:RuleEngine/TPSmartEventDetector/TPSmartEvent', data: 'IsVehicle=true' }, { kind: 'vehicle' }],
    ['Tapo', { topic: 'tns1:RuleEngine/CellMotionDetector/TpSmartEvent', data: 'IsPet=true' }, { kind: 'animal' }],
    ['Tapo', { topic: 'tns1:RuleEngine/LineCrossDetector/LineCross', data: 'IsLineCross=true' }, { kind: 'lineCrossing' }],
    ['Tapo', { topic: 'tns1:RuleEngine/CellMotionDetector/Intrusion', data: 'IsIntrusion=true' }, { kind: 'intrusion' }],
    ['Tapo', { topic: 'tns1:RuleEngine/TPSmartEventDetector/TPSmartEvent', data: 'IsTamper=true' }, null],
    [
      'Hikvision',
      { topic: 'tns1:RuleEngine/VehicleDetector/tnshik:Vehicle', data: 'PlateNumber=A1' },
      { kind: 'vehicle', isMomentary: true },
    ],
    ['Hikvision', { topic: 'tns1:Device/Trigger/tnshik:AlarmIn', data: 'State=true' }, null],
    [
      'Axis',
      {
        topic: 'tnsaxis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1',
        data: 'active=1 triggerTime=x objectId=4240 classTypes=human',
      },
      { kind: 'human' },
    ],
    [
      'Axis',
      { topic: 'tnsaxis:CameraApplicationPlatform/ObjectAnalytics/Device1ScenarioANY', data: 'active=1 objectId= classTypes=' },
      { kind: 'motion' },
    ],
    ['Axis', { topic: 'tnsaxis:CameraApplicationPlatform/ObjectAnalytics/xinternal_data', data: 'svgframe=x' }, null],
    ['Axis', { topic: 'tns1:RuleEngine/tnsaxis:VMD3/vmd3_video_1', data: 'active=1' }, { kind: 'motion' }],
    ['Axis', { topic: 'tns1:AudioSource/tnsaxis:TriggerLevel', data: 'triggered=1' }, { kind: 'sound' }],
    [
      'Hanwha',
      {
        topic: 'tns1:OpenApp/WiseAI/LineCrossing',
        source: 'VideoSourceToken=vs-0 RuleName=LineCross',
        data: 'State=true ObjectId= Action=',
      },
      { kind: 'lineCrossing', sourceToken: 'vs-0', rule: 'LineCross' },
    ],
    ['Hanwha', { topic: 'tns1:OpenApp/WiseAI/ObjectDetection', data: 'State=true ClassTypes=Person' }, { kind: 'human' }],
    ['Uniview', { topic: 'tns1:UserAlarm/IVA/HumanShapeDetect', data: 'State=true' }, { kind: 'human' }],
    ['ONVIF', { topic: 'tns1:AudioAnalytics/Audio/DetectedSound', data: 'IsSoundDetected=true' }, { kind: 'sound' }],
    ['nobody', { topic: 'tns1:Device/Trigger/DigitalInput', data: 'LogicalState=true' }, null],
    ['nobody', { topic: 'tns1:Device/IsPeople', data: 'IsPeople=true' }, null],
    ['nobody', { topic: '', data: 'State=true' }, null],
    ['nobody', { topic: 'tns1:RuleEngine/CellMotionDetector/Motion', data: 'IsMotion=maybe' }, null],
    ['nobody', { topic: 'tns1:RuleEngine/CellMotionDetector/Motion' }, null],
  ])('%s: %o', (_, message, expected) => {
    expect(readOne(message)).toEqual(expected === null ? [] : [expect.objectContaining({ isActive: true, ...expected })]);
  });

  test('topics are unique, and each is found by its own name', () => {
    expect(new Set(onvifTopics.map(({ topic }) => topic.toLowerCase())).size).toBe(onvifTopics.length);
    for (const row of onvifTopics) {
      expect(row.source).not.toBe('');
      expect(findTopic(topicNames(row.topic.replace('*', 'Anything')))).toBe(row);
    }
  });
});

describe('how cameras write it', () => {
  const message: Message = { topic: 'tns1:RuleEngine/MyRuleDetector/PeopleDetect', source: 'Source=000', data: 'State=true' };
  test.each([
    ['prefixes on every name', 'tns1:RuleEngine/tns1:MyRuleDetector/tns1:PeopleDetect'],
    ['white space', ' \n tns1:RuleEngine/MyRuleDetector/PeopleDetect \n'],
    ['the rest of an expression', 'tns1:RuleEngine/MyRuleDetector/PeopleDetect//.'],
    ['other capitals', 'tns1:ruleEngine/myRuleDetector/peopleDetect'],
    ['no prefix', 'RuleEngine/MyRuleDetector/PeopleDetect'],
  ])('a topic with %s', (_, topic) => {
    expect(readOne({ ...message, topic })).toMatchObject([{ kind: 'human', isActive: true }]);
  });
  test('without declared namespaces', () => {
    expect(read(envelope(notification(message)).replaceAll(/ xmlns:\w+="[^"]*"/g, ''))).toMatchObject([{ kind: 'human' }]);
  });
  test('a message without the inner one', () => {
    const flat = notification(message)
      .replace('<wsnt:Message><tt:Message', '<tt:Message')
      .replace('</tt:Message></wsnt:Message>', '</tt:Message>');
    expect(read(envelope(flat))).toMatchObject([{ kind: 'human' }]);
  });
  test.each([
    ['Initialized', 'true', { isInitial: true, isActive: true }],
    ['Changed', 'true', { isInitial: false, isActive: true }],
    ['Changed', 'FALSE', { isInitial: false, isActive: false }],
    ['Changed', '0', { isInitial: false, isActive: false }],
    ['Deleted', 'true', { isInitial: false, isActive: false }],
    [null, 'true', { isInitial: false, isActive: true }],
  ])('operation %s with %s', (operation, state, expected) => {
    expect(readOne({ ...message, operation, data: `State=${state}` })).toMatchObject([expected]);
  });
  test('several items of one message are events of their own', () => {
    const events = readOne({
      topic: 'tns1:RuleEngine/TPSmartEventDetector/TPSmartEvent',
      data: 'IsPeople=true IsVehicle=false IsTamper=true',
    });
    expect(events.map(({ kind, isActive }) => [kind, isActive])).toEqual([
      ['human', true],
      ['vehicle', false],
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(2);
  });
  test.each(['tns1:RuleEngine/ObjectDetection/Object', 'tns1:RuleEngine/tnsajax:ObjectDetector/Detection'])(
    'a list of classes without a state (%s) says what is there and what is gone, each with a key of its own',
    (topic) => {
      const source = 'VideoSource=lens Rule=Yard';
      const listing = (data: string): OnvifEvent[] => readOne({ topic, source, data });
      const active = (data: string): string[] => listing(data).flatMap(({ kind, isActive }) => (isActive ? kind : []));
      expect(active('ClassTypes=Animal')).toEqual(['animal']);
      expect(active('ClassTypes=HumanFace_Package_Animal')).toEqual(['human', 'animal']);
      expect(active('ClassTypes=Animal,Vehicle')).toEqual(['vehicle', 'animal']);
      expect(listing('ClassTypes=Animal')[2]).toMatchObject({ objectClass: 'animal', sourceToken: 'lens', rule: 'Yard' });
      // The last of them has left: the end has the key of the beginning.
      const gone = listing('ClassTypes=');
      expect(gone.map(({ kind, isActive }) => `${kind} ${isActive}`)).toEqual(['human false', 'vehicle false', 'animal false']);
      expect(gone.map(({ key }) => key)).toEqual(listing('ClassTypes=Human').map(({ key }) => key));
      expect(new Set(gone.map(({ key }) => key)).size).toBe(3);
      expect(readOne({ topic, source, data: 'ClassTypes=Human', operation: 'Deleted' }).some(({ isActive }) => isActive)).toBe(false);
      // With a state, the list only says of what.
      expect(listing('State=true ClassTypes=Animal')).toMatchObject([{ kind: 'animal', isActive: true }]);
      expect(listing('ObjectId=4')).toEqual([]);
    },
  );
  test('an end has the key of its beginning, although its class is no longer named', () => {
    const topic = 'tns1:OpenApp/WiseAI/ObjectDetection';
    const [began, ended] = ['State=true ClassTypes=Person', 'State=false ClassTypes='].map(
      (data) => readOne({ topic, source: 'RuleName=r', data })[0],
    );
    expect([began?.isActive, ended?.isActive, ended?.key]).toEqual([true, false, began?.key]);
    expect(readOne({ topic, source: 'RuleName=other', data: 'State=true' })[0]?.key).not.toBe(began?.key);
  });
  test.each([
    ['its own time', '2026-11-27T02:59:57Z', 0, receivedAt - 3000],
    ['fractions', '2026-11-27T02:59:57.250Z', 0, receivedAt - 2750],
    ['no zone', '2026-11-27T02:59:57', 0, receivedAt - 3000],
    ['a clock that is 90 minutes ahead', '2026-11-27T04:29:58Z', 90 * 60_000, receivedAt - 2000],
    ['local time', '2026-11-27T06:00:00Z', 0, receivedAt],
    ['the time of an earlier event', '2026-11-27T02:59:00Z', 0, receivedAt],
    ['no time', '', 0, receivedAt],
    ['zeros', '0000-00-00T00:00:00Z', 0, receivedAt],
  ])('%s', (_, at, clockOffset, expected) => {
    expect(read(envelope(notification({ ...message, at })), clockOffset)).toMatchObject([{ at: expected }]);
  });
});

describe('anything else', () => {
  test('is bounded', () => {
    const message = notification({ topic: 'tns1:VideoSource/MotionAlarm', data: 'State=true' });
    expect(read(envelope(message.repeat(400)))).toHaveLength(200);
    const many = Array.from({ length: 100 }, (_, index) => `Item${index}=x`).join(' ');
    expect(readOne({ topic: 'tns1:VideoSource/MotionAlarm', data: `${many} State=true` })).toEqual([]);
    const [long] = readOne({ topic: 'tns1:VideoSource/MotionAlarm', source: `Source=${'x'.repeat(10_000)}`, data: 'State=true' });
    expect([long?.sourceToken?.length, (long?.key.length ?? 0) <= 600]).toEqual([256, true]);
  });
  test('never throws, and is an event or nothing', () => {
    const text = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('true', 'State', 'IsPeople', 'Rule', 'Human', '1', ':', '/'));
    const topic = fc.oneof(text, fc.constantFrom(...onvifTopics.map((row) => row.topic)));
    const element = fc
      .record({
        topic,
        operation: fc.constantFrom('Initialized', 'Changed', 'Deleted', 'x'),
        at: text,
        source: fc.array(fc.tuple(text, text), { maxLength: 4 }),
        data: fc.array(fc.tuple(text, text), { maxLength: 4 }),
      })
      .map(({ topic: names, operation, at, source, data }) => {
        const list = (pairs: readonly (readonly [string, string])[]): string =>
          pairs.map(([name, value]) => `<tt:SimpleItem Name="${escapeXml(name)}" Value="${escapeXml(value)}"/>`).join('');
        return (
          `<wsnt:NotificationMessage><wsnt:Topic>${escapeXml(names)}</wsnt:Topic><wsnt:Message><tt:Message UtcTime="${escapeXml(at)}" PropertyOperation="${operation}">` +
          `<tt:Source>${list(source)}</tt:Source><tt:Data>${list(data)}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`
        );
      });
    fc.assert(
      fc.property(fc.array(element, { maxLength: 5 }), (elements) => {
        for (const event of read(envelope(elements.join('')))) {
          expect(Math.abs(event.at - receivedAt)).toBeLessThanOrEqual(5000);
          expect(event.rule ?? 'x').toMatch(/^.{1,40}$/su);
        }
      }),
    );
  });
  test('torn XML is refused as such', () => {
    const xml = envelope(notification({ topic: 'tns1:VideoSource/MotionAlarm', data: 'State=true' }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: xml.length - 1 }), (end) => {
        expect(() => read(xml.slice(0, end))).toThrow(ParseError);
      }),
    );
  });
});
