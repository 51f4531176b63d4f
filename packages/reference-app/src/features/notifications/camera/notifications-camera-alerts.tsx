import { errorText } from '@watchpost/sdk-core';
import type { NotificationHours, TelegramChat } from '@watchpost/sdk-core';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Chip, Select } from '../../../shared/ui/choice.tsx';
import { HoursEditor, hoursName } from './notifications-camera-hours.tsx';
import { useChatChoice, useEventSettings } from './notifications-camera-queries.ts';
import type { AlertType } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

/** Choices of the pause between alerts, seconds. */
const pauses = [0, 60, 120, 300, 900, 1800, 3600];

interface EventAlertsProps {
  readonly cameraId: string;
  readonly type: AlertType;
  readonly chats: readonly TelegramChat[];
  /** Gives all types of the camera the same hours. */
  readonly onHoursForAll: (schedule: NotificationHours[] | null) => void;
}

/** One event type: which channels carry it, when, and how often. */
export function EventAlerts({ cameraId, type, chats, onHoursForAll }: EventAlertsProps): ReactNode {
  const { settings, error, isFetching, change, retry } = useEventSettings(cameraId, type);
  const [isEditing, setEditing] = useState(false);
  const name = text(`events.${type}`);
  if (error) {
    return (
      <p className="camera-notifications-failed">
        <span>{`${name}: ${errorText(error, currentLocale())}`}</span>
        <Button size="s" busy={isFetching} onClick={retry}>
          {text('retry')}
        </Button>
      </p>
    );
  }
  const schedule = settings?.schedule ?? null;
  return (
    <div className="camera-notifications-type" role="group" aria-label={name}>
      <div className="camera-notifications-type-head">
        <b>{name}</b>
        <PauseSelect seconds={settings?.cooldownSeconds} onPause={(cooldownSeconds) => change({ cooldownSeconds })} />
      </div>
      <div className="camera-notifications-row">
        <ChannelChip name={text('channel.push')} isOn={settings?.isEnabled} onPress={(isEnabled) => change({ isEnabled })} />
        {chats.map((chat) => (
          <ChatChip key={chat.id} cameraId={cameraId} type={type} chat={chat} />
        ))}
        <ChannelChip
          name={text('channel.email')}
          isOn={settings?.isEmailEnabled}
          onPress={(isEmailEnabled) => change({ isEmailEnabled })}
        />
        <Button size="s" look="quiet" aria-expanded={isEditing} disabled={!settings} onClick={() => setEditing(!isEditing)}>
          {schedule ? schedule.map(hoursName).join(' · ') : text('hours.always')}
        </Button>
      </div>
      {isEditing ? (
        <HoursEditor
          schedule={schedule}
          onSave={(next) => {
            change({ schedule: next });
            setEditing(false);
          }}
          onSaveForAll={(next) => {
            onHoursForAll(next);
            setEditing(false);
          }}
        />
      ) : null}
    </div>
  );
}

function PauseSelect({
  seconds,
  onPause,
}: {
  readonly seconds: number | undefined;
  readonly onPause: (seconds: number) => void;
}): ReactNode {
  const choices = [...new Set([...pauses, seconds ?? 0])].toSorted((a, b) => a - b);
  return (
    <Select
      label={text('pause')}
      value={String(seconds ?? 0)}
      disabled={seconds === undefined}
      onValue={(value) => onPause(Number(value))}
      options={choices.map((choice) => ({ value: String(choice), label: pauseName(choice) }))}
    />
  );
}

function ChatChip({ cameraId, type, chat }: Pick<EventAlertsProps, 'cameraId' | 'type'> & { readonly chat: TelegramChat }): ReactNode {
  const { isOn, choose } = useChatChoice(cameraId, type, chat.id);
  if (chat.isBlockedInChat || chat.isKickedFromChat) {
    return (
      <Chip disabled icon={<TriangleAlert size={16} />} onPress={() => undefined}>
        {text(chat.isBlockedInChat ? 'channel.blocked' : 'channel.kicked', { name: chat.name })}
      </Chip>
    );
  }
  return <ChannelChip name={chat.name} isOn={isOn} onPress={choose} />;
}

interface ChannelChipProps {
  readonly name: string;
  /** Undefined until it is known. */
  readonly isOn: boolean | undefined;
  readonly onPress: (isOn: boolean) => void;
}

function ChannelChip({ name, isOn, onPress }: ChannelChipProps): ReactNode {
  return (
    <Chip
      selected={isOn === true}
      disabled={isOn === undefined}
      icon={isOn ? <Check size={16} /> : null}
      onPress={() => onPress(isOn !== true)}
    >
      {name}
    </Chip>
  );
}

function pauseName(seconds: number): string {
  if (seconds === 0) return text('pauseNone');
  return seconds % 60 === 0 ? text('pauseMinutes', { minutes: seconds / 60 }) : text('pauseSeconds', { seconds });
}
