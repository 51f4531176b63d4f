import { useSignals } from '@preact/signals-react/runtime';
import type { NotificationHours, TelegramChat } from '@watchpost/sdk-core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { useClient } from '../../../shared/client.tsx';
import type { AlertType } from './notifications-camera-queries.ts';
import { chatProblem, EventRow, StatusRow } from './notifications-camera-row.tsx';
import { text } from './notifications-camera-texts.ts';
import { usualTypes } from './notifications-camera-types.ts';

/** Least widths of columns, px: a name with its hours, a channel, the pause. */
const widths = { name: 208, channel: 104, pause: 136 } as const;

interface AlertsMatrixProps {
  readonly cameraId: string;
  readonly types: readonly AlertType[];
  /** Names of the lines and areas that are drawn for a type. */
  readonly places: ReadonlyMap<AlertType, readonly string[]>;
  readonly chats: readonly TelegramChat[];
  /** Gives all types of the camera the same hours, but alarms. */
  readonly onHoursForAll: (schedule: NotificationHours[] | null) => void;
}

/** Which channel carries which event: a table of switches; on phones a card for each type. */
export function AlertsMatrix({ cameraId, types, places, chats, onHoursForAll }: AlertsMatrixProps): ReactNode {
  useSignals();
  const email = useClient().session.current.value?.email;
  const isCard = !useIsLarge();
  const usual = usualTypes(types);
  const rows = (
    <>
      {types.map((type) => (
        <EventRow
          key={type}
          cameraId={cameraId}
          type={type}
          places={places.get(type) ?? []}
          chats={chats}
          isCard={isCard}
          onHoursForAll={usual.includes(type) ? onHoursForAll : null}
        />
      ))}
      <StatusRow cameraId={cameraId} chats={chats} isCard={isCard} />
    </>
  );
  if (isCard) return <div className="alerts-cards">{rows}</div>;
  const channels = chats.length + 2;
  return (
    <div className="alerts-scroll">
      <table className="alerts-table" style={{ minWidth: `${widths.name + channels * widths.channel + widths.pause}px` }}>
        <caption className="visually-hidden">{text('matrix')}</caption>
        <colgroup>
          <col />
          <col span={channels} style={{ width: `${widths.channel}px` }} />
          <col style={{ width: `${widths.pause}px` }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text('events.title')}</span>
            </th>
            <th scope="col">
              <b>{text('channel.push')}</b>
            </th>
            {chats.map((chat) => (
              <th key={chat.id} scope="col">
                <ChatHeading chat={chat} />
              </th>
            ))}
            <th scope="col">
              <b>{text('channel.email')}</b>
              {email === undefined ? null : <small className="alerts-address">{email}</small>}
            </th>
            <th scope="col">{text('pause')}</th>
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </div>
  );
}

/** The name of a chat, and why the bot does not reach it. */
function ChatHeading({ chat }: { readonly chat: TelegramChat }): ReactNode {
  const problem = chatProblem(chat);
  return (
    <>
      <b className="alerts-chat">{chat.name}</b>
      {problem === null ? (
        <small>{text('summary.telegram')}</small>
      ) : (
        <small className="alerts-broken">
          <TriangleAlert size={14} />
          <span>{text(`channel.${problem}Short`)}</span>
        </small>
      )}
    </>
  );
}
