import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface AccountSelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onValue: (value: Value) => void;
}

/** The platform's own picker, named by the row that it stands in. */
export function AccountSelect<Value extends string>({ label, value, options, onValue }: AccountSelectProps<Value>): ReactNode {
  return (
    <span className="account-select">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const option = options.find((each) => each.value === event.target.value);
          if (option) onValue(option.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} />
    </span>
  );
}
