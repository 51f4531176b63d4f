import { isGrantWithin } from '@watchpost/sdk-core';
import type { Grant } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { timeMask } from '../../../shared/forms/field-masks.ts';
import { RadioGroup, Switch } from '../../../shared/ui/choice.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import type { DraftErrors, GrantDraft } from './sharing-grant-draft.ts';
import { text } from './sharing-manage-texts.ts';

export interface GrantFieldsProps {
  readonly draft: GrantDraft;
  readonly onDraft: (change: Partial<GrantDraft>) => void;
  /** Null while nothing is shown to be wrong. */
  readonly errors: DraftErrors | null;
  /** What it must not exceed; null for no limits. */
  readonly bound: Grant | null;
  readonly isSelf: boolean;
  readonly timeZone: string;
}

/** Controls of one user's access. What would exceed the limits is disabled and says why. */
export function GrantFields({ draft, onDraft, errors, bound, isSelf, timeZone }: GrantFieldsProps): ReactNode {
  const why = text(isSelf ? 'notMoreOwn' : 'notMore');
  const problem = (name: keyof DraftErrors): string | undefined => {
    const found = errors?.[name];
    return found === undefined ? undefined : text(found);
  };
  const exceeds = (change: Partial<Grant>): boolean => bound !== null && !isGrantWithin({ ...bound, ...change }, bound);
  const noFull = exceeds({ access: 'full' });
  const noSound = exceeds({ withAudio: true }) && !draft.withAudio;
  const noArchive = exceeds({ withArchive: true }) && !draft.withArchive;
  const noPtz = exceeds({ withPtz: true }) && !draft.withPtz;
  return (
    <div className="share-fields">
      <RadioGroup
        takesFocus
        label={text('level')}
        value={draft.access}
        onValue={(access) => onDraft({ access })}
        options={[
          { value: 'full', label: text('full'), description: noFull ? why : text('fullText'), disabled: noFull },
          { value: 'view', label: text('view'), description: text('viewText') },
        ]}
      />
      <Switch
        end
        label={text('sound')}
        description={noSound ? why : undefined}
        checked={draft.withAudio}
        disabled={noSound}
        onChange={(withAudio) => onDraft({ withAudio })}
      />
      <Switch
        end
        label={text('archive')}
        description={noArchive ? why : undefined}
        checked={draft.withArchive}
        disabled={noArchive}
        onChange={(withArchive) => onDraft({ withArchive })}
      />
      {draft.withArchive ? (
        <div className="share-pair">
          <Field
            type="date"
            label={text('archiveFrom')}
            description={text('archiveFromHint')}
            value={draft.archiveFrom}
            onValue={(archiveFrom) => onDraft({ archiveFrom })}
          />
          <Field
            type="date"
            label={text('archiveUntil')}
            description={text('archiveUntilHint')}
            value={draft.archiveUntil}
            onValue={(archiveUntil) => onDraft({ archiveUntil })}
            error={problem('archiveUntil')}
          />
        </div>
      ) : null}
      <Switch
        end
        label={text('ptz')}
        description={draft.access === 'full' ? text('ptzFull') : noPtz ? why : undefined}
        checked={draft.access === 'full' || draft.withPtz}
        disabled={draft.access === 'full' || noPtz}
        onChange={(withPtz) => onDraft({ withPtz })}
      />
      <Switch
        end
        label={text('hours')}
        description={text('hoursText', { zone: timeZone.replaceAll('_', ' ') })}
        checked={draft.hasHours}
        onChange={(hasHours) => onDraft({ hasHours })}
      />
      {draft.hasHours ? (
        <div className="share-pair n">
          <Field
            label={text('hoursFrom')}
            value={draft.hoursFrom}
            onValue={(hoursFrom) => onDraft({ hoursFrom })}
            mask={timeMask}
            inputMode="numeric"
            autoComplete="off"
            error={problem('hoursFrom')}
          />
          <Field
            label={text('hoursUntil')}
            value={draft.hoursUntil}
            onValue={(hoursUntil) => onDraft({ hoursUntil })}
            mask={timeMask}
            inputMode="numeric"
            autoComplete="off"
            error={problem('hoursUntil')}
          />
        </div>
      ) : null}
      <Switch
        end
        label={text('mark')}
        description={text('markText')}
        checked={draft.hasWatermark}
        onChange={(hasWatermark) => onDraft({ hasWatermark })}
      />
      <RadioGroup
        label={text('expiry')}
        value={draft.hasExpiry ? 'at' : 'never'}
        onValue={(value) => onDraft({ hasExpiry: value === 'at' })}
        options={[
          {
            value: 'never',
            label: text('never'),
            disabled: (bound?.expiresAt ?? null) !== null && draft.hasExpiry,
            description: (bound?.expiresAt ?? null) !== null && draft.hasExpiry ? why : undefined,
          },
          { value: 'at', label: text('atTime') },
        ]}
      />
      {draft.hasExpiry ? (
        <Field
          type="datetime-local"
          label={text('endsAt')}
          value={draft.expiresAt}
          onValue={(expiresAt) => onDraft({ expiresAt })}
          error={problem('expiresAt')}
        />
      ) : null}
    </div>
  );
}
