import { useState, type ComponentProps } from 'react';
import { useText } from '../../app/texts.tsx';
import { FieldFrame, isOpen, useFieldIds, type FieldProps } from './field-parts.tsx';
import { Icon } from '../drawings/icon.tsx';

/** Strength of a password: 0 for empty, 1 for very weak to 5 for strong; `words` describe it in a sentence. */
export type Strength = { level: 0 | 1 | 2 | 3 | 4 | 5; words: string };

type PasswordFieldProps = FieldProps & { strength?: Strength } & Omit<
    ComponentProps<'input'>,
    'id' | 'type' | 'placeholder'
  >;

/** A password, hidden until the person shows it. With `strength`, a bar of five colours and its words are below. */
export function PasswordField({ label, hint, error, optional, id, strength, ...input }: PasswordFieldProps) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const ids = useFieldIds({ id, hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error} optional={optional}>
      <div className="affix">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          type={shown ? 'text' : 'password'}
          id={ids.id}
          className="in"
          aria-invalid={isOpen(error)}
          aria-describedby={ids.describedBy}
        />
        <button type="button" aria-controls={ids.id} onClick={() => setShown(!shown)}>
          <Icon name={shown ? 'eye-off' : 'eye'} small />
          {t(shown ? 'common.hide' : 'common.show')}
          <span className="vh"> {label}</span>
        </button>
      </div>
      {strength && <StrengthBar strength={strength} />}
    </FieldFrame>
  );
}

function StrengthBar({ strength: { level, words } }: { strength: Strength }) {
  return (
    <>
      <div className={`strg s${level}`} aria-hidden="true">
        {[1, 2, 3, 4, 5].map((step) => (
          <i key={step} className={step <= level ? 'on' : undefined} />
        ))}
      </div>
      <span className="small" role="status">
        {level > 0 && words}
      </span>
    </>
  );
}
