import { expect, test } from 'vitest';
import { splitAnnexB } from './annex-b.ts';
import { createH264Depacketiser } from './h264-depacketiser.ts';
import { createH265Depacketiser } from './h265-depacketiser.ts';
import { videoCodecOf } from './video-codec.ts';
import { parseSdp } from '../rtsp/sdp.ts';

const hex = (unit: Uint8Array): string => Buffer.from(unit).toString('hex');

test.each([
  ['no start code', '6742c01e', ['6742c01e']],
  ['one in front', '000000016742', ['6742']],
  ['a short one', '0000016742', ['6742']],
  ['between two units', '67420000000168ce', ['6742', '68ce']],
  ['zeros in front of it', '674200000000000168ce', ['6742', '68ce']],
  ['two in a row', '6742000001000001000168ce', ['6742', '000168ce']],
  ['at the end', '6742000001', ['6742']],
  ['only a header in front', '65000000016742', ['6742']],
  ['zeros at the end of the last unit', '0000016742000000', ['6742000000']],
  ['nothing', '', ['']],
])('%s', (_, data, units) => {
  expect(splitAnnexB(Buffer.from(data, 'hex'), 1).map(hex)).toEqual(units);
});

const h264 = { sps: '6742c01e', pps: '68ce3c80', idr: '6588aabb' };
const h265 = { vps: '40010c01', sps: '42010101', pps: '4401c172', idr: '2601af01' };
const code = '00000001';

function pictureOf(create: typeof createH264Depacketiser, payloads: readonly string[]): unknown {
  const pictures: unknown[] = [];
  const depacketiser = create(({ units, keyFrame }) => pictures.push({ keyFrame, units: units.map(hex) }));
  payloads.forEach((payload, index) =>
    depacketiser.push({
      payloadType: 96,
      sequence: index,
      timestamp: 1,
      marker: index === payloads.length - 1,
      payload: Buffer.from(payload, 'hex'),
    }),
  );
  return pictures;
}

test.each([
  ['single units with start codes', [code + h264.sps, code + h264.pps, code + h264.idr]],
  ['one single unit', [h264.sps + code + h264.pps + code + h264.idr]],
  ['one single unit that begins with a start code', [code + h264.sps + code + h264.pps + code + h264.idr]],
  ['an aggregate', [`78${'000c'}${h264.sps}${code}${h264.pps}`, h264.idr]],
  ['one fragmented unit', [`7c87${h264.sps.slice(2)}000000`, `7c07${'01'}${h264.pps}00`, `7c47${'0000'}01${h264.idr}`]],
  ['one fragmented unit that begins with a start code', [`7c85${code}${h264.sps}${code}`, `7c45${h264.pps}${code}${h264.idr}`]],
])('H.264: start codes in %s', (_, payloads) => {
  expect(pictureOf(createH264Depacketiser, payloads)).toEqual([{ keyFrame: true, units: [h264.sps, h264.pps, h264.idr] }]);
});

test.each([
  ['single units with start codes', [code + h265.vps, code + h265.sps, code + h265.pps, code + h265.idr]],
  ['an aggregate', [`6001${'0014'}${h265.vps}${code}${h265.sps}${code}${h265.pps}`, h265.idr]],
  ['one fragmented unit', [`6201a0${h265.vps.slice(4)}${code}${h265.sps}00`, `620160000001${h265.pps}${code}${h265.idr}`]],
])('H.265: start codes in %s', (_, payloads) => {
  expect(pictureOf(createH265Depacketiser, payloads)).toEqual([{ keyFrame: true, units: [h265.vps, h265.sps, h265.pps, h265.idr] }]);
});

const sps1080 = Buffer.from('Z01AKOygPAET8uAtQYBBkAAAAwAQAAADAyDxgxlg', 'base64');
const pps = Buffer.from('aOvssg==', 'base64');
const startCode = Buffer.of(0, 0, 0, 1);
test.each([
  ['as they are', [sps1080, pps]],
  ['with start codes', [Buffer.concat([startCode, sps1080]), Buffer.concat([startCode, pps])]],
  ['all in one', [Buffer.concat([startCode, sps1080, startCode, pps])]],
  ['with zeros at the end', [Buffer.concat([sps1080, startCode]), pps]],
])('parameter sets of a description, %s', (_, units) => {
  const text = units.map((unit) => unit.toString('base64')).join();
  const [media] = parseSdp(`m=video 0 RTP/AVP 96\na=rtpmap:96 H264/90000\na=fmtp:96 sprop-parameter-sets=${text}\n`).media;
  expect(media && videoCodecOf(media).parameterSets.current()?.track).toMatchObject({ width: 1920, height: 1080 });
});
