import { expect, test } from 'vitest';
import { findSlowRun } from '../../../../tooling/lib/long-runs.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';
import { readAgentMessage, readAuthorizeMessage } from '../features/add-camera/add-camera-agent-messages.ts';
import { readIfMatch } from '../features/locations/locations-revision.ts';
import { describeUserAgent } from '../features/session/session-user-agent.ts';
import { pagePolicy } from '../kernel/http-security.ts';
import { composeEmailMessage } from '../kernel/email-messages/email-message.ts';
import { redact } from '../kernel/log.ts';
import { networkOf } from '../kernel/network/network-of.ts';
import { createNetworkPolicy } from '../kernel/network/network-policy.ts';
import { parseRtspUrl } from '../media/ingest/rtsp/rtsp-url.ts';
import { parseByteRange } from '../media/playback/byte-range.ts';
import { addPublicCandidates } from '../media/webrtc/whep-answer.ts';
import { preferredH264 } from '../media/webrtc/whep-offer.ts';

const network = createNetworkPolicy({ allowPrivate: false, allowLoopback: false });
const offer = [
  'v=0',
  's=-',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 102',
  'a=rtpmap:102 H264/90000',
  'a=rtcp-fb:102 nack pli',
  'a=fmtp:102 packetization-mode=1;profile-level-id=42e01f',
  'a=candidate:1 1 udp 2 10.0.0.1 5 typ host',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  '',
].join('\r\n');

test.each<[string, string, (text: string) => unknown]>([
  [
    'a message of an agent',
    '{"type": "tracks", "stream": "main", "timeline": "abcdefgh", "video": {"kind": "video", "codec": "avc1.4d401f", "configuration": "AU1A"}, "audio": null}',
    readAgentMessage,
  ],
  ['the first message of a page', '{"type": "authorize", "token": "a-b_c"}', readAuthorizeMessage],
  // Longer offers are cut off before parsing.
  ['an offer of WebRTC', offer, (text) => preferredH264(text.slice(0, 64 * 1024))],
  [
    'an answer of WebRTC',
    'v=0\r\na=candidate:1 1 udp 2 10.0.0.1 5 typ host generation 0\r\n',
    (text) => addPublicCandidates(text, ['203.0.113.7']),
  ],
  ['the address of a camera', 'rtsp://admin:p%40ss@[fd00::1]:554/a/b?c=d#e', (url) => parseRtspUrl({ url })],
  ['a range of bytes', ' bytes=0-499 ', (text) => parseByteRange(text, 1000)],
  ['a revision', ' W/"12-ab" ', readIfMatch],
  ['the name of a browser', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', describeUserAgent],
  ['a host', 'cams.example:8443', (text) => pagePolicy(text)],
  ['a network address', '0:0:0:0:0:ffff:10.0.0.1', (text) => [networkOf(text), network.isAllowed(text)]],
  [
    'a line of the log',
    '{"level":30,"authorization":"Bearer a.b","url":"rtsp://u:p@h/x","t":"access.a-b.cccccccccccccccccccccc","m":"\\"x"}',
    redact,
  ],
  [
    'an e-mail message',
    'Hello\r\nworld\u2028 <b>&',
    (text) => composeEmailMessage({ locale: 'en', subject: text, heading: text, parts: [] }),
  ],
])(
  'R15: one character 250,000 times, anywhere in %s',
  (_, seed, parse) => {
    expect(findSlowRun(seed, parse)).toBeNull();
  },
  atMost(60_000),
);
