import { useContext, useEffect, useId, useRef, useState, type RefObject } from 'react';
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  type Key,
} from 'react-aria-components';
import { useCall } from '../../api/use-call.ts';
import { useText } from '../../app/texts.tsx';
import { AriaLocale } from '../../ui/aria-locale.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { shieldBehind } from '../../ui/layers/shield.ts';
import { FieldProblem, Hint, isOpen, problemClass } from '../../ui/fields/field-parts.tsx';
import css from './reference-combo.module.css';
import type { Findable, Found, ReferenceComboProps } from './reference-props.ts';

/** Delay after the last typed letter before a search starts, in milliseconds. */
const typingMs = 250;

/** Id of the entry for all objects. */
const allId = 'all';

/** The field of ReferenceField, in its own chunk with the React Aria code that it needs. */
export function ReferenceCombo({
  label,
  hint,
  error,
  id: given,
  className,
  ...choosing
}: ReferenceComboProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const { box, searching, failed } = useReference(choosing, input);
  const made = useId();
  const id = given ?? made;
  const described = [hint && `${id}-hint`, isOpen(error) && `${id}-error`].filter(Boolean).join(' ');
  return (
    <AriaLocale>
      <ComboBox<Found>
        {...box}
        className={classNames('field', className, problemClass(error)) ?? ''}
        menuTrigger="input"
        allowsEmptyCollection
        defaultFilter={() => true}
        id={id}
        isInvalid={isOpen(error)}
        {...(described && { 'aria-describedby': described })}
      >
        <Label>{label}</Label>
        <Hint id={id}>{hint}</Hint>
        <FieldProblem id={id}>{error}</FieldProblem>
        <div className={css.box}>
          <Box input={input} />
          <Button className={css.arrow ?? ''}>
            <Icon name="chevron-down" />
          </Button>
        </div>
        <Popover className={`menu pop ${css.list}`}>
          <ListBox<Found>
            renderEmptyState={() => <p>{t(searching ? 'common.loading' : 'lists.noneMatch')}</p>}
          >
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
      <span role="status" className={failed ? 'err' : `vh ${css.status}`}>
        {failed ? t('error.general_error') : searching ? t('common.loading') : ''}
      </span>
    </AriaLocale>
  );
}

type Choosing = Pick<ReferenceComboProps, 'all' | 'find' | 'value' | 'onChange'>;

/** State of the field: the selection, or while it is open the typed text and its matches. `box` is for ComboBox. */
function useReference({ all, find, value, onChange }: Choosing, input: RefObject<HTMLInputElement | null>) {
  const [picked, setPicked] = useState<{ before: string | null; item: Found | undefined }>();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const { now, isChosen, shown } = useShown({ all, find, value }, picked);
  const { items, searching, failed } = useMatches(open ? typed : undefined, find);
  // React Aria renders the list a second time, hidden, so the list itself cannot detect when it closes.
  useEffect(() => (open ? shieldBehind : undefined), [open]);
  // Text typed after a selection replaces it, and starts another search.
  useEffect(() => {
    if (!open && document.activeElement === input.current) input.current?.select();
  }, [open, input]);
  const everything = all === undefined ? [] : [{ id: allId, name: all }];
  const box = {
    items: [...everything, ...(open ? items : now ? [now] : [])],
    inputValue: open ? typed : shown,
    selectedKey: isChosen ? (now?.id ?? value) : all === undefined ? null : allId,
    // While closed, the field shows the selection. It opens empty, unless typing opened it.
    onInputChange(words: string) {
      if (!open && words === shown) return;
      setTyped(words);
      if (!open) setOpen(true);
    },
    onOpenChange(next: boolean, trigger?: string) {
      setOpen(next);
      if (next && trigger !== 'input') setTyped('');
    },
    onSelectionChange(key: Key | null) {
      setOpen(false);
      if (key === null) return;
      const item = items.find(({ id: known }) => known === key);
      // Only the entry for all means none: an item that is no longer in the list is ignored.
      if (!item && key !== allId) return;
      const next = item?.id ?? null;
      if (next === value) return;
      setPicked({ before: value, item });
      onChange(next);
    },
  };
  return { box, searching, failed };
}

/**
 * Returns the selection and its text. The picked item is shown at once, before the page has applied it: another text in the box
 * would open the list again.
 */
function useShown(
  { all, find, value }: Omit<Choosing, 'onChange'>,
  picked: { before: string | null; item: Found | undefined } | undefined,
) {
  const t = useText();
  const { chosen, nameFailed } = useChosen(value, find, picked?.item);
  const isJustPicked = picked !== undefined && picked.before === value;
  const now = isJustPicked ? picked.item : chosen;
  const isChosen = isJustPicked ? picked.item !== undefined : value !== null;
  const shown = isChosen ? (now?.name ?? (nameFailed ? t('common.noneValue') : '')) : (all ?? '');
  return { now, isChosen, shown };
}

/**
 * The input. A press, typing and arrow keys open the list; focus alone does not, so that tabbing past the field does not announce
 * the number of options.
 */
function Box({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const list = useContext(ComboBoxStateContext);
  return (
    <Input
      ref={input}
      className="in sel"
      autoComplete="off"
      maxLength={100}
      onFocus={() => input.current?.select()}
      onClick={() => {
        if (list && !list.isOpen) list.open(null, 'manual');
      }}
    />
  );
}

/** Returns the selected object: the one selected here, or the one whose id is in the address. */
function useChosen(value: string | null, find: Findable['find'], picked: Found | undefined) {
  const isKnown = value === null || picked?.id === value;
  const { data, failed } = useCall(isKnown ? '' : value, () =>
    isKnown ? Promise.resolve([]) : find({ id: value }),
  );
  const isMissing = !isKnown && (failed !== undefined || data?.length === 0);
  return { chosen: picked?.id === value ? picked : data?.[0], nameFailed: isMissing };
}

/** Returns the matches of the typed words; nothing while `words` is undefined. */
function useMatches(words: string | undefined, find: Findable['find']) {
  const last = useRef(words);
  last.current = words;
  const { data, loading, failed } = useCall(words ?? '-', async (): Promise<readonly Found[]> => {
    if (words === undefined) return [];
    if (words !== '') await new Promise((resolve) => setTimeout(resolve, typingMs));
    // Another letter was typed meanwhile: the search runs again with it.
    return last.current === words ? find({ words: words.trim() }) : [];
  });
  return { items: data ?? [], searching: loading && words !== undefined, failed: failed !== undefined };
}
