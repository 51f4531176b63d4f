import type { Ptz, PtzPreset, PtzTarget } from '@watchpost/sdk-core';
import { MapPin, Plus, Replace, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PresetDialog } from './ptz-preset-dialog.tsx';
import type { PtzQuestion } from './ptz-preset-dialog.tsx';
import type { PtzChanges } from './ptz-queries.ts';
import { text } from './ptz-texts.ts';

interface PresetsProps {
  readonly ptz: Ptz;
  readonly mostPresets: number;
  readonly canSetHome: boolean;
  /** Whether the user can save and remove presets, not only go to them. */
  readonly canConfigure: boolean;
  readonly disabled: boolean;
  readonly changes: PtzChanges;
  readonly onGo: (target: PtzTarget) => void;
}

/** Names presets that the camera left unnamed. */
export function named(presets: readonly PtzPreset[]): PtzPreset[] {
  return presets.map(({ id, name }, index) => ({ id, name: name === '' ? text('preset', { number: index + 1 }) : name }));
}

/** The camera's presets: go to one, replace it, remove it, or save the current position. */
export function PtzPresets({ ptz, mostPresets, canSetHome, canConfigure, disabled, changes, onGo }: PresetsProps): ReactNode {
  const [question, setQuestion] = useState<PtzQuestion | null>(null);
  const presets = named(ptz.presets);
  const { replace, remove, setHome } = changes;
  const close = (): void => setQuestion(null);
  const answer = (asked: PtzQuestion): void => {
    if (asked.kind === 'home') setHome.mutate(undefined, { onSettled: close });
    else (asked.kind === 'replace' ? replace : remove).mutate(asked.preset, { onSettled: close });
  };
  return (
    <>
      {mostPresets > 0 && (canConfigure || presets.length > 0) ? (
        <section className="ptz-part" aria-labelledby="ptz-presets">
          <h2 id="ptz-presets">{text('presets')}</h2>
          {presets.length === 0 ? <p className="ptz-note">{text('noPresets')}</p> : null}
          <ul className="ptz-presets">
            {presets.map((preset) => (
              <li key={preset.id}>
                <button
                  type="button"
                  className="ptz-preset"
                  disabled={disabled}
                  onClick={() => onGo({ kind: 'preset', presetId: preset.id })}
                >
                  <MapPin size={20} />
                  <span>{preset.name}</span>
                </button>
                {canConfigure ? (
                  <>
                    <IconButton
                      small
                      label={text('replace', { name: preset.name })}
                      disabled={disabled}
                      onClick={() => setQuestion({ kind: 'replace', preset })}
                    >
                      <Replace size={20} />
                    </IconButton>
                    <IconButton small label={text('remove', { name: preset.name })} onClick={() => setQuestion({ kind: 'remove', preset })}>
                      <Trash2 size={20} />
                    </IconButton>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
          {!canConfigure ? null : presets.length < mostPresets ? (
            <NewPreset disabled={disabled} add={changes.add} />
          ) : (
            <p className="ptz-note">{text('full')}</p>
          )}
        </section>
      ) : null}
      {canSetHome ? (
        <div className="ptz-part">
          <Button disabled={disabled} onClick={() => setQuestion({ kind: 'home' })}>
            {text('setHome')}
          </Button>
        </div>
      ) : null}
      {question ? (
        <PresetDialog
          question={question}
          busy={replace.isPending || remove.isPending || setHome.isPending}
          onSubmit={() => answer(question)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const maxNameLength = 64;

function NewPreset({ disabled, add }: { readonly disabled: boolean; readonly add: PtzChanges['add'] }): ReactNode {
  const [name, setName] = useState('');
  const [isAsked, setAsked] = useState(false);
  const trimmed = name.trim();
  const problem = trimmed.length > maxNameLength ? text('nameTooLong') : isAsked && trimmed === '' ? text('nameRequired') : undefined;
  const save = (): void => {
    setAsked(true);
    if (trimmed === '' || trimmed.length > maxNameLength) return;
    // The typed name stays until the camera has confirmed.
    add.mutate(trimmed, {
      onSuccess: () => {
        setName('');
        setAsked(false);
      },
    });
  };
  return (
    <form
      className="ptz-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending && !disabled) save();
      }}
    >
      <Field label={text('presetName')} hint={text('presetNameHint')} value={name} onValue={setName} error={problem} autoComplete="off" />
      <Button type="submit" busy={add.isPending} disabled={disabled} icon={<Plus size={20} />}>
        {text('saveView')}
      </Button>
    </form>
  );
}
