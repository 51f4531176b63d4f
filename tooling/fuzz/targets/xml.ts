import { ParseError } from '../../../packages/onvif/src/kernel/parse-error.ts';
import { readProbeMatches } from '../../../packages/onvif/src/discovery/onvif-probe.ts';
import { readOnvifEvents } from '../../../packages/onvif/src/events/onvif-event-message.ts';
import { readSoapAnswer } from '../../../packages/onvif/src/soap/onvif-soap.ts';
import { parseXml, writeXml, type XmlElement } from '../../../packages/onvif/src/soap/onvif-xml.ts';
import type { FuzzTarget, Parsed } from '../fuzz.ts';
import { xmlStructure } from '../structures.ts';
import { bytesOf } from './samples.ts';

const probeId = '5e1f7a64-8a5b-4b0e-9f6e-0d9f3f5ba001';
const envelope = (body: string, header = ''): Uint8Array =>
  bytesOf(
    `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:q="http://www.onvif.org/ver10/media/wsdl"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  );
const profiles = envelope(
  '<q:GetProfilesResponse><q:Profiles token="main" fixed="true"><tt:Name>main</tt:Name><tt:VideoEncoderConfiguration token="e1"><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution><tt:RateControl><tt:FrameRateLimit>25</tt:FrameRateLimit></tt:RateControl></tt:VideoEncoderConfiguration></q:Profiles></q:GetProfilesResponse>',
);
const events = envelope(
  '<q:GetProfilesResponse><wsnt:NotificationMessage><wsnt:Topic>tns1:RuleEngine/CellMotionDetector/Motion</wsnt:Topic><wsnt:Message><tt:Message UtcTime="2026-01-15T12:00:00Z" PropertyOperation="Changed"><tt:Source><tt:SimpleItem Name="VideoSourceConfigurationToken" Value="1"/><tt:SimpleItem Name="Rule" Value="MyMotionDetectorRule"/></tt:Source><tt:Data><tt:SimpleItem Name="IsMotion" Value="true"/></tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage></q:GetProfilesResponse>',
);
const fault = envelope(
  '<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>ter:NotAuthorized</s:Value></s:Subcode></s:Code></s:Fault>',
);
const match = envelope(
  '<d:ProbeMatches xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><d:ProbeMatch><a:EndpointReference xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"><a:Address>urn:uuid:1</a:Address></a:EndpointReference><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>onvif://www.onvif.org/name/Gate%20%31 onvif://www.onvif.org/hardware/X</d:Scopes><d:XAddrs>http://10.0.0.5/onvif/device_service</d:XAddrs></d:ProbeMatch></d:ProbeMatches>',
  `<a:RelatesTo xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing">urn:uuid:${probeId}</a:RelatesTo>`,
);
const tokens = [
  '<',
  '>',
  '/>',
  '</',
  '&#0;',
  '&lt;',
  '&#xd800;',
  '&#49;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?',
  '?>',
  '<!DOCTYPE a>',
  '\0',
  '\ufeff',
  ' xmlns=""',
  ' a="b"',
  'xmlns:tt="',
  ':',
  '\u2028',
].map((text) => Buffer.from(text));

const sizeOf = ({ text, attributes, children }: XmlElement): number =>
  32 +
  text.length +
  [...attributes].reduce((sum, [name, value]) => sum + 32 + name.length + value.length, 0) +
  children.reduce((sum, child) => sum + sizeOf(child), 0);

export const xmlTarget: FuzzTarget = {
  name: 'ONVIF XML',
  samples: [profiles, events, fault, match],
  structure: xmlStructure,
  tokens,
  parse: (input): Parsed => {
    const text = Buffer.from(input).toString('utf8');
    const matches = readProbeMatches(text, [probeId]);
    if (matches.length > 0)
      return {
        outcome: matches
          .map(({ name, model }) => name + model)
          .join()
          .slice(0, 20),
        bytes: JSON.stringify(matches).length,
      };
    const answer = readSoapAnswer(text, { namespace: 'http://www.onvif.org/ver10/media/wsdl', name: 'GetProfiles' });
    if ('fault' in answer) return { outcome: `fault ${answer.fault.isRefusal}`, bytes: answer.fault.text.length };
    const found = readOnvifEvents(answer.response, { receivedAt: Date.UTC(2026, 0, 15, 12), clockOffset: 0 });
    if (!found.every(({ at }) => Number.isFinite(at))) throw new RangeError('an event at no time');
    // What is sent back to the camera can be read again.
    parseXml(writeXml(answer.response));
    return {
      outcome: `${answer.response.children.length} ${found.map(({ kind, isActive }) => `${kind} ${isActive}`).join()}`,
      bytes: sizeOf(answer.response),
    };
  },
  isRefusal: (error) => error instanceof ParseError,
};
