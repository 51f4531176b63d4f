import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../shared/navigation/targets.ts';
import { buttonClass } from '../../shared/ui/button.tsx';
import { Banner } from '../../shared/ui/status.tsx';
import { chatGroups, useTelegramChats } from './telegram-queries.ts';
import { text } from './telegram-texts.ts';

/** Offers the bot to those who have linked no chat. @param otherwise shown to everyone else */
export function TelegramBanner({ otherwise }: { readonly otherwise: ReactNode }): ReactNode {
  useTranslation();
  const { data } = useTelegramChats({ isLinking: false });
  if (!data || chatGroups(data).enabled.length > 0) return otherwise;
  return (
    <Banner
      action={
        <Link className={buttonClass({ size: 's' })} to={to.SettingsTelegram()}>
          {text('bannerAction')}
        </Link>
      }
    >
      <b>{text('bannerTitle')}.</b> {text('bannerText')}
    </Banner>
  );
}
