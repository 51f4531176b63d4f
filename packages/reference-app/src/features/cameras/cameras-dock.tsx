import type { CameraPlayerHandle } from '@watchpost/widgets/react';
import { Camera, Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { Button } from '../../shared/ui/button.tsx';

interface DockProps {
  /** Null until the player's controls are there. */
  readonly player: CameraPlayerHandle | null;
  /** Clip and download, or what a marked clip needs. */
  readonly archive: ReactNode;
  readonly isMarking: boolean;
}

/** On phones: what is done most, under the thumb. */
export function CameraDock({ player, archive, isMarking }: DockProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="camera-dock">
      {isMarking ? null : <Button disabled={!player} aria-label={t('cameras.snapshot')} onClick={() => void player?.saveSnapshot()}><Camera size={24} /></Button>}
      {player && !isMarking ? <TalkButton player={player} /> : null}
      {archive}
    </div>
  );
}

function TalkButton({ player }: { player: CameraPlayerHandle }): ReactNode {
  const { t } = useTranslation();
  const canTalk = useSignalValue(player.controller.canTalk);
  const talk = useSignalValue(player.talk.state);
  if (!canTalk) return null;
  const isOn = talk.kind !== 'idle' && talk.kind !== 'refused';
  const toggle = (): void => {
    if (isOn) return player.talk.end();
    player.talk.press();
    player.talk.lock();
  };
  return <Button look="primary" icon={<Mic size={20} />} aria-pressed={isOn} onClick={toggle}>{t('cameras.talk')}</Button>;
}
