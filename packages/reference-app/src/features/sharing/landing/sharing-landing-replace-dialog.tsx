import { formatList, grantSentence } from '@watchpost/sdk-core';
import type { Grant } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { RichText } from '../../../shared/i18n/rich-text.tsx';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import type { InvitedLanding } from './sharing-landing-model.ts';
import { shortTerms } from './sharing-landing-terms.ts';
import { landingTexts } from './sharing-landing-texts.ts';

interface ReplaceDialogProps {
  readonly landing: InvitedLanding;
  /** Unix milliseconds. */
  readonly now: number;
  readonly busy: boolean;
  readonly onReplace: () => void;
  readonly onKeep: () => void;
}

/** Asks before the user's other access to some cameras is replaced, showing both. Neither answer is suggested. */
export function ReplaceDialog({ landing, now, busy, onReplace, onKeep }: ReplaceDialogProps): ReactNode {
  const { t } = useTranslation(landingTexts);
  const { collisions, gained, invitation } = landing;
  const rest = gained.length - collisions.length;
  const names = formatList(
    collisions.map(({ title }) => t('named', { name: title })),
    { locale: currentLocale() },
  );
  return (
    <Dialog
      title={t('replaceTitle')}
      busy={busy}
      onClose={onKeep}
      onSubmit={onReplace}
      footer={
        <>
          <Button look="quiet" onClick={onKeep} disabled={busy} data-autofocus>
            {t('keep')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('replace')}
          </Button>
        </>
      }
    >
      <p className="dim">
        <RichText
          message={t('replaceText', { count: collisions.length, names })}
          parts={{ b: (name) => <b className="landing-swap-name">{name}</b> }}
        />{' '}
        {rest > 0 ? t('replaceRest', { count: rest }) : null}
      </p>
      <dl className="landing-swap">
        {collisions.map(({ id, title, timeZone, standing }) => {
          const [current, next] = comparison(standing.current, invitation.grant, knownZone(timeZone), now);
          return (
            <div key={id}>
              {collisions.length > 1 ? <dt className="landing-swap-title">{title}</dt> : null}
              <dt>{t('youHave')}</dt>
              <dd>{current}</dd>
              <dt>{t('thisLink')}</dt>
              <dd>{next}</dd>
            </div>
          );
        })}
      </dl>
    </Dialog>
  );
}

/** Both accesses in a few words, or in whole sentences if a few words read the same. */
function comparison(current: Grant, next: Grant, timeZone: string, now: number): readonly [string, string] {
  const short = [shortTerms(current, timeZone, now), shortTerms(next, timeZone, now)] as const;
  if (short[0] !== short[1]) return short;
  const whole = (grant: Grant): string =>
    grantSentence('you', { grant, cameraCount: 1 }, { locale: currentLocale(), timeZone, now })
      .map(({ text }) => text)
      .join('');
  return [whole(current), whole(next)];
}
