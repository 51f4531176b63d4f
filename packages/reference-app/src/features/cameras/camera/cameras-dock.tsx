import { useSignals } from '@preact/signals-react/runtime';
import type { CameraPlayerHandle } from '@watchpost/widgets/react';
import { Camera, Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { cameraTexts } from './cameras-camera-texts.ts';

interface DockProps {
  /** Null until the player's controls have loaded. */
  readonly player: CameraPlayerHandle | null;
  /** Clip and download, or the controls of a marked clip. */
  readonly archive: ReactNode;
  readonly isMarking: boolean;
}

/** The most frequent actions within reach of the thumb, on phones. */
export function CameraDock({ player, archive, isMarking }: DockProps): ReactNode {
  const { t } = useTranslation(cameraTexts);
  return (
    <div className="camera-dock">
      {isMarking ? null : (
        <Button disabled={!player} aria-label={t('snapshot')} onClick={() => void player?.saveSnapshot()}>
          <Camera size={24} />
        </Button>
      )}
      {player && !isMarking ? <TalkButton player={player} /> : null}
      {archive}
    </div>
  );
}

function TalkButton({ player }: { player: CameraPlayerHandle }): ReactNode {
  const { t } = useTranslation(cameraTexts);
  useSignals();
  const canTalk = player.controller.canTalk.value;
  const talk = player.talk.state.value;
  if (!canTalk) return null;
  const isOn = talk.kind !== 'idle' && talk.kind !== 'refused';
  const toggle = (): void => {
    if (isOn) return player.talk.end();
    player.talk.press();
    player.talk.lock();
  };
  return (
    <Button look="primary" icon={<Mic size={20} />} aria-pressed={isOn} onClick={toggle}>
      {t('talk')}
    </Button>
  );
}
