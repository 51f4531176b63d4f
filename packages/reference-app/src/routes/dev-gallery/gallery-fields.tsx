import { Button, CodeField, ErrorText, Field, Select } from '@watchpost/widgets/primitives';
import { createMask } from '@watchpost/sdk-core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Section, Shown, useTexts } from './gallery-section.tsx';

const phone = createMask(String.raw`+# (###) ###-##-##`);
const nothing = (): void => {};

export function FieldsSection(): ReactNode {
  const t = useTexts();
  const [name, setName] = useState(t.streetEntrance);
  const [email, setEmail] = useState(t.wrongEmail);
  const [place, setPlace] = useState<'north' | 'harbour'>('north');
  const [message, setMessage] = useState(t.messageText);
  const [password, setPassword] = useState('correct horse');
  const [number, setNumber] = useState('+7 (999) 123-45-67');
  const [query, setQuery] = useState('');
  return (
    <Section title={t.fields} wide>
      <div className="gallery-two">
        <div className="gallery-stack">
          <Shown state="focus" part=".wp-input">
            <Field label={t.cameraName} value={name} onValue={setName} description={t.shownToAll} maximum={40} />
          </Shown>
          <Select
            label={t.location}
            value={place}
            onValue={setPlace}
            options={[
              { value: 'north', label: t.northgate },
              { value: 'harbour', label: t.harbour },
            ]}
          />
          <Field label={t.password} type="password" value={password} onValue={setPassword} autoComplete="off" />
          <Field label={t.message} rows={3} value={message} onValue={setMessage} maximum={500} description={t.messageHint} />
        </div>
        <div className="gallery-stack">
          <Field label={t.email} value={email} onValue={setEmail} error={t.emailError} inputMode="email" />
          <Field label={t.serial} value="WP-2140-77A0-19" onValue={nothing} disabled />
          <Field label={t.readOnly} value="c-20419" onValue={nothing} readOnly />
          <Field label={t.phoneNumber} value={number} onValue={setNumber} mask={phone} inputMode="tel" />
          <Field
            label={t.search}
            placeholder={t.northgate}
            value={query}
            onValue={setQuery}
            debounce
            description={t.searchHint}
            before={<Search size={20} />}
            type="search"
          />
          <Field label={t.cameraName} value={t.tooLong} onValue={nothing} maximum={30} error={t.emailError} hint={t.shownToAll} />
        </div>
      </div>
    </Section>
  );
}

export function CodeSection(): ReactNode {
  const t = useTexts();
  const [code, setCode] = useState('4081');
  return (
    <Section title={t.code}>
      <CodeField value={code} onValue={setCode} />
      <CodeField value="408172" onValue={nothing} invalid describedBy="gallery-code-error" />
      <ErrorText id="gallery-code-error">{t.codeError}</ErrorText>
      <CodeField value="" onValue={nothing} disabled />
      <Button wide look="primary">
        {t.wide}
      </Button>
    </Section>
  );
}
