import { useEffect, useId, useRef, useState } from 'react';
import { dateOfIso, isoOfDate } from '../../domain/fields.ts';
import { isSet, type Days, type Filter, type ListDefinition } from '../../domain/lists/list.ts';
import { changeRequest } from '../../domain/lists/request.ts';
import { useText } from '../app/texts.tsx';
import { Icon } from '../ui/drawings/icon.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { Hint } from '../ui/fields/field-parts.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import css from './lists.module.css';
import ReferenceField from './reference/reference-field.tsx';
import type { Findable } from './reference/reference-props.ts';
import type { ListState } from './use-list.ts';

/**
 * Texts of each filter of a list. A filter with choices needs a text for each value, or null to leave the value out, and may have
 * one for no choice; one for an object by its id needs a search for such objects; `null` leaves the filter out, for users who have
 * no choice.
 */
export type FilterLabels<List extends ListDefinition> = {
  [Name in keyof List['filters']]: List['filters'][Name] extends {
    values: readonly (infer Value extends string)[];
  }
    ? { label: string; values: Readonly<Record<Value, string | null>>; all?: string } | null
    : List['filters'][Name] extends { kind: 'reference' }
      ? ({ label: string } & Findable) | null
      : { label: string; hint?: string };
};

type AnyLabels = {
  label: string;
  hint?: string;
  values?: Readonly<Record<string, string | null>>;
} & Partial<Findable>;
type Value = string | Days | null;

/** Delay after the last typed letter before a search starts, in milliseconds. */
const typingMs = 400;

/** Maximum number of choices beside each other; more are a select field. */
const sideBySide = 3;

/** Filters of a list. Each change shows the first page of the matches (CTABLE-19). */
export function FilterBar<List extends ListDefinition>({
  state: { list, request, show },
  labels,
}: {
  state: ListState<List>;
  labels: FilterLabels<List>;
}) {
  const names = Object.keys(list.filters);
  if (names.length === 0) return null;
  const values: Record<string, Value> = request.filters;
  const change = (name: string, value: Value) => {
    const filters = { [name]: value } as Partial<typeof request.filters>;
    // A search that is typed further is one step of the browser's history, not one for each letter.
    const typedOn =
      typeof value === 'string' && list.filters[name]?.kind === 'text' && isSet(values[name] ?? null);
    show(changeRequest(request, { filters }), { replace: typedOn });
  };
  return (
    <div role="search" className={css.filters}>
      {names.map((name) => {
        const words = labels[name] as AnyLabels | null;
        return (
          words && (
            <FilterField
              key={name}
              filter={list.filters[name] as Filter}
              labels={words}
              value={values[name] ?? null}
              onChange={(value) => change(name, value)}
            />
          )
        );
      })}
    </div>
  );
}

type FieldProps<Of extends Value> = { labels: AnyLabels; value: Of; onChange: (value: Of) => void };

function FilterField({ filter, value, ...rest }: FieldProps<Value> & { filter: Filter }) {
  switch (filter.kind) {
    case 'text':
      return <SearchField {...rest} value={typeof value === 'string' ? value : ''} />;
    case 'choice':
      return (
        <ChoiceField {...rest} value={typeof value === 'string' ? value : null} values={filter.values} />
      );
    case 'reference':
      return <FoundField {...rest} value={typeof value === 'string' ? value : null} />;
    case 'days':
      return <DaysField {...rest} value={value as Days} />;
  }
}

function FoundField({ labels: { label, all = '', find }, value, onChange }: FieldProps<string | null>) {
  if (!find) return null;
  return <ReferenceField label={label} all={all} find={find} value={value} onChange={onChange} />;
}

function SearchField({ labels: { label, hint }, value, onChange }: FieldProps<string>) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // If a link or the back button changed the address, the field is updated. Text that is being typed is kept.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string) => {
    clearTimeout(timer.current);
    const words = text.trim().replace(/\s+/gu, ' ');
    if (words === sent.current) return;
    sent.current = words;
    onChange(words);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Hint id={id}>{hint}</Hint>
      <div className="search">
        <Icon name="search" />
        <input
          id={id}
          type="search"
          className="in"
          autoComplete="off"
          aria-describedby={hint && `${id}-hint`}
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(target.value), typingMs);
          }}
          onKeyDown={({ key }) => key === 'Enter' && search(typed)}
        />
      </div>
    </div>
  );
}

function ChoiceField({
  labels: { label, values: texts = {}, all },
  values,
  value,
  onChange,
}: FieldProps<string | null> & { values: readonly string[] }) {
  const t = useText();
  const id = useId();
  const none = all ?? t('common.filterAll');
  const shown = values.flatMap((each) => {
    const words = texts[each];
    return words === undefined || words === null ? [] : [{ value: each, label: words }];
  });
  if (shown.length > sideBySide)
    return (
      <SelectField
        label={label}
        empty={none}
        choices={shown}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
    );
  return (
    <div className="field">
      <span className="lab" id={id}>
        {label}
      </span>
      <div className="seg" role="group" aria-labelledby={id}>
        {[{ value: null, label: none }, ...shown].map((each) => (
          <button
            key={each.value}
            type="button"
            aria-pressed={each.value === value}
            onClick={() => onChange(each.value)}
          >
            {each.label}
          </button>
        ))}
      </div>
    </div>
  );
}

function DaysField({ labels: { label }, value, onChange }: FieldProps<Days>) {
  const t = useText();
  return (
    <div className={css.days}>
      <DayField
        label={t('lists.from', { label })}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      <DayField
        label={t('lists.to', { label })}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
      />
    </div>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
}) {
  const t = useText();
  const shown = value === null ? '' : dateOfIso(value);
  const [typed, setTyped] = useState(shown);
  const [bad, setBad] = useState(false);
  const [last, setLast] = useState(shown);
  if (last !== shown) {
    setLast(shown);
    setTyped(shown);
    setBad(false);
  }
  const take = (text: string) => {
    setTyped(text);
    const day = isoOfDate(text) ?? null;
    setBad(false);
    if ((day !== null || text === '') && day !== value) onChange(day);
  };
  return (
    <DateField
      label={label}
      autoComplete="off"
      error={bad ? t('lists.dayProblem') : undefined}
      value={typed}
      onChange={({ target }) => take(target.value)}
      onTidy={take}
      onBlur={({ target }) => setBad(target.value.trim() !== '' && isoOfDate(target.value) === undefined)}
    />
  );
}
