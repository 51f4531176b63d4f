import {
  maxPtzPresets,
  ptzGoCommand,
  ptzMoveCommand,
  ptzReadCommand,
  ptzRemovePresetCommand,
  ptzSavePresetCommand,
  ptzSetHomeCommand,
} from '@watchpost/contract/schemas/ptz';
import { OnvifError } from '../kernel/onvif-error.ts';
import { textAt } from '../soap/onvif-soap.ts';
import { escapeXml } from '../soap/onvif-xml.ts';
import { movementOf, presetsOf, readOnvifMotor, type OnvifMotor } from './onvif-ptz-motor.ts';
import { does, type OnvifHandler, type OnvifSession } from './onvif-session.ts';

/** The commands that pan, tilt and zoom ONVIF cameras. */
export function createOnvifPtz(): OnvifHandler[] {
  /** Cached, so that a movement doesn't wait for three requests each time. */
  const motors = new WeakMap<OnvifSession, Promise<OnvifMotor | null>>();

  const motorOf = async (session: OnvifSession): Promise<OnvifMotor> => {
    const reading = motors.get(session) ?? readOnvifMotor(session);
    motors.set(session, reading);
    try {
      const motor = await reading;
      if (motor) return motor;
    } catch (error) {
      motors.delete(session);
      throw error;
    }
    throw new OnvifError('camera-unsupported');
  };
  const ask = async (session: OnvifSession, name: string, content = ''): Promise<string> => {
    const { profile } = await motorOf(session);
    return textAt(await session.call('ptz', name, `<q:ProfileToken>${escapeXml(profile)}</q:ProfileToken>${content}`), 'PresetToken');
  };
  const presetToken = (id: string): string => `<q:PresetToken>${escapeXml(id)}</q:PresetToken>`;

  return [
    does(ptzReadCommand, 'ptz', async (session) => {
      const { profile, abilities } = await motorOf(session);
      if (abilities.mostPresets === 0) return { abilities, presets: [] };
      return {
        abilities,
        presets: presetsOf(
          await session.call('ptz', 'GetPresets', `<q:ProfileToken>${escapeXml(profile)}</q:ProfileToken>`),
          maxPtzPresets,
        ),
      };
    }),
    does(ptzMoveCommand, 'ptz', async (session, { lifetime, ...velocity }) => {
      const movement = movementOf(await motorOf(session), velocity, lifetime);
      if (movement === null) await ask(session, 'Stop', '<q:PanTilt>true</q:PanTilt><q:Zoom>true</q:Zoom>');
      else await session.call('ptz', 'ContinuousMove', movement);
      return {};
    }),
    does(ptzGoCommand, 'ptz', async (session, target) => {
      if (target.kind === 'home') await ask(session, 'GotoHomePosition');
      else await ask(session, 'GotoPreset', presetToken(target.presetId));
      return {};
    }),
    does(ptzSetHomeCommand, 'ptz', async (session) => {
      await ask(session, 'SetHomePosition');
      return {};
    }),
    does(ptzSavePresetCommand, 'ptz', async (session, { presetId, name }) => {
      const token = await ask(
        session,
        'SetPreset',
        `<q:PresetName>${escapeXml(name)}</q:PresetName>${presetId === null ? '' : presetToken(presetId)}`,
      );
      return { id: presetId ?? token, name };
    }),
    does(ptzRemovePresetCommand, 'ptz', async (session, { presetId }) => {
      await ask(session, 'RemovePreset', presetToken(presetId));
      return {};
    }),
  ];
}
