import { errorText, formatMoment } from '@watchpost/sdk-core';
import type { ChannelTest } from '@watchpost/sdk-core';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
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
  const { channel, name, state, reason, isThisDevice, confirmedAt } = result;
  const Icon = icons[state];
  const canConnect = channel === 'push' && (state === 'not-set-up' || (reason === 'gone' && isThisDevice));
  return (
    <li className={state}>
      <Icon size={20} />
      <div className="grow">
        <b>{t(`selfTest.channel.${channel}`)}</b>
        <p className="small dim">
          {[
            isThisDevice ? t('selfTest.thisDevice') : name,
            t(`selfTest.${state}`),
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
    </li>
  );
}

/** The texts of each failure; a refusal means something else in each channel. */
function whyOf(
  { channel, isThisDevice }: ChannelTest,
  reason: NonNullable<ChannelTest['reason']>,
): 'goneHere' | 'goneElsewhere' | 'blocked' | 'kicked' | 'refusedMail' | 'refused' | 'unreachable' {
  if (reason === 'gone') return isThisDevice ? 'goneHere' : 'goneElsewhere';
  return reason === 'refused' && channel === 'email' ? 'refusedMail' : reason;
}
