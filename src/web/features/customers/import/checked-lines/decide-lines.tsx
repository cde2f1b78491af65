import { useId, useState, type RefObject } from 'react';
import {
  decisionsFor,
  sameKinds,
  type ImportDecision,
  type SameKind,
} from '../../../../../domain/customers/import/same-person.ts';
import type { FieldError } from '../../../../../domain/errors.ts';
import { useText } from '../../../../app/texts.tsx';
import { asApiError } from '../../../../api/errors.ts';
import { mapRead } from '../../../../api/use-read.ts';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { formErrors } from '../../../../forms/errors/form-errors.ts';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { decide, useLines, type CheckedLine, type CheckedList, type OpenKind } from '../list-api.ts';
import { Pages } from './shown-lines.tsx';
import css from '../import.module.css';

/** Decisions made here, for lines and for all lines of a kind. The server's values apply to all others. */
type Decided = {
  lines: ReadonlyMap<number, ImportDecision>;
  kinds: ReadonlyMap<SameKind, ImportDecision>;
};

type DecideLinesProps = {
  list: CheckedList;
  open: OpenKind[];
  onOpen: (open: OpenKind[]) => void;
  /** Resolves when all decisions so far were sent. */
  sentRef: RefObject<Promise<void>>;
};

/** The decisions made here, shown immediately and sent in order, so that staff need not wait for each response. */
function useDecisions({ list, onOpen, sentRef }: Omit<DecideLinesProps, 'open'>) {
  const [decided, setDecided] = useState<Decided>({ lines: new Map(), kinds: new Map() });
  const [problems, setProblems] = useState<readonly FieldError[]>([]);
  const run = (decision: ImportDecision, about: { line: number } | { kind: SameKind }) => {
    const before = decided;
    setDecided(
      'line' in about
        ? { ...before, lines: new Map(before.lines).set(about.line, decision) }
        : { lines: new Map(), kinds: new Map(before.kinds).set(about.kind, decision) },
    );
    const send = async (earlier: Promise<void>) => {
      await earlier;
      try {
        onOpen(await decide(list.id, decision, about));
        setProblems([]);
      } catch (thrown) {
        setDecided(before);
        setProblems(formErrors(asApiError(thrown), {}));
      }
    };
    sentRef.current = send(sentRef.current);
  };
  return { decided, problems, run };
}

/**
 * All lines whose person may already be a customer, to decide one by one or for all of a kind. Nothing is decided automatically.
 */
export function DecideLines({ open, ...rest }: DecideLinesProps) {
  const t = useText();
  const { list } = rest;
  const [page, setPage] = useState(0);
  const { decided, problems, run } = useDecisions(rest);
  const read = mapRead(useLines(list.id, 'decide', page), (data) => data.getCustomerImportLines);
  const title = t('import.same.title', { count: list.doubtful ?? 0 });
  const kinds = sameKinds.filter((kind) => open.some((each) => each.kind === kind && each.lines > 1));
  return (
    <section className={css.toFix}>
      <h3>{title}</h3>
      {kinds.map((kind) => (
        <div key={kind} className={css.allOf}>
          <Choice
            isShown
            label={t('import.same.all', { same: t(`import.same.${kind}`) })}
            kind={kind}
            value={decided.kinds.get(kind) ?? null}
            onChoose={(decision) => run(decision, { kind })}
          />
        </div>
      ))}
      <Loaded read={read}>
        {(lines) => (
          <ul className={css.decide}>
            {lines.map((line) => (
              <DecideLine
                key={line.line}
                line={line}
                value={decisionOf(line, decided)}
                onChoose={(decision) => run(decision, { line: line.line })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <Pages page={page} count={list.doubtful ?? 0} of={title} onPage={setPage} />
      <ProblemList problems={problems} className={css.problems} />
    </section>
  );
}

function decisionOf({ line, same, decision }: CheckedLine, { lines, kinds }: Decided): ImportDecision | null {
  return lines.get(line) ?? (same ? kinds.get(same) : undefined) ?? decision;
}

type DecideLineProps = {
  line: CheckedLine;
  value: ImportDecision | null;
  onChoose: (decision: ImportDecision) => void;
};

function DecideLine({ line, value, onChoose }: DecideLineProps) {
  const t = useText();
  const { same, person } = line;
  if (!same) return null;
  const who = [line.first_name, line.last_name, line.birth_date].filter(Boolean).join(' ');
  const there = [person?.name, person?.customer_id, person?.provider].filter(Boolean).join(', ');
  return (
    <li>
      <div className={css.who}>
        <b>
          <span className={`num ${css.lineNumber}`}>{t('import.line', { line: line.line })}</span>
          <OwnWords>{who}</OwnWords>
        </b>
        <span className="small quiet">
          <OwnWords>{t('import.same.as', { same: t(`import.same.${same}`), person: there })}</OwnWords>
        </span>
      </div>
      <Choice label={t('import.line', { line: line.line })} kind={same} value={value} onChoose={onChoose} />
    </li>
  );
}

type ChoiceProps = {
  label: string;
  isShown?: boolean;
  kind: SameKind;
  value: ImportDecision | null;
  onChoose: (decision: ImportDecision) => void;
};

function Choice({ label, isShown = false, kind, value, onChoose }: ChoiceProps) {
  const t = useText();
  const id = useId();
  return (
    <>
      <span id={id} className={isShown ? css.choiceLabel : 'vh'}>
        {label}
      </span>
      <div className="seg" role="group" aria-labelledby={id}>
        {decisionsFor(kind).map((each) => (
          <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
            {t(`import.decision.${each}`)}
          </button>
        ))}
      </div>
    </>
  );
}
