import { useState } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { useControls } from '../control-context.tsx';
import { BarButton } from './bar-button.tsx';

/** Mute button; the slider slides out beside it for a mouse and for the keyboard. */
export function Volume(): JSX.Element | null {
  const {
    model: { controller },
    t,
  } = useControls();
  const hasAudio = useValue(controller.hasAudio);
  const muted = useValue(controller.muted);
  const volume = useValue(controller.volume);
  const [isSettable] = useState(canSetVolume);
  if (!hasAudio) return null;
  const shown = muted ? 0 : volume;
  const onInput = (next: number): void => {
    controller.setVolume(next);
    controller.setMuted(next === 0);
  };
  return (
    <span className="wp-volume">
      <BarButton
        icon={shown === 0 ? 'muted' : shown < 0.5 ? 'quiet' : 'sound'}
        label={t(muted ? 'unmute' : 'mute')}
        shortcut="M"
        onClick={() => {
          // The button must also unmute at volume 0.
          if (muted && volume === 0) controller.setVolume(0.5);
          controller.setMuted(!muted);
        }}
      />
      {isSettable && (
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={shown}
          aria-label={t('volume')}
          aria-valuetext={t('percent', { value: Math.round(shown * 100) })}
          style={{ backgroundSize: `${shown * 100}% 100%` }}
          onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
        />
      )}
    </span>
  );
}

/** iPhones and iPads leave the volume to the device's buttons. */
function canSetVolume(): boolean {
  const video = document.createElement('video');
  video.volume = 0.5;
  return video.volume === 0.5;
}
