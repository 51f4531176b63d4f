import { useId, useState } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../element/use-value.ts';
import { ChevronDownIcon } from '../../../primitives/control-icons.tsx';
import { Switch } from '../../../primitives/choice/switch.tsx';
import { Field } from '../../../primitives/field/field.tsx';
import { ErrorText } from '../../../primitives/field/error-text.tsx';
import { canGive, firstDraft } from '../sharing-draft.ts';
import type { ShareDraft } from '../sharing-draft.ts';
import { useSharing } from './sharing-context.tsx';
import { SharingStepper } from './sharing-stepper.tsx';

const maxLabelLength = 60;

/** The rarer options, folded unless the link that is edited has some of them. */
export function SharingMore(): JSX.Element {
  const { share, t } = useSharing();
  const problem = useValue(share.problems).hours;
  const hasTried = useValue(share.hasTried);
  const [isWanted, setWanted] = useState(() => share.invite.peek() !== null && isUsed(share.draft.peek()));
  const id = useId();
  // A problem in a folded part could not be found.
  const isOpen = isWanted || (hasTried && Boolean(problem));
  return (
    <div className="wp-share-more">
      <button type="button" className="wp-share-fold" aria-expanded={isOpen} aria-controls={id} onClick={() => setWanted(!isOpen)}>
        <ChevronDownIcon size={16} />
        {t('moreOptions')}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <SharingMoreRows />}
      </div>
    </div>
  );
}

function isUsed(draft: ShareDraft): boolean {
  const names = ['hasHours', 'maxViewers', 'withPtz', 'hasWatermark', 'allowsGuests', 'hasPicture', 'label'] as const;
  return names.some((name) => draft[name] !== firstDraft[name]);
}

function SharingMoreRows(): JSX.Element {
  const { share, t } = useSharing();
  const draft = useValue(share.draft);
  const own = useValue(share.own);
  const isFull = draft.access === 'full';
  const freeOfWatermark = canGive(own, { hasWatermark: false });
  return (
    <div className="wp-share-rows">
      <SharingHours />
      <div className="wp-share-row">
        <Switch
          end
          label={<b>{t('guests')}</b>}
          description={t('guestsText')}
          checked={draft.allowsGuests}
          onChange={(allowsGuests) => share.change({ allowsGuests })}
        />
      </div>
      <div className="wp-share-row">
        <Switch
          end
          label={<b>{t('picture')}</b>}
          description={t('pictureText')}
          checked={draft.hasPicture}
          onChange={(hasPicture) => share.change({ hasPicture })}
        />
      </div>
      <div className="wp-share-row">
        <Switch
          end
          label={<b>{t('watermark')}</b>}
          description={t(freeOfWatermark ? 'watermarkText' : 'ownWatermark')}
          checked={draft.hasWatermark}
          disabled={!freeOfWatermark}
          onChange={(hasWatermark) => share.change({ hasWatermark })}
        />
      </div>
      <div className="wp-share-row">
        <Switch
          end
          label={<b>{t('ptz')}</b>}
          description={t(isFull ? 'ptzFull' : 'ptzText')}
          checked={isFull || draft.withPtz}
          disabled={isFull}
          onChange={(withPtz) => share.change({ withPtz })}
        />
      </div>
      <div className="wp-share-row wp-share-pair">
        <SharingStepper
          label={t('viewers')}
          hint={t('viewersText')}
          value={draft.maxViewers}
          maximum={1000}
          onValue={(maxViewers) => share.change({ maxViewers })}
        />
        <Field
          label={t('label')}
          hint={t('labelHint')}
          value={draft.label}
          maxLength={maxLabelLength}
          onValue={(label) => share.change({ label })}
        />
      </div>
    </div>
  );
}

function SharingHours(): JSX.Element {
  const { share, t } = useSharing();
  const draft = useValue(share.draft);
  const own = useValue(share.own);
  const hasOneZone = useValue(share.hasOneZone);
  const problem = useValue(share.problems).hours;
  const hasTried = useValue(share.hasTried);
  const isFree = canGive(own, { dailyWindow: null });
  return (
    <div className="wp-share-row">
      <Switch
        end
        label={<b>{t('hours')}</b>}
        description={t(isFree ? 'hoursText' : 'ownHours')}
        checked={draft.hasHours}
        disabled={!isFree}
        onChange={(hasHours) => share.change({ hasHours })}
      />
      {draft.hasHours && (
        <>
          <div className="wp-share-pair">
            <Field type="time" label={t('from')} value={draft.hoursFrom} onValue={(hoursFrom) => share.change({ hoursFrom })} />
            <Field type="time" label={t('until')} value={draft.hoursUntil} onValue={(hoursUntil) => share.change({ hoursUntil })} />
          </div>
          {hasTried && problem ? (
            <ErrorText>{t(problem)}</ErrorText>
          ) : (
            <p className="wp-help">{t(hasOneZone ? 'hoursZone' : 'hoursZones')}</p>
          )}
        </>
      )}
    </div>
  );
}
