import { errorText, formatNumber } from '@watchpost/sdk-core';
import type { OperatorSetting } from '@watchpost/sdk-core';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/choice.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/status.tsx';
import { useChangeSetting, useOperatorSettings } from './operator-queries.ts';
import { readSetting, settingKinds } from './operator-setting-kinds.ts';
import { text } from './operator-texts.ts';

/** Settings that apply without a restart: what is in force, and where it comes from. */
export function Settings(): ReactNode {
  const { data, error, isFetching, refetch } = useOperatorSettings();
  return (
    <section>
      <div className="operator-head">
        <h2 id="operator-settings">{text('settings')}</h2>
      </div>
      <p className="small dim">{text('settingsText')}</p>
      {data ? (
        <ul className="operator-settings" aria-labelledby="operator-settings">
          {data.map((setting) => (
            <Setting key={setting.name} setting={setting} />
          ))}
        </ul>
      ) : error ? (
        <div className="operator-failed small">
          <p>
            {text('settingsFailed')} {errorText(error, currentLocale())}
          </p>
          <Button size="s" busy={isFetching} onClick={() => void refetch()}>
            {text('retry')}
          </Button>
        </div>
      ) : (
        <div className="operator-waiting" aria-hidden="true">
          <Skeleton width="90%" />
          <Skeleton width="70%" />
        </div>
      )}
    </section>
  );
}

function Setting({ setting }: { readonly setting: OperatorSetting }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { name, value, startValue, origin, variable } = setting;
  return (
    <li>
      <b id={`${id}-name`}>{text(`setting.${name}.name`)}</b>
      <p>
        {sayValue(setting, value)}
        <span className="dim">
          {' · '}
          {text(`origin.${origin}`, { variable, start: sayValue(setting, startValue) })}
        </span>
      </p>
      <Button size="s" aria-expanded={isOpen} aria-controls={id} aria-describedby={`${id}-name`} onClick={() => setOpen(!isOpen)}>
        {text('changeSetting')}
      </Button>
      <div className="operator-form" id={id} hidden={!isOpen}>
        {isOpen ? <SettingForm setting={setting} onDone={() => setOpen(false)} /> : null}
      </div>
    </li>
  );
}

function SettingForm({ setting, onDone }: { readonly setting: OperatorSetting; readonly onDone: () => void }): ReactNode {
  const { name, value, startValue, origin } = setting;
  const kind = settingKinds[name];
  const [typed, setTyped] = useState(value);
  const [isRefused, setRefused] = useState(false);
  const { mutate, isPending, error } = useChangeSetting();
  const send = (next: string | null): void => mutate({ name, value: next }, { onSuccess: onDone });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = readSetting(typed, kind);
    setRefused(read === null);
    if (read !== null) send(read);
  };
  const problem = isRefused && kind.kind === 'number' ? sayBounds(kind) : error ? errorText(error, currentLocale()) : undefined;
  const common = { label: text(`setting.${name}.name`), description: text(`setting.${name}.text`), error: problem };
  return (
    <form onSubmit={submit} noValidate>
      {kind.kind === 'number' ? (
        <Field {...common} value={typed} onValue={setTyped} inputMode={kind.isWhole ? 'numeric' : 'decimal'} autoComplete="off" />
      ) : (
        <Select
          {...common}
          value={typed}
          onValue={setTyped}
          options={optionsOf(kind.options, value).map((option) => ({ value: option, label: sayValue(setting, option) }))}
        />
      )}
      <div className="operator-actions">
        <Button type="submit" size="s" look="primary" busy={isPending}>
          {text('save')}
        </Button>
        <Button size="s" look="quiet" onClick={onDone}>
          {text('cancel')}
        </Button>
        {origin === 'page' ? (
          <Button size="s" look="quiet" disabled={isPending} onClick={() => send(null)}>
            {text('asAtStart', { value: sayValue(setting, startValue) })}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** A list of addresses comes from the environment, and stays among the choices. */
function optionsOf(options: readonly string[], value: string): readonly string[] {
  return options.includes(value) ? options : [value, ...options];
}

function sayBounds({ min, max, isWhole }: { readonly min: number; readonly max: number; readonly isWhole: boolean }): string {
  const locale = currentLocale();
  return text(isWhole ? 'boundsWhole' : 'bounds', { min: formatNumber(min, { locale }), max: formatNumber(max, { locale }) });
}

function sayValue({ name }: OperatorSetting, value: string): string {
  if (settingKinds[name].kind === 'number')
    return value === '' ? text('noLimit') : formatNumber(Number(value), { locale: currentLocale() });
  if (name === 'updateCheck') return text(value === '1' ? 'on' : 'off');
  if (name === 'logLevel') return value;
  if (value === 'open' || value === 'invited' || value === 'closed') return text(`signUp.${value}`);
  return text('signUp.list', { list: value.replaceAll(',', ', ') });
}
