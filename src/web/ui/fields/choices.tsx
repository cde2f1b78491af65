import { useId, type ReactNode, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import {
  FieldProblem,
  Hint,
  isOpen,
  Optional,
  problemClass,
  useFieldIds,
  type FieldProps,
} from './field-parts.tsx';
import { useEcho } from './use-echo.ts';

/** One answer to choose. `value` is stored. */
export type Choice = {
  value: string;
  label: ReactNode;
  note?: ReactNode;
  /** Cannot be chosen now, but stays reachable by keyboard, so that the reason can be read. */
  off?: boolean | undefined;
};

/** `question` is the card of the questionnaire with number and foot; `field` is a field among others. */
type GroupFrame = 'question' | 'field';

type GroupProps = FieldProps & {
  choices: readonly Choice[];
  name: string;
  frame?: GroupFrame | undefined;
  /** The number of the question. */
  number?: ReactNode | undefined;
  /** Side by side from 1024 px, below each other on small screens. */
  columns?: 1 | 2 | 3 | undefined;
  /** Lower cards, for example beside other fields. */
  low?: boolean | undefined;
  /** Content below the answers, such as the note. */
  foot?: ReactNode | undefined;
  required?: boolean | undefined;
  onBlur?: (() => void) | undefined;
  /** Input of the first answer, for moving focus to it. */
  ref?: Ref<HTMLInputElement> | undefined;
};

const columnClass = { 1: '', 2: 'two st', 3: 'three' } as const;

function Group({
  role,
  ids,
  label,
  hint,
  error,
  optional,
  frame = 'field',
  number,
  columns = 1,
  foot,
  required,
  children,
}: Omit<GroupProps, 'choices' | 'name'> & {
  role: 'radiogroup' | 'group';
  ids: { id: string; describedBy: string | undefined };
  children: ReactNode;
}) {
  const legendId = `${ids.id}-legend`;
  const inQuestion = frame === 'question';
  return (
    <fieldset
      role={role}
      id={ids.id}
      className={classNames(inQuestion ? 'q' : 'field fs', problemClass(error))}
      aria-labelledby={legendId}
      aria-describedby={ids.describedBy}
      aria-required={role === 'radiogroup' && required ? true : undefined}
      aria-invalid={(role === 'radiogroup' && isOpen(error)) || undefined}
    >
      <legend id={legendId} className={inQuestion ? undefined : 'lab'}>
        {number !== undefined && <span className="n">{number}</span>}
        <span>
          {label}
          <Optional word={optional} />
        </span>
      </legend>
      <Hint id={ids.id}>{hint}</Hint>
      <FieldProblem id={ids.id}>{error}</FieldProblem>
      <div className={classNames('opts', columnClass[columns])}>{children}</div>
      {foot && <div className="foot">{foot}</div>}
    </fieldset>
  );
}

function ChoiceWords({ choice }: { choice: Choice }) {
  return (
    <span>
      {choice.label}
      {choice.note && <small className="optn">{choice.note}</small>}
    </span>
  );
}

type RadioCardsProps = GroupProps & {
  value: string | null | undefined;
  onChange: (value: string) => void;
  /** Called when a person tries to choose a disabled answer. */
  onOff?: ((value: string) => void) | undefined;
};

/** One answer out of several. All have the same style until one is picked, whatever their content. */
export function RadioCards({
  choices,
  name,
  value,
  onChange,
  onOff,
  onBlur,
  low,
  ref,
  ...group
}: RadioCardsProps) {
  const ids = useFieldIds(group);
  return (
    <Group {...group} role="radiogroup" ids={ids}>
      {choices.map((choice, index) => (
        <label key={choice.value} className={classNames('opt', low && 'low', choice.off && 'off')}>
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={name}
            value={choice.value}
            checked={value === choice.value}
            aria-disabled={choice.off || undefined}
            onChange={() => (choice.off ? onOff?.(choice.value) : onChange(choice.value))}
            onBlur={onBlur}
          />
          <ChoiceWords choice={choice} />
        </label>
      ))}
    </Group>
  );
}

type CheckCardsProps = GroupProps & {
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** An answer that excludes all others, such as "None of these". */
  exclusive?: string | undefined;
};

/** Any number of answers. The value keeps the order of the choices. */
export function CheckCards({
  choices,
  name,
  value,
  onChange,
  onBlur,
  exclusive,
  low,
  ref,
  ...group
}: CheckCardsProps) {
  const ids = useFieldIds(group);
  const isEcho = useEcho();
  const toggle = (picked: string, on: boolean, at: number) => {
    if (isEcho(picked, at)) return;
    if (picked === exclusive) return onChange(on ? [picked] : []);
    const next = new Set(value.filter((each) => each !== exclusive));
    if (on) next.add(picked);
    else next.delete(picked);
    onChange(choices.map((choice) => choice.value).filter((each) => next.has(each)));
  };
  return (
    <Group {...group} role="group" ids={ids}>
      {choices.map((choice, index) => (
        <label key={choice.value} className={low ? 'opt low' : 'opt'}>
          <input
            ref={index === 0 ? ref : undefined}
            type="checkbox"
            name={name}
            value={choice.value}
            checked={value.includes(choice.value)}
            aria-invalid={isOpen(group.error) || undefined}
            aria-describedby={isOpen(group.error) ? `${ids.id}-error` : undefined}
            onChange={(event) => toggle(choice.value, event.target.checked, event.timeStamp)}
            onBlur={onBlur}
          />
          <ChoiceWords choice={choice} />
        </label>
      ))}
    </Group>
  );
}

type CheckboxProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'id'> & {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: (() => void) | undefined;
  required?: boolean | undefined;
  /** Reason why the box cannot be changed now. */
  off?: ReactNode | undefined;
  /** `switch` for a setting that is turned on and off. */
  look?: 'box' | 'switch' | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** One box to tick, such as a consent. */
export function Checkbox({
  label,
  hint,
  error,
  id,
  name,
  checked,
  onChange,
  onBlur,
  required,
  off,
  look = 'box',
  ref,
}: CheckboxProps) {
  const offId = useId();
  const isEcho = useEcho();
  const ids = useFieldIds({ id, hint, error }, off ? offId : undefined);
  return (
    <div className={classNames('field', problemClass(error))}>
      <Hint id={ids.id}>{hint}</Hint>
      <FieldProblem id={ids.id}>{error}</FieldProblem>
      <label className={classNames('opt', look === 'switch' && 'switch', Boolean(off) && 'off')}>
        <input
          ref={ref}
          type="checkbox"
          role={look === 'switch' ? 'switch' : undefined}
          id={ids.id}
          name={name}
          checked={checked}
          aria-required={required || undefined}
          aria-disabled={off ? true : undefined}
          aria-invalid={isOpen(error) || undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => {
            if (!off && !isEcho(name, event.timeStamp)) onChange(event.target.checked);
          }}
          onBlur={onBlur}
        />
        <span>{label}</span>
      </label>
      {off && (
        <span className="small quiet" id={offId}>
          {off}
        </span>
      )}
    </div>
  );
}
