import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { openDialog } from '../dialogs/dialog-store.ts';
import { initials } from '../../shared/ui/initials.ts';
import { Sheet } from '../modal/sheet.tsx';
import { useLanguageChoice, useThemeChoice } from './profile-choices.ts';
import type { Choice } from './profile-choices.ts';
import { profileIcons } from './profile-icons.ts';
import type { ProfileRow } from './profile-model.ts';
import { useProfileNotice } from './profile-notice.tsx';
import { useProfileRows } from './use-profile-rows.ts';
import { shellTexts } from '../shell-texts.ts';
import './profile-sheet.css';

/** The profile on small screens, where it is part of the navigation. */
export function ProfileSheet({ email, onClose }: { email: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation(shellTexts);
  const notice = useProfileNotice();
  const { groups, act } = useProfileRows();
  const language = useLanguageChoice();
  const theme = useThemeChoice();
  // A link of the notice leads to another page.
  const { pathname } = useLocation();
  const opened = useRef({ pathname, onClose });
  useEffect(() => {
    if (pathname !== opened.current.pathname) opened.current.onClose();
  }, [pathname]);
  const choose = (row: ProfileRow): void => {
    onClose();
    act(row);
  };
  const SignOut = profileIcons.signOut;
  return (
    <Sheet label={t('profile')} onClose={onClose} top={<Who email={email} />}>
      {notice ? <div className="profile-notice">{notice.content}</div> : null}
      {groups.map((rows, index) => (
        <ul key={index} className="profile-rows">
          {rows.map((row) => (
            <Row key={row.name} row={row} onChoose={choose} />
          ))}
        </ul>
      ))}
      <div className="profile-choices">
        <ChoiceRow choice={language} />
        <ChoiceRow choice={theme} />
      </div>
      <ul className="profile-rows">
        <li>
          <button
            type="button"
            className="profile-row"
            onClick={() => {
              onClose();
              openDialog('signOut');
            }}
          >
            <SignOut size={24} />
            {t('signOut')}
          </button>
        </li>
      </ul>
    </Sheet>
  );
}

function Who({ email }: { email: string }): ReactNode {
  return (
    <div className="profile-who">
      <span className="av" aria-hidden="true">
        {initials(email)}
      </span>
      <b className="cut">{email}</b>
    </div>
  );
}

function Row({ row, onChoose }: { row: ProfileRow; onChoose: (row: ProfileRow) => void }): ReactNode {
  const { t } = useTranslation(shellTexts);
  const [open, setOpen] = useState(false);
  const id = useId();
  const Icon = profileIcons[row.name];
  if (row.kind !== 'more') {
    return (
      <li>
        <button type="button" className="profile-row" onClick={() => onChoose(row)}>
          <Icon size={24} />
          {t(`${row.name}`)}
          {row.kind === 'screen' ? <ChevronRight className="profile-arrow" size={20} /> : null}
        </button>
      </li>
    );
  }
  return (
    <li>
      <button type="button" className="profile-row" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Icon size={24} />
        {t(`${row.name}`)}
        <ChevronDown className={open ? 'profile-arrow open' : 'profile-arrow'} size={20} />
      </button>
      <ul id={id} className="profile-more" hidden={!open}>
        {row.rows.map((inner) => (
          <Row key={inner.name} row={inner} onChoose={onChoose} />
        ))}
      </ul>
    </li>
  );
}

/** A choice whose options are all visible. */
function ChoiceRow({ choice: { label, chosen, options, onChoose } }: { choice: Choice }): ReactNode {
  const name = useId();
  return (
    <fieldset className="profile-choice">
      <legend>{label}</legend>
      <div className="profile-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === chosen}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
