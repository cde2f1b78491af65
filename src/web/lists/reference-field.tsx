import { useEffect, useId, useRef, useState } from 'react';
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  type Key,
} from 'react-aria-components';
import { useText } from '../app/texts.tsx';
import { AriaLocale } from '../ui/aria-locale.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/drawings/icon.tsx';
import { FieldProblem, isOpen, problemClass, type Problem } from '../ui/fields/field-parts.tsx';
import css from './reference-field.module.css';

/** A thing that a list can be narrowed to. `note` tells those with the same name apart, such as what they belong to. */
export type Found = { id: string; name: string; note?: string | undefined };

/** How the things of a filter are found. */
export type Findable = {
  /** The words for all of them. */
  all: string;
  /** The first of those whose names match the words, or the one with an id. Throws ApiError. */
  find: (by: { words: string } | { id: string }) => Promise<readonly Found[]>;
};

type ReferenceFieldProps = Omit<Findable, 'all'> & {
  label: string;
  /** The words of the first entry, for none in particular; without them one must be picked. */
  all?: string | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: Problem | undefined;
  /** The id of the box: an error summary leads here. */
  id?: string | undefined;
};

/** How long to wait for another letter before a search begins. */
const typingMs = 250;

/** The id of the entry for all things. */
const allId = 'all';

/** Picks one thing, found by its name: a combobox whose choices are looked up while typing. */
export default function ReferenceField({
  label,
  all,
  find,
  value,
  onChange,
  error,
  id: given,
}: ReferenceFieldProps) {
  const t = useText();
  const { chosen, nameFailed } = useChosen(value, find);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { items, searching, failed } = useMatches(open ? typed : undefined, find);
  const shown = value === null ? (all ?? '') : (chosen?.name ?? (nameFailed ? t('common.noneValue') : ''));
  const made = useId();
  const id = given ?? made;
  const pick = (key: Key | null) => {
    setOpen(false);
    if (key !== null) onChange(key === allId ? null : String(key));
  };
  return (
    <AriaLocale>
      <ComboBox<Found>
        className={classNames('field', css.combo, problemClass(error)) ?? ''}
        items={all === undefined ? items : [{ id: allId, name: all }, ...items]}
        inputValue={open ? typed : shown}
        // What is shown while closed is the choice; opening begins with an empty box.
        onInputChange={(words) => {
          if (open || words !== shown) setTyped(words);
        }}
        selectedKey={value ?? (all === undefined ? null : allId)}
        onSelectionChange={pick}
        onOpenChange={(next) => {
          setOpen(next);
          if (next) setTyped('');
        }}
        menuTrigger="focus"
        allowsEmptyCollection
        defaultFilter={() => true}
        id={id}
        isInvalid={isOpen(error)}
        {...(isOpen(error) && { 'aria-describedby': `${id}-error` })}
      >
        <Label>{label}</Label>
        <FieldProblem id={id}>{error}</FieldProblem>
        <div className={css.box}>
          <Input className="in sel" autoComplete="off" maxLength={100} />
          <Button className={css.arrow ?? ''}>
            <Icon name="chevron-down" />
          </Button>
        </div>
        <Popover className={`menu pop ${css.list}`}>
          <ListBox<Found> renderEmptyState={() => <p>{t('lists.noneMatch')}</p>}>
            {({ id, name, note }) => (
              <ListBoxItem id={id} textValue={name}>
                <span>
                  {name}
                  {note && <small>{note}</small>}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      <span role="status" className={failed ? 'err' : 'vh'}>
        {failed ? t('error.general_error') : searching ? t('common.loading') : ''}
      </span>
    </AriaLocale>
  );
}

/** The thing that is chosen, as an address names it by its id alone. */
function useChosen(value: string | null, find: Findable['find']) {
  const [chosen, setChosen] = useState<Found>();
  const [nameFailed, setNameFailed] = useState(false);
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    if (value === null) return undefined;
    let gone = false;
    setNameFailed(false);
    latest.current({ id: value }).then(
      ([found]) => {
        if (gone) return;
        setChosen(found);
        setNameFailed(found === undefined);
      },
      () => !gone && setNameFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [value]);
  return { chosen: chosen?.id === value ? chosen : undefined, nameFailed };
}

/** What matches the words that are typed; nothing while `words` is undefined. */
function useMatches(words: string | undefined, find: Findable['find']) {
  const [state, setState] = useState<{ items: readonly Found[]; searching: boolean; failed: boolean }>({
    items: [],
    searching: false,
    failed: false,
  });
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    if (words === undefined) return undefined;
    let gone = false;
    setState((before) => ({ ...before, searching: true, failed: false }));
    const timer = setTimeout(
      () =>
        latest.current({ words: words.trim() }).then(
          (items) => !gone && setState({ items, searching: false, failed: false }),
          () => !gone && setState({ items: [], searching: false, failed: true }),
        ),
      words === '' ? 0 : typingMs,
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [words]);
  return state;
}
