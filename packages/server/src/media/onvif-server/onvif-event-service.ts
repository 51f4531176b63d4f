import { childrenOf, namespaces, readDateTime, readDuration, type XmlElement } from '@watchpost/onvif/messages';
import { onvifFaults, type OnvifFault } from './onvif-envelopes.ts';
import { element, markup, type Markup } from './onvif-markup.ts';
import type { OnvifLinkOperation, OnvifLinkQuestion, OnvifService } from './onvif-operations.ts';
import { onvifPullPointPath } from './onvif-paths.ts';
import { maxPullPoints, type MotionMessage, type PullPoint } from './onvif-pull-points.ts';
import { motionTopics } from './onvif-topics.ts';

const defaultLeaseMs = 60_000;
const minLeaseMs = 10_000;
const maxLeaseMs = 600_000;
/** The longest that a request waits; recorders ask for a minute. */
const maxWaitMs = 60_000;
const maxMessages = 100;
const dialects = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet';

export const eventCapabilities: Markup = markup`<tev:Capabilities WSSubscriptionPolicySupport="false" WSPullPointSupport="true" WSPausableSubscriptionManagerInterfaceSupport="false" MaxNotificationProducers="0" MaxPullPoints="${maxPullPoints}" PersistentNotificationStorage="false"/>`;

/** The event service: motion, pulled by the recorder. */
export const eventService: OnvifService = {
  namespace: namespaces.events,
  prefix: 'tev',
  actions: (operation) =>
    `${namespaces.events}/${operation === 'PullMessages' || operation === 'SetSynchronizationPoint' ? 'PullPointSubscription' : 'EventPortType'}/${operation}`,
  open: new Map([['GetServiceCapabilities', () => eventCapabilities]]),
  closed: new Map<string, OnvifLinkOperation>([
    ['GetEventProperties', withEvents(() => eventProperties())],
    ['CreatePullPointSubscription', withEvents(subscribe)],
    ['PullMessages', pull],
    [
      'SetSynchronizationPoint',
      ofPullPoint((point) => {
        point.synchronize();
        return markup``;
      }),
    ],
  ]),
};

/** What subscriptions have of WS-BaseNotification. */
export const notificationService: OnvifService = {
  namespace: namespaces.notification,
  prefix: 'wsnt',
  actions: (operation) => `http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/${operation}`,
  open: new Map(),
  closed: new Map<string, OnvifLinkOperation>([
    [
      'Renew',
      ofPullPoint((point, { request, now }) => {
        const leaseMs = readLease(request, 'TerminationTime', namespaces.notification, now);
        if (leaseMs === null) return onvifFaults.badTime;
        point.extend(leaseMs);
        // The schema has them in this order, unlike the other answers.
        return markup`<wsnt:TerminationTime>${timeOf(now + point.remainingMs())}</wsnt:TerminationTime><wsnt:CurrentTime>${timeOf(now)}</wsnt:CurrentTime>`;
      }),
    ],
    [
      'Unsubscribe',
      ofPullPoint((point) => {
        point.remove();
        return markup``;
      }),
    ],
  ]),
};

function subscribe({ request, place, link, pullPoints, now }: OnvifLinkQuestion): Markup | OnvifFault {
  const leaseMs = readLease(request, 'InitialTerminationTime', namespaces.events, now);
  if (leaseMs === null) return onvifFaults.badTime;
  const [filter] = childrenOf(request, 'Filter', namespaces.events);
  const topics = childrenOf(filter, 'TopicExpression', namespaces.notification).map(({ text }) => text);
  const point = pullPoints.create(link, topics.join('|'), leaseMs);
  const address = place.origin + onvifPullPointPath(place.linkId, point.id);
  return markup`<tev:SubscriptionReference><wsa:Address>${address}</wsa:Address></tev:SubscriptionReference><wsnt:CurrentTime>${timeOf(now)}</wsnt:CurrentTime><wsnt:TerminationTime>${timeOf(now + point.remainingMs())}</wsnt:TerminationTime>`;
}

async function pull(question: OnvifLinkQuestion): Promise<Markup | OnvifFault> {
  const { request, place, link, pullPoints, signal, reopen, currentTime } = question;
  if (!link.withEvents) return onvifFaults.noEvents;
  const point = pullPoints.find(place.pullPointId, link.id);
  if (!point) return onvifFaults.noSubscription;
  const text = (name: string): string => childrenOf(request, name, namespaces.events)[0]?.text ?? '';
  const waitMs = Math.min(readDuration(text('Timeout')) ?? 0, maxWaitMs);
  const wanted = Number(text('MessageLimit'));
  point.extend(waitMs + minLeaseMs);
  await point.wait(waitMs, signal);
  // Nobody is left to read them.
  if (signal.aborted) return onvifFaults.unavailable;
  // Access may have ended while it waited.
  const { withEvents: isAllowed } = await reopen();
  if (!isAllowed) return onvifFaults.noEvents;
  if (point.remainingMs() <= 0) return onvifFaults.noSubscription;
  point.extend(defaultLeaseMs);
  const messages = point.take(wanted >= 1 ? Math.min(wanted, maxMessages) : maxMessages);
  const answeredAt = currentTime();
  return markup`<tev:CurrentTime>${timeOf(answeredAt)}</tev:CurrentTime><tev:TerminationTime>${timeOf(answeredAt + point.remainingMs())}</tev:TerminationTime>${messages.map(notification)}`;
}

function notification({ topic, isMoving, at, isInitial }: MotionMessage): Markup {
  const items = topic.source.map(([name, value]) => markup`<tt:SimpleItem Name="${name}" Value="${value}"/>`);
  const message = markup`<tt:Message UtcTime="${timeOf(at)}" PropertyOperation="${isInitial ? 'Initialized' : 'Changed'}"><tt:Source>${items}</tt:Source><tt:Data><tt:SimpleItem Name="${topic.state}" Value="${isMoving}"/></tt:Data></tt:Message>`;
  return markup`<wsnt:NotificationMessage><wsnt:Topic Dialect="${dialects}">tns1:${topic.path.join('/')}</wsnt:Topic><wsnt:Message>${message}</wsnt:Message></wsnt:NotificationMessage>`;
}

/** What a recorder reads to offer rules: the tree of topics, and the items of each. */
function eventProperties(): Markup {
  const trees = motionTopics.map(({ path, source, state }) => {
    const description = (name: string, type: string): Markup => markup`<tt:SimpleItemDescription Name="${name}" Type="${type}"/>`;
    const items = source.map(([name]) => description(name, name === 'Rule' ? 'xs:string' : 'tt:ReferenceToken'));
    const inside = markup`<tt:MessageDescription IsProperty="true"><tt:Source>${items}</tt:Source><tt:Data>${description(state, 'xs:boolean')}</tt:Data></tt:MessageDescription>`;
    return path.reduceRight((below, name, depth) => {
      // Only the first name has a prefix, and only the last is a topic.
      const isTopic = depth === path.length - 1;
      return element(depth === 0 ? `tns1:${name}` : name, isTopic ? { 'wstop:topic': 'true' } : {}, below);
    }, inside);
  });
  return markup`<tev:TopicNamespaceLocation>http://www.onvif.org/onvif/ver10/topics/topicns.xml</tev:TopicNamespaceLocation><wsnt:FixedTopicSet>true</wsnt:FixedTopicSet><wstop:TopicSet xmlns:xs="http://www.w3.org/2001/XMLSchema">${trees}</wstop:TopicSet><wsnt:TopicExpressionDialect>${dialects}</wsnt:TopicExpressionDialect><wsnt:TopicExpressionDialect>http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete</wsnt:TopicExpressionDialect><tev:MessageContentFilterDialect>http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter</tev:MessageContentFilterDialect><tev:MessageContentSchemaLocation>http://www.onvif.org/onvif/ver10/schema/onvif.xsd</tev:MessageContentSchemaLocation>`;
}

function withEvents<Answer>(answer: (question: OnvifLinkQuestion) => Answer): (question: OnvifLinkQuestion) => Answer | OnvifFault {
  return (question) => (question.link.withEvents ? answer(question) : onvifFaults.noEvents);
}

function ofPullPoint<Answer>(
  answer: (point: PullPoint, question: OnvifLinkQuestion) => Answer,
): (question: OnvifLinkQuestion) => Answer | OnvifFault {
  return withEvents((question) => {
    const point = question.pullPoints.find(question.place.pullPointId, question.link.id);
    return point ? answer(point, question) : onvifFaults.noSubscription;
  });
}

/** Reads a lease, as a duration or as an end; the usual one where none is named, null for a time that can't be read. */
function readLease(request: XmlElement, name: string, namespace: string, now: number): number | null {
  const text = (childrenOf(request, name, namespace)[0]?.text ?? '').trim();
  const until = readDateTime(text);
  const wanted = text === '' ? defaultLeaseMs : (readDuration(text) ?? (until === null ? null : until - now));
  return wanted === null ? null : Math.min(Math.max(wanted, minLeaseMs), maxLeaseMs);
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
