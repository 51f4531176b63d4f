import { useEffect, useState } from 'react';
import type { PtzHand } from './ptz-hand.ts';
import { rest, velocityOfGamepad } from './ptz-inputs.ts';

/**
 * Sticks are read with every picture of the page, for nothing tells of them; only while one is connected.
 * @returns whether one is
 */
export function usePtzGamepad(isOff: boolean, hand: PtzHand): boolean {
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
      hand.hold('gamepad', pad && document.hasFocus() ? velocityOfGamepad(pad) : rest);
      frame = requestAnimationFrame(read);
    };
    read();
    return () => {
      cancelAnimationFrame(frame);
      hand.hold('gamepad', rest);
    };
  }, [isConnected, isOff, hand]);
  return isConnected;
}

function firstGamepad(): Gamepad | null {
  return navigator.getGamepads().find((pad) => pad?.connected === true) ?? null;
}
