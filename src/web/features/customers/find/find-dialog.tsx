import { useCallback, useId, useRef, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { setUsesSingleKeys, usesSingleKeys } from '../../../ui/keyboard/single-keys.ts';
import { FoundList } from './found-list.tsx';
import type { TypedAhead } from '../../../ui/keyboard/typed-ahead.ts';
import { useFind } from './use-find.ts';
import css from './find.module.css';

export type FindDialogProps = {
  /** Called when the field is there. Returns what was typed before. */
  onShown: () => TypedAhead | undefined;
  onClose: () => void;
};

/** Finds a customer while the name is typed. The keyboard alone is enough: arrows, Enter, and E for the emergency sheet. */
export function FindDialog({ onShown, onClose }: FindDialogProps) {
  const t = useText();
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const { typed, type, words, read, openOrEnter, onKeyDown } = useFind(area);
  const takeAhead = useCallback(
    (field: HTMLInputElement | null) => {
      const ahead = field && onShown();
      if (!ahead) return;
      type(ahead.text);
      if (ahead.enter) openOrEnter(ahead.text);
    },
    // Only once: what is typed later is in the field.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [],
  );
  return (
    <Modal open onClose={onClose} width={780} title={t('find.title')}>
      <div ref={area} role="search">
        <div className="field">
          <label htmlFor={id}>{t('find.label')}</label>
          <p className="hint" id={`${id}-hint`}>
            {t('find.hint')}
          </p>
          <div className="search">
            <Icon name="search" />
            <input
              ref={takeAhead}
              id={id}
              className="in"
              type="search"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              aria-describedby={`${id}-hint ${id}-keys`}
              value={typed}
              onChange={({ target }) => type(target.value)}
              onKeyDown={(event) => {
                onKeyDown(event);
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                openOrEnter(typed);
              }}
            />
          </div>
        </div>
        <FoundList words={words} read={read} onOpen={onClose} onKeyDown={onKeyDown} />
        <p className={`small quiet ${css.keys}`} id={`${id}-keys`}>
          {t('find.keys')}
        </p>
        <SlashChoice />
      </div>
    </Modal>
  );
}

/** Switches the single keys on and off in this browser. */
function SlashChoice() {
  const t = useText();
  const [hasSlash, setHasSlash] = useState(usesSingleKeys);
  return (
    <label className={css.slash}>
      <input
        type="checkbox"
        checked={hasSlash}
        onChange={({ target }) => {
          setHasSlash(target.checked);
          setUsesSingleKeys(target.checked);
        }}
      />
      {t('find.slash')}
    </label>
  );
}
