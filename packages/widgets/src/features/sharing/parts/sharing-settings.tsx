import type { JSX } from 'react';
import { formatMoment, zoneMark } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Segmented } from '../../../primitives/choice/segmented.tsx';
import { Switch } from '../../../primitives/choice/switch.tsx';
import { Field } from '../../../primitives/field/field.tsx';
import { ErrorText } from '../../../primitives/field/error-text.tsx';
import { Select } from '../../../primitives/field/select.tsx';
import { canEnd, canGive, toFieldText } from '../sharing-draft.ts';
import type { ExpiryChoice } from '../sharing-draft.ts';
import { SharingChosen } from './sharing-chosen.tsx';
import { useSharing } from './sharing-context.tsx';
import { SharingLevel } from './sharing-level.tsx';
import { SharingMore } from './sharing-more.tsx';
import { SharingStepper } from './sharing-stepper.tsx';

const weekMs = 604_800_000;
const dayMs = 86_400_000;

/** What the link gives, on the left. */
export function SharingSettings({ onPick }: { readonly onPick: () => void }): JSX.Element {
  const { share, t } = useSharing();
  const draft = useValue(share.draft);
  const own = useValue(share.own);
  const isBusy = useValue(share.work).kind === 'busy';
  const givesSound = canGive(own, { withAudio: true });
  return (
    // What is entered while the link is saved would be replaced by what was saved.
    <fieldset className="wp-share-settings" disabled={isBusy} aria-label={t('access')}>
      <SharingChosen onPick={onPick} />
      <SharingLevel />
      <div className="wp-share-rows">
        <div className="wp-share-row">
          <Switch
            end
            label={<b>{t('sound')}</b>}
            description={t(givesSound ? 'soundText' : 'lacksSound')}
            checked={draft.withAudio}
            disabled={!givesSound}
            onChange={(withAudio) => share.change({ withAudio })}
          />
        </div>
        <SharingArchive />
      </div>
      <div className="wp-share-pair">
        <SharingExpiry />
        <SharingStepper label={t('people')} value={draft.maxUsers} maximum={10_000} onValue={(maxUsers) => share.change({ maxUsers })} />
      </div>
      <SharingMore />
    </fieldset>
  );
}

function SharingArchive(): JSX.Element {
  const { share, locale, t } = useSharing();
  const draft = useValue(share.draft);
  const own = useValue(share.own);
  const timeZone = useValue(share.timeZone);
  const now = useValue(share.now);
  const problem = useValue(share.problems).archive;
  const hasTried = useValue(share.hasTried);
  const gives = canGive(own, { withArchive: true });
  return (
    <div className="wp-share-row">
      <Switch
        end
        label={<b>{t('archive')}</b>}
        description={t(gives ? 'archiveText' : 'lacksArchive')}
        checked={draft.withArchive}
        disabled={!gives}
        onChange={(withArchive) => share.change({ withArchive })}
      />
      {draft.withArchive && (
        <Segmented
          small
          label={t('archiveRange')}
          value={draft.archive}
          onValue={(archive) =>
            share.change({
              archive,
              ...(archive === 'period' &&
                draft.archiveFrom === '' && { archiveFrom: toFieldText(now - dayMs, timeZone), archiveUntil: toFieldText(now, timeZone) }),
            })
          }
          options={[
            { value: 'all', label: t('archiveAll'), disabled: !canGive(own, { archiveFrom: null, archiveUntil: null }) },
            { value: 'from-acceptance', label: t('archiveFromNow'), disabled: !canGive(own, { archiveFrom: now, archiveUntil: null }) },
            { value: 'period', label: t('archivePeriod') },
          ]}
        />
      )}
      {draft.withArchive && draft.archive === 'period' && (
        <>
          <div className="wp-share-pair wp-share-dates">
            <Field
              type="datetime-local"
              label={t('from') + zoneMark(now, { locale, timeZone })}
              value={draft.archiveFrom}
              onValue={(archiveFrom) => share.change({ archiveFrom })}
            />
            <Field
              type="datetime-local"
              label={t('until') + zoneMark(now, { locale, timeZone })}
              value={draft.archiveUntil}
              onValue={(archiveUntil) => share.change({ archiveUntil })}
            />
          </div>
          {hasTried && problem ? <ErrorText>{t(problem)}</ErrorText> : null}
        </>
      )}
    </div>
  );
}

function SharingExpiry(): JSX.Element {
  const { share, locale, t } = useSharing();
  const draft = useValue(share.draft);
  const own = useValue(share.own);
  const now = useValue(share.now);
  const timeZone = useValue(share.timeZone);
  const problem = useValue(share.problems).expiry;
  const hasTried = useValue(share.hasTried);
  const current = useValue(share.invite)?.expiresAt ?? null;
  const choices: readonly { readonly value: ExpiryChoice; readonly label: string }[] = [
    ...(current === null ? [] : [{ value: 'current' as const, label: formatMoment(current, now, { locale, timeZone }) }]),
    { value: 'hour', label: t('inHour') },
    { value: 'day', label: t('inDay') },
    { value: 'week', label: t('inWeek') },
    { value: 'month', label: t('inMonth') },
    { value: 'moment', label: t('onMoment') },
    { value: 'never', label: t('never') },
  ];
  const options = choices.map((choice) => ({ ...choice, disabled: !canEnd(own, choice.value, now) }));
  const error = hasTried && problem ? t(problem) : null;
  return (
    <div className="wp-share-expiry">
      <Select
        label={t('expires')}
        value={draft.expiry}
        description={options.some(({ disabled }) => disabled) ? t('ownEnds') : undefined}
        error={draft.expiry === 'moment' ? null : error}
        onValue={(expiry) =>
          share.change({
            expiry,
            ...(expiry === 'moment' && draft.expiryMoment === '' && { expiryMoment: toFieldText(now + weekMs, timeZone) }),
          })
        }
        options={options}
      />
      {draft.expiry === 'moment' && (
        <Field
          type="datetime-local"
          label={t('expiresAt') + zoneMark(now, { locale, timeZone })}
          value={draft.expiryMoment}
          error={error}
          onValue={(expiryMoment) => share.change({ expiryMoment })}
        />
      )}
    </div>
  );
}
