import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '@watchpost/contract/timing/clock';

export interface DeviceProfile {
  readonly token: string;
  readonly encoding: string;
  readonly width: number;
  readonly height: number;
  readonly uri: string;
  readonly source?: string;
  /** Token of the source's configuration. */
  readonly sourceConfiguration?: string;
  /** XML of further configurations in the profile. */
  readonly more?: string;
}

/** An additional service of the device. */
export interface DeviceService {
  readonly namespace: string;
  /** Prefix of its namespace. */
  readonly prefix: string;
  /** Content of the answer by operation, as XML; null refuses. */
  readonly answers: Readonly<Record<string, (body: string) => string | null>>;
  /** The same for operations that wait, or depend on the path that was requested. */
  readonly waits?: Readonly<Record<string, (body: string, url: string) => Promise<string | null>>>;
  /** It is reached without being listed among the services. */
  readonly isHidden?: boolean;
}

export interface OnvifDeviceOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly profiles: readonly DeviceProfile[];
  /** The required user; null allows requests without one. */
  readonly user?: { readonly username: string; readonly password: string } | null;
  /** Operations that it answers without credentials; by default, only the one that reports its time. */
  readonly open?: readonly string[];
  /** Authentication with a WS-Security token or HTTP digest. */
  readonly asks?: 'token' | 'http';
  /** Error of the device's clock, ms. */
  readonly skew?: number;
  /** How far the time that it reports is ahead of its clock, ms: local time that it calls UTC. */
  readonly reportedAhead?: number;
  /** Where it reports its time; by default, `UTCDateTime`. */
  readonly timeElement?: 'UTCDateTime' | 'LocalDateTime';
  /** What it sends instead of a well-formed answer with declared namespaces. */
  readonly written?: (xml: string) => string;
  /** Whether it requires `action` in the Content-Type, or refuses it; with this HTTP status and an empty answer. */
  readonly action?: { readonly is: 'required' | 'refused'; readonly status: number };
  /** The only media service version of the device. */
  readonly generation?: 1 | 2;
  readonly services?: readonly DeviceService[];
  /** Answers requests for the snapshot; without it, the device has none. */
  readonly picture?: Uint8Array;
  /** The snapshot's URL; by default, on the device itself. */
  readonly pictureUri?: string;
  /** The host in XAddrs; by default, the device itself. */
  readonly namedHost?: string;
  /** Answers instead of the device; false continues normally. */
  readonly hostile?: (operation: string, response: ServerResponse) => boolean;
}

export interface OnvifDevice {
  /** URL of its device service. */
  readonly url: string;
  readonly port: number;
  /** Requested operations, including refused ones; `picture` for the snapshot. */
  readonly calls: readonly string[];
  /** How often credentials were sent and refused: cameras lock accounts by this number. */
  refusals(): number;
  /** Moves the device to this address, on the same port; pending requests get no answer. */
  move(host: string): Promise<void>;
  close(): Promise<void>;
}

const envelope = (body: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" ' +
  `xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tr2="http://www.onvif.org/ver20/media/wsdl" xmlns:ter="http://www.onvif.org/ver10/error"><SOAP-ENV:Body>${body}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
const fault = (code: string): string =>
  envelope(
    `<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>${code}</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code><SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">no</SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>`,
  );
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A small ONVIF device on loopback that is strict about authentication, or hostile. A test with an independent client shows that it speaks ONVIF. */
export async function startOnvifDevice(options: OnvifDeviceOptions): Promise<OnvifDevice> {
  const { clock, profiles, user = null, asks = 'token', skew = 0, generation = 1, services = [], hostile = () => false } = options;
  const { reportedAhead = 0, timeElement = 'UTCDateTime', open = ['GetSystemDateAndTime'], written = (xml) => xml, action } = options;
  const calls: string[] = [];
  let refusals = 0;
  const tokens = new Set<string>();

  const isToken = (body: string): boolean => {
    const part = (name: string): string => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(body)?.[1] ?? '';
    const [nonce, created] = [part('Nonce'), part('Created')];
    // ONVIF requires devices to check that a nonce is new and its time recent, by the device's own clock.
    if (!user || tokens.has(nonce) || Math.abs(Date.parse(created) - clock.now() - skew) > 5000) return false;
    tokens.add(nonce);
    const digest = createHash('sha1')
      .update(Buffer.from(nonce, 'base64'))
      .update(created + user.password)
      .digest('base64');
    return part('Username') === user.username && part('Password') === digest;
  };
  const isDigest = ({ headers, url, method }: IncomingMessage): boolean => {
    const part = (name: string): string => new RegExp(`\\b${name}="?([^",]*)`).exec(headers.authorization ?? '')?.[1] ?? '';
    if (!user || part('uri') !== url) return false;
    return (
      part('response') ===
      md5(`${md5(`${user.username}:cam:${user.password}`)}:n1:${part('nc')}:${part('cnonce')}:auth:${md5(`${method}:${url}`)}`)
    );
  };

  const answers: Readonly<Record<string, (body: string) => string>> = {
    GetSystemDateAndTime: () => {
      const at = new Date(clock.now() + skew + reportedAhead);
      const time = `<tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time>`;
      const date = `<tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date>`;
      return `<tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:${timeElement}>${time}${date}</tt:${timeElement}></tds:SystemDateAndTime>`;
    },
    GetServices: () =>
      [
        ['http://www.onvif.org/ver10/device/wsdl', 'device_service'],
        [`http://www.onvif.org/ver${generation}0/media/wsdl`, 'media_service'],
        ...services.filter(({ isHidden }) => !isHidden).map(({ namespace, prefix }) => [namespace, `${prefix}_service`]),
      ]
        .map(
          ([namespace, path]) =>
            `<tds:Service><tds:Namespace>${namespace}</tds:Namespace><tds:XAddr>http://${options.namedHost ?? host()}/onvif/${path}</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>5</tt:Minor></tds:Version></tds:Service>`,
        )
        .join(''),
    GetCapabilities: () =>
      `<tds:Capabilities><tt:Media><tt:XAddr>http://${options.namedHost ?? host()}/onvif/media_service</tt:XAddr></tt:Media></tds:Capabilities>`,
    GetDeviceInformation: () =>
      '<tds:Manufacturer>Northgate</tds:Manufacturer><tds:Model>NG-2</tds:Model><tds:FirmwareVersion>1.0.7</tds:FirmwareVersion><tds:SerialNumber>S-1</tds:SerialNumber><tds:HardwareId>1</tds:HardwareId>',
    GetProfiles: () => profiles.map(generation === 1 ? profile1 : profile2).join(''),
    GetVideoSources: () =>
      '<trt:VideoSources token="lens"><tt:Framerate>25</tt:Framerate><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution></trt:VideoSources>',
    ...(options.picture && {
      GetSnapshotUri: (body: string) => {
        const token = /ProfileToken>([^<]*)</.exec(body)?.[1] ?? '';
        const uri = options.pictureUri ?? `http://${options.namedHost ?? host()}/picture.jpg?of=${token}`;
        return generation === 1 ? `<trt:MediaUri><tt:Uri>${uri}</tt:Uri></trt:MediaUri>` : `<tr2:Uri>${uri}</tr2:Uri>`;
      },
    }),
    GetStreamUri: (body) => {
      const token = /ProfileToken>([^<]*)</.exec(body)?.[1];
      const uri = profiles.find((profile) => profile.token === token)?.uri ?? '';
      return generation === 1 ? `<trt:MediaUri><tt:Uri>${uri}</tt:Uri></trt:MediaUri>` : `<tr2:Uri>${uri}</tr2:Uri>`;
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    // Anchored at the tag: a random nonce can contain the word, too.
    const operation = /<(?:\w+:)?Body\b[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? '';
    calls.push(operation);
    if (hostile(operation, response)) return;
    const { url = '' } = request;
    const send = (status: number, text: string): void =>
      void response.writeHead(status, { 'content-type': 'application/soap+xml' }).end(text === '' ? '' : written(text));
    const hasAction = /; ?action="http:\/\/(?:www\.onvif\.org\/\S+\/wsdl|docs\.oasis-open\.org\/wsn\/bw-2)\/[\w/]+"/.test(
      request.headers['content-type'] ?? '',
    );
    if (action && hasAction !== (action.is === 'required')) return send(action.status, '');
    const isOpen = !user || open.includes(operation);
    if (!isOpen && asks === 'http' && !isDigest(request)) {
      if (request.headers.authorization !== undefined) refusals += 1;
      response.setHeader('www-authenticate', 'Digest realm="cam", nonce="n1", qop="auth"');
      return send(401, '');
    }
    if (!isOpen && asks === 'token' && !isToken(body)) {
      if (body.includes('UsernameToken')) refusals += 1;
      return send(400, fault('ter:NotAuthorized'));
    }
    // Several services have operations with the same name.
    const service = services.find(
      ({ namespace, answers: own, waits = {} }) =>
        (Object.hasOwn(own, operation) || Object.hasOwn(waits, operation)) && body.includes(`"${namespace}"`),
    );
    if (service) {
      const { namespace, prefix } = service;
      const inside = service.answers[operation]?.(body) ?? (await service.waits?.[operation]?.(body, url)) ?? null;
      return inside === null
        ? send(400, fault('ter:InvalidArgVal'))
        : send(200, envelope(`<${prefix}:${operation}Response xmlns:${prefix}="${namespace}">${inside}</${prefix}:${operation}Response>`));
    }
    const build = answers[operation];
    if (!build) return send(500, fault('ter:ActionNotSupported'));
    const prefix = ['GetProfiles', 'GetStreamUri', 'GetSnapshotUri', 'GetVideoSources'].includes(operation)
      ? generation === 1
        ? 'trt'
        : 'tr2'
      : 'tds';
    return send(200, envelope(`<${prefix}:${operation}Response>${build(body)}</${prefix}:${operation}Response>`));
  };

  const showPicture = (request: IncomingMessage, response: ServerResponse): void => {
    calls.push('picture');
    if (hostile('picture', response)) return;
    if (user && !isDigest(request))
      return void response.writeHead(401, { 'www-authenticate': 'Digest realm="cam", nonce="n1", qop="auth"' }).end();
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(options.picture);
  };

  const server = createServer((request, response) => {
    if (request.method === 'GET') return showPicture(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => void answer(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  let at = '127.0.0.1';
  server.listen(0, at);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The device has no port.');
  const { port } = address;
  const host = (): string => `${at}:${port}`;
  return {
    url: `http://127.0.0.1:${port}/onvif/device_service`,
    port,
    calls,
    refusals: () => refusals,
    move: async (next) => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      at = next;
      server.listen(port, at);
      await once(server, 'listening');
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function resolution({ width, height }: DeviceProfile): string {
  return `<tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution>`;
}

function profile1(profile: DeviceProfile): string {
  const { token, encoding, source = 'lens', sourceConfiguration = 'vs' } = profile;
  return (
    `<trt:Profiles token="${token}" fixed="true"><tt:Name>${token}</tt:Name>` +
    `<tt:VideoSourceConfiguration token="${sourceConfiguration}"><tt:Name>vs</tt:Name><tt:UseCount>1</tt:UseCount><tt:SourceToken>${source}</tt:SourceToken><tt:Bounds x="0" y="0" width="1920" height="1080"/></tt:VideoSourceConfiguration>` +
    `<tt:VideoEncoderConfiguration token="e${token}"><tt:Name>e</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>${encoding}</tt:Encoding>${resolution(profile)}<tt:Quality>5</tt:Quality></tt:VideoEncoderConfiguration>${profile.more ?? ''}</trt:Profiles>`
  );
}

function profile2(profile: DeviceProfile): string {
  const { token, encoding, source = 'lens', sourceConfiguration = 'vs' } = profile;
  return (
    `<tr2:Profiles token="${token}"><tr2:Name>${token}</tr2:Name><tr2:Configurations><tr2:VideoSource token="${sourceConfiguration}"><tt:SourceToken>${source}</tt:SourceToken></tr2:VideoSource>` +
    `<tr2:VideoEncoder token="e${token}"><tt:Encoding>${encoding}</tt:Encoding>${resolution(profile)}</tr2:VideoEncoder>${profile.more ?? ''}</tr2:Configurations></tr2:Profiles>`
  );
}
