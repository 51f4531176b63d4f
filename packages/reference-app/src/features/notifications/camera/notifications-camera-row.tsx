import { errorText, formatList } from '@watchpost/sdk-core';
import type { NotificationHours, TelegramChat } from '@watchpost/sdk-core';
import { Check, ChevronDown, CloudOff, TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/choice.tsx';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { HoursEditor, hoursName } from './notifications-camera-hours.tsx';
import { useChatChoice, useChatTypes, useEventSettings, useStatusChoice, useStatusEmailChoice } from './notifications-camera-queries.ts';
import type { AlertType } from './notifications-camera-queries.ts';
import { text } from './notifications-camera-texts.ts';

/** Choices of the pause between alerts, seconds. */
const pauses = [0, 60, 120, 300, 900, 1800, 3600];

interface RowProps {
  readonly cameraId: string;
  readonly chats: readonly TelegramChat[];
  /** A card, on phones; otherwise a row of the table. */
  readonly isCard: boolean;
}

interface EventRowProps extends RowProps {
  readonly type: AlertType;
  /** Names of its lines or areas. */
  readonly places: readonly string[];
  /** Gives all types of the camera the same hours, but alarms; null for an alarm. */
  readonly onHoursForAll: ((schedule: NotificationHours[] | null) => void) | null;
}

/** One event type: which channels carry it, when, and how often. */
export function EventRow({ cameraId, type, places, chats, isCard, onHoursForAll }: EventRowProps): ReactNode {
  const { settings, error, isFetching, change, retry } = useEventSettings(cameraId, type);
  const isInChat = useChatTypes(cameraId, [type], chats).has(type);
  const [isEditing, setEditing] = useState(false);
  const name = text(`events.${type}`);
  if (error) {
    const failed = (
      <p className="alerts-failed">
        <span>{`${name}: ${errorText(error, currentLocale())}`}</span>
        <Button size="s" busy={isFetching} onClick={retry}>
          {text('retry')}
        </Button>
      </p>
    );
    return isCard ? (
      <div className="alerts-card">{failed}</div>
    ) : (
      <tr>
        <td colSpan={chats.length + 4}>{failed}</td>
      </tr>
    );
  }
  const schedule = settings?.schedule ?? null;
  const isCarried = !settings || settings.isEnabled || settings.isEmailEnabled || isInChat;
  const hours = schedule ? schedule.map(hoursName).join(' · ') : text('hours.always');
  const when = isCarried ? hours : text('activitiesOnly');
  return (
    <RowFrame
      name={name}
      isCard={isCard}
      icon={<EventGlyph shape={eventShapes[type]} size={16} />}
      under={
        <>
          {places.length > 0 ? <p className="small dim">{formatList(places, { locale: currentLocale() })}</p> : null}
          <button
            type="button"
            className="alerts-hours-button"
            aria-label={text('cell', { type: name, channel: when })}
            aria-expanded={isEditing}
            disabled={!settings}
            onClick={() => setEditing(!isEditing)}
          >
            <span>{when}</span>
            <ChevronDown size={16} />
          </button>
        </>
      }
      cells={[
        {
          key: 'push',
          cell: (
            <ChannelSwitch
              type={name}
              channel={text('channel.push')}
              isCard={isCard}
              isOn={settings?.isEnabled}
              onChoose={(isEnabled) => change({ isEnabled })}
            />
          ),
        },
        ...chats.map((chat) => ({
          key: chat.id,
          cell: <ChatSwitch cameraId={cameraId} type={type} chat={chat} isCard={isCard} />,
        })),
        {
          key: 'email',
          cell: (
            <ChannelSwitch
              type={name}
              channel={text('channel.email')}
              isCard={isCard}
              isOn={settings?.isEmailEnabled}
              onChoose={(isEmailEnabled) => change({ isEmailEnabled })}
            />
          ),
        },
      ]}
      pause={<PauseSelect type={name} seconds={settings?.cooldownSeconds} onPause={(cooldownSeconds) => change({ cooldownSeconds })} />}
      below={
        isEditing ? (
          <HoursEditor
            schedule={schedule}
            onSave={(next) => {
              change({ schedule: next });
              setEditing(false);
            }}
            onSaveForAll={
              onHoursForAll
                ? (next) => {
                    onHoursForAll(next);
                    setEditing(false);
                  }
                : undefined
            }
          />
        ) : null
      }
    />
  );
}

/** Whether the camera is offline: by push, and then by e-mail as well. Chats are not sent it. */
export function StatusRow({ cameraId, chats, isCard }: RowProps): ReactNode {
  const push = useStatusChoice(cameraId);
  const email = useStatusEmailChoice(cameraId);
  const name = text('status.name');
  return (
    <RowFrame
      name={name}
      isCard={isCard}
      isStatus
      icon={<CloudOff size={16} />}
      under={<p className="small dim">{text('status.description')}</p>}
      cells={[
        {
          key: 'push',
          cell: <ChannelSwitch type={name} channel={text('channel.push')} isCard={isCard} isOn={push.isOn} onChoose={push.choose} />,
        },
        ...(isCard ? [] : chats.map(({ id }) => ({ key: id, cell: <NotSent /> }))),
        {
          key: 'email',
          cell: (
            <ChannelSwitch
              type={name}
              channel={text('channel.email')}
              isCard={isCard}
              // What was chosen is kept while push is off, and sends nothing.
              isOn={push.isOn === false ? false : email.isOn}
              isDisabled={push.isOn !== true}
              onChoose={email.choose}
            />
          ),
        },
      ]}
    />
  );
}

interface RowFrameProps {
  readonly name: string;
  readonly isCard: boolean;
  readonly isStatus?: boolean;
  readonly icon: ReactNode;
  readonly under: ReactNode;
  /** One for each channel, in the order of the columns. */
  readonly cells: readonly { readonly key: string; readonly cell: ReactNode }[];
  readonly pause?: ReactNode;
  readonly below?: ReactNode;
}

function RowFrame({ name, isCard, isStatus = false, icon, under, cells, pause, below }: RowFrameProps): ReactNode {
  const title = (
    <div className="alerts-name">
      <span className="alerts-icon">{icon}</span>
      <div>
        <b>{name}</b>
        {under}
      </div>
    </div>
  );
  const own = isStatus ? ' alerts-status' : '';
  if (isCard) {
    return (
      <div className={`alerts-card${own}`} role="group" aria-label={name}>
        <div className="alerts-card-head">
          {title}
          {pause ? <div className="alerts-pause">{pause}</div> : null}
        </div>
        <div className="alerts-chips">
          {cells.map(({ key, cell }) => (
            <Fragment key={key}>{cell}</Fragment>
          ))}
        </div>
        {below}
      </div>
    );
  }
  return (
    <>
      <tr className={`alerts-row${own}`}>
        {/* What is read before each switch: the name alone. */}
        <th scope="row" abbr={name}>
          {title}
        </th>
        {cells.map(({ key, cell }) => (
          <td key={key} className="alerts-cell">
            {cell}
          </td>
        ))}
        <td className="alerts-pause">{pause}</td>
      </tr>
      {below ? (
        <tr>
          <td colSpan={cells.length + 2} className="alerts-below">
            {below}
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface ChannelSwitchProps {
  /** Name of the event type. */
  readonly type: string;
  /** Name of the channel, with why it can't be reached. */
  readonly channel: string;
  /** What a card shows of that. */
  readonly shown?: string;
  readonly isCard: boolean;
  /** Undefined until it is known. */
  readonly isOn: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly isBroken?: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

/** A switch of the matrix, named by its type and channel: a cell of the table, or a chip of a card. */
function ChannelSwitch({
  type,
  channel,
  shown = channel,
  isCard,
  isOn,
  isDisabled = false,
  isBroken = false,
  onChoose,
}: ChannelSwitchProps): ReactNode {
  const own: ComponentProps<'input'> = {
    type: 'checkbox',
    role: 'switch',
    'aria-label': text('cell', { type, channel }),
    checked: isOn === true,
    'aria-checked': isOn === true,
    disabled: isOn === undefined || isDisabled || isBroken,
    onChange: (event) => onChoose(event.currentTarget.checked),
  };
  if (!isCard) return <input {...own} className="wp-check alerts-check" />;
  return (
    <label className={isBroken ? 'wp-chip alerts-chip alerts-broken' : 'wp-chip alerts-chip'}>
      <input {...own} />
      {isBroken ? <TriangleAlert size={16} /> : isOn ? <Check size={16} /> : null}
      <span>{shown}</span>
    </label>
  );
}

function ChatSwitch({
  cameraId,
  type,
  chat,
  isCard,
}: Pick<EventRowProps, 'cameraId' | 'type' | 'isCard'> & { readonly chat: TelegramChat }): ReactNode {
  const { isOn, choose } = useChatChoice(cameraId, type, chat.id);
  const problem = chatProblem(chat);
  return (
    <ChannelSwitch
      type={text(`events.${type}`)}
      channel={problem === null ? chat.name : text(`channel.${problem}`, { name: chat.name })}
      shown={chat.name}
      isCard={isCard}
      isOn={isOn}
      isBroken={problem !== null}
      onChoose={choose}
    />
  );
}

/** Returns why the bot does not reach a chat; null if it does. */
export function chatProblem({ isBlockedInChat, isKickedFromChat }: TelegramChat): 'blocked' | 'kicked' | null {
  if (isBlockedInChat) return 'blocked';
  return isKickedFromChat ? 'kicked' : null;
}

function NotSent(): ReactNode {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{text('channel.never')}</span>
    </>
  );
}

interface PauseSelectProps {
  /** Name of the event type. */
  readonly type: string;
  /** Undefined until it is known. */
  readonly seconds: number | undefined;
  readonly onPause: (seconds: number) => void;
}

function PauseSelect({ type, seconds, onPause }: PauseSelectProps): ReactNode {
  const choices = [...new Set([...pauses, seconds ?? 0])].toSorted((a, b) => a - b);
  return (
    <Select
      label={text('cell', { type, channel: text('pause') })}
      value={String(seconds ?? 0)}
      disabled={seconds === undefined}
      onValue={(value) => onPause(Number(value))}
      options={choices.map((choice) => ({ value: String(choice), label: pauseName(choice) }))}
    />
  );
}

function pauseName(seconds: number): string {
  if (seconds === 0) return text('pauseNone');
  return seconds % 60 === 0 ? text('pauseMinutes', { minutes: seconds / 60 }) : text('pauseSeconds', { seconds });
}
