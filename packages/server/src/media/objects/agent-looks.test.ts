import { lookCommand, type LookParameters, type LookResult } from '@watchpost/contract/schemas/smart-events';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import type { CameraControl } from '../control/camera-control.ts';
import { createAgentLooks } from './agent-looks.ts';
import type { LookRequest } from './engine/object-detector.ts';

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
const request: LookRequest = {
  cameraId: 'c1',
  track: { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: new Uint8Array([1]) },
  pictures: [
    { at: 1000, keyFrame: true, data: new Uint8Array([1]) },
    { at: 1400, keyFrame: false, data: new Uint8Array([2]) },
  ],
  ...{ isStart: true, sensitivity: 6, isForced: false },
};

function setUp(answer: LookResult | null, commands: readonly string[] = [lookCommand.name]) {
  const asked: LookParameters[] = [];
  const control: Pick<CameraControl, 'send' | 'report'> = {
    report: (cameraId) => (cameraId === 'c1' ? { commands, firmwareVersion: null, appVersion: null, battery: null, signal: null } : null),
    send: async (_cameraId, command, parameters) => {
      asked.push(lookCommand.parameters.parse(parameters));
      if (!answer) throw new AppError('camera-silent');
      return command.result.parse(answer);
    },
  };
  return { looks: createAgentLooks({ control }), asked };
}

test('an agent looks for its own camera, if it says that it does', () => {
  expect(setUp(null).looks.serves('c1')).toBe(true);
  expect(setUp(null).looks.serves('c2')).toBe(false);
  expect(setUp(null, ['camera.restart']).looks.serves('c1')).toBe(false);
});

test('what it sees is that of the newest picture, and costs the server nothing', async () => {
  const { looks, asked } = setUp({ moving: [box], objects: [{ objectClass: 'human', score: 0.8, box }], faces: [{ score: 0.9, box }] });
  const seen = { at: 1400, moving: [box], objects: [{ objectClass: 'human', score: 0.8, box }], cpuMs: 0, isContinuable: true };
  expect(await looks.look(request)).toEqual({ ...seen, findings: null });
  expect(await looks.look({ ...request, findings: ['fire', 'face'] })).toEqual({ ...seen, findings: [{ type: 'face', score: 0.9, box }] });
  expect(asked).toEqual([
    { sensitivity: 6, isForced: false, withFaces: false },
    { sensitivity: 6, isForced: false, withFaces: true },
  ]);
});

test('an agent that does not answer has seen nothing', async () => {
  expect(await setUp(null).looks.look(request)).toBeNull();
  expect(await setUp(null).looks.look({ ...request, pictures: [] })).toBeNull();
});
