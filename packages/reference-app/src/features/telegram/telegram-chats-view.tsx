import { errorText, formatDate } from '@watchpost/sdk-core';
import type { TelegramChat } from '@watchpost/sdk-core';
import { Ban, Info, LogOut, UserRound, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { chatGroups, useDisableChat, useTelegramChats } from './telegram-queries.ts';
import { text } from './telegram-texts.ts';
import './telegram.css';

/** The linked chats: enabled ones, and below them those that the bot can't reach. */
export function TelegramChats(): ReactNode {
  useTranslation();
  const { data, error, refetch } = useTelegramChats({ isLinking: true });
  const [askedId, setAskedId] = useState<string | null>(null);
  if (!data && error) {
    return (
      <div className="telegram-list">
        <ErrorText>
          {text('listFailed')}. {errorText(error, currentLocale())}
        </ErrorText>
        <Button size="s" onClick={() => void refetch()}>
          {text('retry')}
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton kind="row" />;
  const { enabled, blocked } = chatGroups(data);
  return (
    <div className="telegram-list">
      {enabled.length === 0 && blocked.length === 0 ? (
        <p>
          <b>{text('none')}</b> <span className="dim">{text('noneText')}</span>
        </p>
      ) : null}
      {enabled.length > 0 ? (
        <section aria-label={text('enabled')}>
          <p className="telegram-heading">{text('enabled')}</p>
          {enabled.map((chat) =>
            chat.id === askedId ? (
              <Question key={chat.id} chat={chat} onEnd={() => setAskedId(null)} />
            ) : (
              <div className="telegram-chat" key={chat.id}>
                <ChatName chat={chat} under={text(chat.kind)} />
                <Button look="quiet" size="s" aria-label={`${text('deactivate')}: ${chat.name}`} onClick={() => setAskedId(chat.id)}>
                  {text('deactivate')}
                </Button>
              </div>
            ),
          )}
        </section>
      ) : null}
      {blocked.length > 0 ? (
        <section aria-label={text('blocked')}>
          <p className="telegram-heading">{text('blocked')}</p>
          {blocked.map((chat) => (
            <div className="telegram-chat off" key={chat.id} aria-disabled="true">
              <ChatName chat={chat} under={sinceText(chat)} />
            </div>
          ))}
          <p className="telegram-note small">
            <Info size={18} />
            <span>{text('fix')}</span>
          </p>
        </section>
      ) : null}
    </div>
  );
}

function ChatName({ chat, under }: { readonly chat: TelegramChat; readonly under: string }): ReactNode {
  const Icon = chat.isKickedFromChat ? LogOut : chat.isBlockedInChat ? Ban : chat.kind === 'group' ? UsersRound : UserRound;
  return (
    <>
      <span className="telegram-icon">
        <Icon size={18} />
      </span>
      <div className="grow">
        <b className="cut">{chat.name}</b>
        <p className="small dim">{under}</p>
      </div>
    </>
  );
}

/** Asks before a chat is deactivated, in its row. */
function Question({ chat, onEnd }: { readonly chat: TelegramChat; readonly onEnd: () => void }): ReactNode {
  const disable = useDisableChat();
  return (
    <div className="telegram-question" role="group" aria-label={text('deactivateTitle', { name: chat.name })}>
      <div className="telegram-chat">
        <ChatName chat={chat} under={text(chat.kind)} />
      </div>
      <div>
        <b>{text('deactivateTitle', { name: chat.name })}</b>
        <p className="small dim">{text('deactivateText')}</p>
      </div>
      {disable.error ? (
        <ErrorText>
          {text('deactivateFailed')}. {errorText(disable.error, currentLocale())}
        </ErrorText>
      ) : null}
      <div className="row">
        <Button look="danger" size="s" busy={disable.isPending} onClick={() => disable.mutate(chat.id, { onSuccess: onEnd })}>
          {text('deactivate')}
        </Button>
        <Button look="quiet" size="s" disabled={disable.isPending} onClick={onEnd} autoFocus>
          {text('cancel')}
        </Button>
      </div>
    </div>
  );
}

function sinceText({ isKickedFromChat, updatedAt }: TelegramChat): string {
  return text(isKickedFromChat ? 'kickedSince' : 'blockedSince', { date: formatDate(updatedAt, { locale: currentLocale() }) });
}
