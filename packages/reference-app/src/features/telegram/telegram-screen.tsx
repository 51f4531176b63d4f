import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TelegramChats } from './telegram-chats-view.tsx';
import { TelegramSetUp } from './telegram-code-view.tsx';
import { useTelegramChats } from './telegram-queries.ts';
import { text } from './telegram-texts.ts';
import './telegram.css';

/** Set-up and linked chats as a page. @param missing shown on a server without a bot */
export function TelegramScreen({ header, missing }: { readonly header: ReactNode; readonly missing: ReactNode }): ReactNode {
  useTranslation();
  const { data } = useTelegramChats({ isLinking: true });
  if (data === null) return missing;
  return (
    <>
      {header}
      {data === undefined ? null : (
        <div className="telegram-page">
          <section aria-label={text('title')}>
            <TelegramSetUp />
          </section>
          <section aria-labelledby="telegram-chats">
            <h2 id="telegram-chats">{text('chats')}</h2>
            <TelegramChats />
          </section>
        </div>
      )}
    </>
  );
}
