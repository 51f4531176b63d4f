import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseError } from '../kernel/parse-error.ts';
import { parseOnvifAddress, serviceUrl, streamUrl } from './onvif-address.ts';
import { probeMessage, readProbeMatches } from '../discovery/onvif-probe.ts';
import { chooseProfiles, type OnvifProfile } from '../camera/onvif-profiles.ts';
import { securityHeader } from './onvif-security.ts';
import { namespaces, readSoapAnswer, soapEnvelope } from './onvif-soap.ts';
import { escapeXml, parseXml } from './onvif-xml.ts';
import { plainText } from './plain-text.ts';
import { zoneOfRule } from '../settings/posix-zones.ts';
import { findSlowRun } from '../../../../tooling/lib/long-runs.ts';

const request = { namespace: namespaces.media, name: 'GetProfiles' };
const answer = (body: string, namespace: string = request.namespace): string =>
  `<?xml version="1.0"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:trt="${namespace}" xmlns:tt="${namespaces.schema}"><e:Body>${body}</e:Body></e:Envelope>`;
const profiles =
  '<trt:GetProfilesResponse><trt:Profiles token="a"><tt:VideoEncoderConfiguration><tt:Encoding>H264</tt:Encoding></tt:VideoEncoderConfiguration></trt:Profiles></trt:GetProfilesResponse>';

describe('XML', () => {
  test.each([
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an entity of its own', '<a>&x;</a>'],
    ['an undeclared prefix', '<b:a/>'],
    ['text alone', 'not XML'],
    ['an end alone', '>'],
    ['a tag that is not closed', '<a><b></a>'],
    ['nothing', ''],
    ['depth', '<a>'.repeat(65) + '</a>'.repeat(65)],
    ['too many elements', `<a>${'<b/>'.repeat(20_000)}</a>`],
    ['length', `<a>${'x'.repeat(256 * 1024)}</a>`],
  ])('%s is refused', (_, text) => {
    expect(() => parseXml(text)).toThrow(ParseError);
  });
  test.each([
    ['white space', '\r\n  <?xml version="1.0"?>\n<a>x</a>\r\n\r\n'],
    ['NUL', '\0<?xml version="1.0"?><a>x</a>\0\0'],
    ['a byte order mark', '\ufeff\ufeff<?xml version="1.0"?><a>x</a>'],
    ['a chunk’s size', '1f\r\n<?xml version="1.0"?><a>x</a>\r\n0\r\n\r\n'],
    ['NUL and other control characters inside', '<?xml version="1.0"?><a>\0x\u0001</a>'],
  ])('with %s it is the same document', (_, text) => {
    expect(parseXml(text, { isTolerant: true })).toMatchObject({ name: 'a', text: 'x' });
  });
  test('an ampersand that a camera does not escape is one', () => {
    const read = (xml: string): string => parseXml(xml, { isTolerant: true }).text;
    expect(read('<a>rtsp://c/?a=1&b=2&amp;c=3&#38;d=4&#x26;e=5& f&lt;</a>')).toBe('rtsp://c/?a=1&b=2&c=3&d=4&e=5& f<');
    expect(read('<a><![CDATA[?a=1&b=2]]></a>')).toBe('?a=1&b=2');
    expect(parseXml('<a b="1&c=2"/>', { isTolerant: true }).attributes.get('b')).toBe('1&c=2');
  });
  test('a namespace that is not declared can be any', () => {
    expect(parseXml('<b:a c:d="1"><e/></b:a>', { isTolerant: true })).toEqual({
      namespace: '*',
      name: 'a',
      attributes: new Map([['d', '1']]),
      children: [{ namespace: '*', name: 'e', attributes: new Map(), children: [], text: '' }],
      text: '',
    });
  });
  test('a document at the limits of depth and length is accepted', () => {
    expect(parseXml('<a>'.repeat(64) + '</a>'.repeat(64)).name).toBe('a');
    expect(parseXml(`<a>${'x'.repeat(256 * 1024 - 7)}</a>`).text.length).toBe(256 * 1024 - 7);
  });
  test('a camera’s answer may be longer, and has its limits, too', () => {
    const tolerant = { isTolerant: true };
    expect(parseXml(`<a>${'x'.repeat(2 * 1024 * 1024 - 7)}</a>`, tolerant).text.length).toBe(2 * 1024 * 1024 - 7);
    expect(parseXml(`<a>${'<b/>'.repeat(99_999)}</a>`, tolerant).children).toHaveLength(99_999);
    for (const text of [`<a>${'x'.repeat(2 * 1024 * 1024)}</a>`, `<a>${'<b/>'.repeat(100_000)}</a>`])
      expect(() => parseXml(text, tolerant)).toThrow(ParseError);
  });
  test('any text survives a round trip, except characters that XML can’t contain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // oxlint-disable-next-line no-control-regex -- the ones that XML 1.0 can't represent
        const writable = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/\r\n?/g, '\n');
        expect(parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`).text).toBe(writable.trim());
      }),
    );
  });
});

describe('SOAP', () => {
  test('an answer is found with any prefixes', () => {
    expect(readSoapAnswer(answer(profiles), request)).toMatchObject({
      response: { name: 'GetProfilesResponse', children: [{ name: 'Profiles' }] },
    });
    const other = `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><GetProfilesResponse xmlns="${request.namespace}"/></Body></Envelope>`;
    expect(readSoapAnswer(other, request)).toMatchObject({ response: { children: [] } });
  });
  test.each([
    ['no prefix is declared', answer(profiles).replaceAll(/ xmlns:\w+="[^"]*"/g, '')],
    ['none is declared or used', answer(profiles).replaceAll(/ xmlns:\w+="[^"]*"|\b(?:e|trt|tt):/g, '')],
    ['one prefix of three is declared', answer(profiles).replaceAll(/ xmlns:t\w+="[^"]*"/g, '')],
  ])('an answer is found where %s', (_, text) => {
    expect(text).not.toBe(answer(profiles));
    expect(readSoapAnswer(text, request)).toMatchObject({ response: { children: [{ name: 'Profiles' }] } });
  });
  test('a fault is found without namespaces', () => {
    const text = '<Envelope><Body><Fault><Code><Value>ter:NotAuthorized</Value></Code></Fault></Body></Envelope>';
    expect(readSoapAnswer(text, request)).toMatchObject({ fault: { isRefusal: true } });
  });
  test.each([
    ['another envelope', answer(profiles).replace('http://www.w3.org/2003/05/soap-envelope', 'urn:x')],
    ['another service', answer(profiles, 'http://www.onvif.org/ver20/ptz/wsdl')],
    ['the answer to another request', answer('<trt:GetStreamUriResponse/>')],
    ['a page', '<html><body>Sign in</body></html>'],
    ['an empty body', answer('')],
  ])('%s is not an answer', (_, text) => {
    expect(() => readSoapAnswer(text, request)).toThrow(ParseError);
  });
  test.each([
    ['ter:NotAuthorized', true],
    ['wsse:FailedAuthentication', true],
    ['ter:ActionNotSupported', false],
  ])('a fault %s', (code, isRefusal) => {
    expect(
      readSoapAnswer(
        answer(`<e:Fault><e:Code><e:Value>e:Sender</e:Value><e:Subcode><e:Value>${code}</e:Value></e:Subcode></e:Code></e:Fault>`),
        request,
      ),
    ).toMatchObject({ fault: { isRefusal } });
  });
  test('R15: 10,000 mutated answers and probe matches yield an answer or a ParseError, nothing else', () => {
    const id = '5e1f7a64-8a5b-4b0e-9f6e-0d9f3f5ba001';
    const match = probeAnswer(id);
    const originals = [answer(profiles), match, soapEnvelope(request, '')].map((text) => Buffer.from(text));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 }),
        fc.array(fc.tuple(fc.nat(4000), fc.nat(255), fc.boolean()), { minLength: 1, maxLength: 12 }),
        (which, changes) => {
          let bytes = Buffer.from(originals[which] ?? '');
          for (const [at, value, isCut] of changes) {
            if (isCut) bytes = Buffer.concat([bytes.subarray(0, at % bytes.length), bytes.subarray((at + value) % bytes.length)]);
            else bytes[at % bytes.length] = value;
            if (bytes.length === 0) return;
          }
          const text = bytes.toString('utf8');
          expect(Array.isArray(readProbeMatches(text, [id]))).toBe(true);
          try {
            readSoapAnswer(text, request);
          } catch (error) {
            expect(error).toBeInstanceOf(ParseError);
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });
  test('R15: one character repeated 250,000 times, anywhere in an answer, a URL or a time zone rule', () => {
    const id = '5e1f7a64-8a5b-4b0e-9f6e-0d9f3f5ba001';
    // Positions in a short answer, instead of the 900 of a whole one.
    const short = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><!-- c --><e:Body><t:X a='b' t:c="d">&#49;&lt;<![CDATA[x]]></t:X></e:Body></e:Envelope>`;
    expect(findSlowRun(short, (text) => readSoapAnswer(text, request))).toBeNull();
    const match = probeAnswer(id);
    const scopes = match.indexOf('onvif://');
    expect(
      findSlowRun(match.slice(scopes, scopes + 60), (text) =>
        readProbeMatches(match.slice(0, scopes) + text + match.slice(scopes + 60), [id]),
      ),
    ).toBeNull();
    expect(findSlowRun('http://[fd00::1]:80/onvif/device_service?a=b', parseOnvifAddress)).toBeNull();
    expect(
      findSlowRun('http://10.0.0.1:80/a?b=c', (text) => [
        serviceUrl(text, new URL('http://10.0.0.2/')),
        streamUrl(text.replace('http', 'rtsp'), new URL('http://10.0.0.2/')),
      ]),
    ).toBeNull();
    expect(findSlowRun('CET-1CEST,M3.5.0,M10.5.0/3', zoneOfRule)).toBeNull();
    expect(findSlowRun('<+0545>-5:45', zoneOfRule)).toBeNull();
    expect(findSlowRun('a camera\u2028of Anna’s', plainText)).toBeNull();
  }, 60_000);
  test('the password is sent as a digest, with the camera’s clock in whole seconds', () => {
    const header = securityHeader({
      username: 'user',
      password: 'userpassword',
      nonce: Buffer.from('LKqI6G/AikKCQrN0zqFlYg==', 'base64'),
      at: Date.UTC(2010, 8, 16, 7, 50, 45),
    });
    expect(header).toContain(
      `>${createHash('sha1').update(Buffer.from('LKqI6G/AikKCQrN0zqFlYg==', 'base64')).update('2010-09-16T07:50:45Zuserpassword').digest('base64')}<`,
    );
    expect(header).toContain('>2010-09-16T07:50:45Z<');
    expect(header).not.toContain('userpassword');
  });
});

describe('addresses', () => {
  test.each([
    ['192.168.1.10', 'http://192.168.1.10/onvif/device_service'],
    [' cam.local:8000 ', 'http://cam.local:8000/onvif/device_service'],
    ['https://192.168.1.10/onvif/services', 'https://192.168.1.10/onvif/services'],
    ['[fd00::1]', 'http://[fd00::1]/onvif/device_service'],
  ])('%s', (text, href) => {
    expect(parseOnvifAddress(text).href).toBe(href);
  });
  test.each([
    '',
    'rtsp://192.168.1.10/',
    'file:///etc/passwd',
    'http://admin:secret@192.168.1.10/',
    'http://a b/',
    'http://10.0.0.1:0/',
    'http://10.0.0.1\\@127.0.0.1/',
    '10.0.0.1:99999',
  ])('%s is not an address', (text) => {
    expect(() => parseOnvifAddress(text)).toThrow(expect.objectContaining({ code: 'camera-url-invalid' }));
  });
  test('whatever URL a camera returns, the host stays the one that was queried', () => {
    const device = new URL('http://203.0.113.7:8080/onvif/device_service');
    const named = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc.constantFrom('http://169.254.169.254/latest', 'http://127.0.0.1:22/', 'http://user:x@[::1]/', '//evil/', 'file:///etc/passwd'),
    );
    fc.assert(
      fc.property(named, (text) => {
        expect(serviceUrl(text, device)).toMatchObject({ hostname: '203.0.113.7', protocol: 'http:', username: '' });
      }),
    );
    expect(serviceUrl('http://192.168.1.10/onvif/media', device).href).toBe('http://203.0.113.7:8080/onvif/media');
    expect(serviceUrl('http://203.0.113.7:81/onvif/media', device).href).toBe('http://203.0.113.7:81/onvif/media');
  });
  // Two addresses: Quedale/OnvifDeviceManager #1, agsh/onvif #239.
  test.each([
    ['http://192.168.1.10/onvif/media http://[fe80::1]/onvif/media', 'http://203.0.113.7:8080/onvif/media'],
    ['  http://203.0.113.7:81/onvif/media\n', 'http://203.0.113.7:81/onvif/media'],
    ['/onvif/media?a=1', 'http://203.0.113.7:8080/onvif/media?a=1'],
    ['192.168.1.10/onvif/media', 'http://203.0.113.7:8080/onvif/media'],
    ['203.0.113.7:81/onvif/media', 'http://203.0.113.7:81/onvif/media'],
    ['', 'http://203.0.113.7:8080/onvif/device_service'],
    ['media', 'http://203.0.113.7:8080/onvif/device_service'],
    ['//203.0.113.9/onvif/media', 'http://203.0.113.7:8080/onvif/device_service'],
  ])('a service at %j', (named, href) => {
    expect(serviceUrl(named, new URL('http://203.0.113.7:8080/onvif/device_service')).href).toBe(href);
  });
  test('a stream is at that host too, and its URL contains no credentials', () => {
    const device = new URL('http://192.168.1.10/');
    expect(streamUrl('rtsp://admin:secret@10.9.8.7:8554/h264?ch=1&u=x', device)).toBe('rtsp://192.168.1.10:8554/h264?ch=1&u=x');
    expect(streamUrl('RTSP://10.9.8.7/a b', device)).toBe('rtsp://192.168.1.10/a%20b');
    for (const wrong of ['', 'http://10.9.8.7/a', 'rtsp:', 'file:///etc/passwd'])
      expect(() => streamUrl(wrong, device)).toThrow(expect.objectContaining({ code: 'camera-stream-not-found' }));
  });
});

describe('profiles', () => {
  const profile = (token: string, encoding: string, width: number, height: number, source = 'lens'): OnvifProfile => ({
    token,
    encoding,
    width,
    height,
    source,
  });
  const chosen = (...list: OnvifProfile[]): readonly [string, string | null] | null => {
    const found = chooseProfiles(list);
    return found && [found.main.token, found.low?.token ?? null];
  };
  test('the largest becomes the main stream, the one closest to a tile’s size the substream', () => {
    expect(chosen(profile('sub', 'H264', 640, 360), profile('main', 'H264', 2560, 1440), profile('third', 'H264', 352, 288))).toEqual([
      'main',
      'sub',
    ]);
  });
  test('H.264 of 720 lines and more is preferred to a larger H.265; a small one is not', () => {
    expect(chosen(profile('4k', 'H265', 3840, 2160), profile('hd', 'H264', 1280, 720), profile('sub', 'H264', 640, 480))).toEqual([
      'hd',
      'sub',
    ]);
    expect(chosen(profile('4k', 'H265', 3840, 2160), profile('sub', 'H264', 640, 480))).toEqual(['4k', 'sub']);
  });
  test('without a small one of the same lens, no substream is selected', () => {
    expect(chosen(profile('main', 'H264', 1920, 1080))).toEqual(['main', null]);
    expect(chosen(profile('main', 'H264', 1920, 1080), profile('sub', 'H264', 640, 360, 'other'))).toEqual(['main', null]);
    expect(chosen(profile('small', 'H264', 640, 360), profile('smaller', 'H264', 320, 180))).toEqual(['small', null]);
    expect(chosen(profile('jpeg', 'JPEG', 640, 480), profile('mpeg', 'MPEG4', 1280, 720))).toEqual(['jpeg', null]);
    expect(chosen(profile('mpeg', 'MPEG4', 1280, 720))).toBe(null);
  });
  test('where a camera says of nothing what it is, all of it counts; beside what it says, nothing else does', () => {
    expect(chosen(profile('sub', '', 640, 360), profile('main', '', 1920, 1080))).toEqual(['main', 'sub']);
    expect(chosen(profile('first', '', 0, 0), profile('second', '', 0, 0))).toEqual(['first', null]);
    expect(chosen(profile('empty', '', 0, 0, 'unused input'), profile('main', 'H264', 1920, 1080))).toEqual(['main', null]);
    expect(chosen(profile('mpeg', 'MPEG4', 1280, 720), profile('main', '', 1920, 1080))).toEqual(['main', null]);
  });
  test('the order in which a camera lists them doesn’t matter', () => {
    const any = fc.record({
      token: fc.uuid(),
      source: fc.constant('lens'),
      encoding: fc.constantFrom('H264', 'H265', 'JPEG'),
      width: fc.integer({ min: 160, max: 4096 }),
      height: fc.integer({ min: 120, max: 2160 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { minLength: 1, maxLength: 8, selector: ({ width, height }) => width * height }), (list) => {
        expect(chosen(...list.toReversed())).toEqual(chosen(...list));
        const found = chooseProfiles(list);
        if (found?.low) expect(found.low.width * found.low.height).toBeLessThan(found.main.width * found.main.height);
      }),
    );
  });
});

function probeAnswer(id: string): string {
  return (
    '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery">' +
    `<e:Header><a:RelatesTo>uuid:${id}</a:RelatesTo></e:Header><e:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:1</a:Address></a:EndpointReference>` +
    '<d:Scopes>onvif://www.onvif.org/name/Gate%20cam onvif://www.onvif.org/hardware/NG-2</d:Scopes><d:XAddrs>http://192.168.1.10/onvif/device_service</d:XAddrs></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>'
  );
}

test('a probe contains its type and its id', () => {
  const { children } = parseXml(probeMessage('1', 'tds:Device'));
  expect(JSON.stringify(children)).toContain('urn:uuid:1');
  expect(readProbeMatches(probeAnswer('1'), ['1'])).toMatchObject([{ endpoint: 'urn:uuid:1', name: 'Gate cam', model: 'NG-2' }]);
  expect(readProbeMatches(probeAnswer('1'), ['2'])).toEqual([]);
  const undeclared = probeAnswer('1').replaceAll(/ xmlns:\w="[^"]*"/g, '');
  expect(readProbeMatches(`${undeclared}\0`, ['1'])).toMatchObject([{ endpoint: 'urn:uuid:1', name: 'Gate cam', model: 'NG-2' }]);
});
