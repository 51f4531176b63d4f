import {
  maxPtzPresets,
  ptzGoCommand,
  ptzMoveCommand,
  ptzReadCommand,
  ptzRemovePresetCommand,
  ptzSavePresetCommand,
  ptzSetHomeCommand,
} from '@watchpost/contract/schemas/ptz';
import { isRefused, OnvifError } from '../kernel/onvif-error.ts';
import { textAt } from '../soap/onvif-soap.ts';
import { escapeXml } from '../soap/onvif-xml.ts';
import { movementOf, presetsOf, readOnvifMotor, standstillOf, type OnvifMotor } from './onvif-ptz-motor.ts';
import { does, type OnvifHandler, type OnvifSession } from './onvif-session.ts';

/** What a camera has refused before, so that it isn't asked for it at each movement. */
interface Refusals {
  timeout: boolean;
  stop: boolean;
}

/** The commands that pan, tilt and zoom ONVIF cameras. */
export function createOnvifPtz(): OnvifHandler[] {
  /** Cached, so that a movement doesn't wait for three requests each time. */
  const motors = new WeakMap<OnvifSession, Promise<OnvifMotor | null>>();
  const refusals = new WeakMap<OnvifSession, Refusals>();

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
  const refusalsOf = (session: OnvifSession): Refusals => {
    const known = refusals.get(session) ?? { timeout: false, stop: false };
    refusals.set(session, known);
    return known;
  };
  /** Moves the camera, without a timeout if it refuses one: the caller stops it anyway. */
  const drive = async (session: OnvifSession, write: (lifetimeMs: number | null) => string, lifetimeMs: number): Promise<void> => {
    const known = refusalsOf(session);
    const refused = known.timeout ? null : await ifRefused(session.call('ptz', 'ContinuousMove', write(lifetimeMs)));
    if (!known.timeout && refused === null) return;
    try {
      await session.call('ptz', 'ContinuousMove', write(null));
      known.timeout = true;
    } catch (error) {
      // It wasn't the timeout.
      throw refused ?? error;
    }
  };
  const stop = async (session: OnvifSession, motor: OnvifMotor, lifetimeMs: number): Promise<void> => {
    const known = refusalsOf(session);
    const refused = known.stop ? null : await ifRefused(ask(session, 'Stop', '<q:PanTilt>true</q:PanTilt><q:Zoom>true</q:Zoom>'));
    if (!known.stop && refused === null) return;
    try {
      await drive(session, (timeoutMs) => standstillOf(motor, timeoutMs), lifetimeMs);
      known.stop = true;
    } catch (error) {
      throw refused ?? error;
    }
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
      const motor = await motorOf(session);
      const movement = movementOf(motor, velocity, lifetime);
      if (movement === null) await stop(session, motor, lifetime);
      else await drive(session, (timeoutMs) => movementOf(motor, velocity, timeoutMs) ?? movement, lifetime);
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

/** The camera's refusal; null if it agreed. @throws {OnvifError} any other error */
async function ifRefused(call: Promise<unknown>): Promise<OnvifError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (isRefused(error)) return error;
    throw error;
  }
}
