import { Modal } from '@watchpost/widgets/primitives';
import { ArrowLeft, ChevronRight, Plus, TriangleAlert, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { TelegramChats } from './telegram-chats-view.tsx';
import { TelegramSetUp } from './telegram-code-view.tsx';
import { chatGroups, useTelegramChats } from './telegram-queries.ts';
import { text } from './telegram-texts.ts';
import './telegram.css';

/** The bot's modal: set-up, and the linked chats with a back button (specification 1, section 2). */
export function TelegramDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useTranslation();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [view, setView] = useState<'set-up' | 'chats'>('set-up');
  const show = (next: typeof view): void => {
    flushSync(() => setView(next));
    // The pressed button is gone: its successor is announced.
    title.current?.focus();
  };
  return (
    <Modal labelledBy={titleId} className="wp-dialog wp-dialog-panel wp-dialog-s" onClose={onClose}>
      <div className="wp-dialog-inner">
        <header className="wp-dialog-header telegram-header">
          {view === 'chats' ? (
            <IconButton label={text('back')} onClick={() => show('set-up')}>
              <ArrowLeft size={24} />
            </IconButton>
          ) : null}
          <h2 className="wp-dialog-title" id={titleId} ref={title} tabIndex={-1}>
            {text(view === 'chats' ? 'chats' : 'title')}
          </h2>
          <IconButton label={text('close')} onClick={onClose}>
            <X size={24} />
          </IconButton>
        </header>
        <div className="wp-dialog-body">{view === 'chats' ? <TelegramChats /> : <TelegramSetUp />}</div>
        <footer className="wp-dialog-footer">
          {view === 'chats' ? (
            <Button onClick={() => show('set-up')}>
              <Plus size={20} />
              {text('link')}
            </Button>
          ) : (
            <ChatsLink onOpen={() => show('chats')} />
          )}
        </footer>
      </div>
    </Modal>
  );
}

/** Opens the linked chats; says how many there are, and how many the bot can't reach. */
function ChatsLink({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { data } = useTelegramChats({ isLinking: true });
  const { enabled, blocked } = chatGroups(data ?? []);
  return (
    <button type="button" className="telegram-to-chats" onClick={onOpen}>
      <b className="grow">{text('chats')}</b>
      <span className="telegram-count">{enabled.length}</span>
      {blocked.length > 0 ? (
        <span className="telegram-count bad">
          <TriangleAlert size={14} aria-label={text('blockedCount', { count: blocked.length })} />
          <span aria-hidden="true">{blocked.length}</span>
        </span>
      ) : null}
      <ChevronRight size={20} />
    </button>
  );
}
