import { errorText, formatMoment, formatNumber } from '@watchpost/sdk-core';
import type { ChannelTest } from '@watchpost/sdk-core';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { notificationsTexts } from '../notifications-texts.ts';
import './notifications-self-test.css';

/** Sends one message through each channel, and says what broke and how to repair it. */
export function SelfTest(): ReactNode {
  const { t } = useTranslation(notificationsTexts);
  const { notifications } = useClient();
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => notifications.testAll() });
  const tried = data?.filter(({ state }) => state !== 'not-set-up') ?? [];
  const sent = tried.filter(({ state }) => state === 'sent').length;
  return (
    <section className="self-test" aria-labelledby="self-test">
      <h2 id="self-test">{t('selfTest.title')}</h2>
      <p className="small dim">{t('selfTest.description')}</p>
      <div role="status">
        {data ? <p className="small">{t('selfTest.result', { sent, tried: tried.length })}</p> : null}
        {data ? (
          <ul>
            {data.map((result, index) => (
              // Two devices may have the same name, and nothing else is known of them here.
              <Result key={`${result.channel} ${String(index)}`} result={result} onRepaired={() => mutate()} />
            ))}
          </ul>
        ) : null}
      </div>
      {error ? <ErrorText>{errorText(error, currentLocale())}</ErrorText> : null}
      <div>
        <Button size="s" busy={isPending} onClick={() => mutate()}>
          {t(data ? 'selfTest.again' : 'selfTest.send')}
        </Button>
      </div>
    </section>
  );
}

const icons = { sent: CircleCheck, failed: CircleAlert, 'not-set-up': CircleMinus } as const;

function Result({ result, onRepaired }: { readonly result: ChannelTest; readonly onRepaired: () => void }): ReactNode {
  const { t } = useTranslation(notificationsTexts);
  const { notifications, serverNow } = useClient();
  const { channel, name, state, reason, isThisDevice, confirmedAt, tookMs } = result;
  const Icon = icons[state];
  const repair = repairOf(result);
  const canConnect = channel === 'push' && (state === 'not-set-up' || (reason === 'gone' && isThisDevice));
  return (
    <li className={state}>
      <Icon size={20} />
      <div className="grow">
        <b>{t(`selfTest.channel.${channel}`)}</b>
        <p className="small dim">
          {[
            isThisDevice ? t('selfTest.thisDevice') : name,
            tookMs === undefined
              ? t(`selfTest.${state}`)
              : t('selfTest.sentIn', { seconds: formatNumber(tookMs / 1000, { locale: currentLocale(), maximumFractionDigits: 1 }) }),
            confirmedAt === undefined
              ? null
              : t('selfTest.confirmed', { time: formatMoment(confirmedAt, serverNow(), { locale: currentLocale() }) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {reason ? <p className="small">{t(`selfTest.why.${whyOf(result, reason)}`)}</p> : null}
      </div>
      {canConnect ? (
        // The handler asks for the permission at once: browsers demand that of a click.
        <Button size="s" onClick={() => void notifications.connect().then(onRepaired)}>
          {t('selfTest.connect')}
        </Button>
      ) : null}
      {repair === null ? null : (
        <Link
          className={buttonClass({ size: 's' })}
          to={repair}
          aria-label={`${t('selfTest.fix')}: ${name ?? t(`selfTest.channel.${channel}`)}`}
        >
          {t('selfTest.fix')}
        </Link>
      )}
    </li>
  );
}

/** Returns the page on which it is repaired; null where only waiting or another device helps. */
function repairOf({ channel, reason }: ChannelTest): string | null {
  // The bot is opened there, which ends a block, and a new code links the chat again.
  if (channel === 'telegram' && (reason === 'blocked' || reason === 'kicked')) return to.SettingsTelegram();
  return channel === 'email' && reason === 'refused' ? to.SettingsAccount() : null;
}

/** The texts of each failure; a refusal means something else in each channel. */
function whyOf(
  { channel, isThisDevice }: ChannelTest,
  reason: NonNullable<ChannelTest['reason']>,
): 'goneHere' | 'goneElsewhere' | 'blocked' | 'kicked' | 'refusedMail' | 'refused' | 'unreachable' {
  if (reason === 'gone') return isThisDevice ? 'goneHere' : 'goneElsewhere';
  return reason === 'refused' && channel === 'email' ? 'refusedMail' : reason;
}
