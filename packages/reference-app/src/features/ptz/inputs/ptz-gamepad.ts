import { useEffect, useState } from 'react';
import type { PtzGestureController } from './ptz-gesture-controller.ts';
import { rest, velocityOfGamepad } from './ptz-inputs.ts';

/**
 * Reads the sticks in every animation frame, because browsers send no events for them; only while a gamepad is connected.
 * @returns whether one is connected
 */
export function usePtzGamepad(isOff: boolean, controller: PtzGestureController): boolean {
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    const look = (): void => setConnected(firstGamepad() !== null);
    look();
    addEventListener('gamepadconnected', look);
    addEventListener('gamepaddisconnected', look);
    return () => {
      removeEventListener('gamepadconnected', look);
      removeEventListener('gamepaddisconnected', look);
    };
  }, []);
  useEffect(() => {
    if (!isConnected || isOff) return;
    let frame = 0;
    const read = (): void => {
      const pad = firstGamepad();
      controller.hold('gamepad', pad && document.hasFocus() ? velocityOfGamepad(pad) : rest);
      frame = requestAnimationFrame(read);
    };
    read();
    return () => {
      cancelAnimationFrame(frame);
      controller.hold('gamepad', rest);
    };
  }, [isConnected, isOff, controller]);
  return isConnected;
}

function firstGamepad(): Gamepad | null {
  return navigator.getGamepads().find((pad) => pad?.connected === true) ?? null;
}
