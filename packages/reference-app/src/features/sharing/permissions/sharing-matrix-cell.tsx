import type { Camera, Grant } from '@watchpost/sdk-core';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Popper } from '../../../shared/ui/popper.tsx';
import { shortName } from '../manage/sharing-manage-names.ts';
import { BriefLimits } from '../manage/sharing-person.tsx';
import { GrantSentence } from '../parts/sharing-sentence.tsx';
import type { MatrixPerson, Source } from './sharing-matrix.ts';
import { wordOf } from './sharing-matrix.ts';
import { text } from './sharing-permissions-texts.ts';

/** An action on a person's access to a camera. */
export type CellAction = 'change' | 'log' | 'revoke';

export interface GrantCellProps {
  readonly person: MatrixPerson;
  readonly camera: Camera;
  readonly grant: Grant;
  readonly source: Source | null;
  readonly onAction: (action: CellAction) => void;
}

/** Returns a person's name, briefly. */
export function personName(person: MatrixPerson): string {
  if (person.kind === 'user') return shortName(person.user.email);
  const { label } = person.guests.source;
  return label ? text('guestsBy', { link: label }) : text('guestsByLink');
}

/** A word for the access, icons for what is missing or limited; a press says it in a sentence. */
export function GrantCell({ person, camera, grant, source, onAction }: GrantCellProps): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const word = wordOf(grant);
  const name = personName(person);
  const act = (action: CellAction): void => {
    // Before a dialog opens: it returns the focus to what had it, and the pressed button goes with the details.
    trigger.current?.focus({ preventScroll: true });
    setOpen(false);
    onAction(action);
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={word === 'full' ? 'matrix-cell full' : 'matrix-cell'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{text(word)}</span>
        <span className="visually-hidden">{text('cell', { access: text(word), person: name, camera: camera.title })}</span>
        <span className="matrix-limits">
          <BriefLimits grant={grant} />
        </span>
      </button>
      <Popper
        open={isOpen}
        onClose={() => setOpen(false)}
        trigger={trigger}
        placement="bottom-start"
        role="dialog"
        label={text('popTitle', { person: name, camera: camera.title })}
        id={id}
        takesFocus
      >
        <GrantDetails {...{ person, camera, grant, source }} onAction={act} />
      </Popper>
    </>
  );
}

function GrantDetails({ person, camera, grant, source, onAction }: GrantCellProps): ReactNode {
  const now = useServerNow();
  const isSelf = person.kind === 'user' && person.user.isSelf;
  return (
    <div className="matrix-pop">
      <p className="strong">{text('popTitle', { person: personName(person), camera: camera.title })}</p>
      <p>
        <GrantSentence
          voice={isSelf ? 'you' : 'user'}
          subject={{ grant, cameraCount: 1 }}
          options={{ locale: currentLocale(), timeZone: camera.timeZone, now: now() }}
        />{' '}
        {source ? <CameBy source={source} /> : null}
      </p>
      <div className="matrix-ops">
        {person.kind === 'user' ? (
          <Button look="quiet" size="s" onClick={() => onAction('change')}>
            {text(isSelf ? 'restrict' : 'change')}
          </Button>
        ) : null}
        <Button look="quiet" size="s" onClick={() => onAction('log')}>
          {text('showInLog')}
        </Button>
        <span className="grow" />
        {isSelf ? null : (
          <Button look="danger-quiet" size="s" onClick={() => onAction('revoke')}>
            {text(person.kind === 'guests' ? 'revokeLink' : 'revoke')}
          </Button>
        )}
      </div>
    </div>
  );
}

function CameBy({ source: { label, creatorEmail } }: { source: Source }): ReactNode {
  const name = shortName(creatorEmail);
  return label ? text('cameBy', { source: label, name }) : text('cameByUnnamed', { name });
}
