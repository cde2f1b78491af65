import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { openLinkProblems } from '../../../domain/inputs/open-link.ts';
import { useText } from '../../app/texts.tsx';
import { messageOf } from '../../forms/errors/messages.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { ErrorSummary } from '../../ui/fields/error-summary.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { DeadEnd, NextWays } from './dead-end.tsx';
import type { ReaderPlan } from './document/reader-plan.ts';
import css from './link-page.module.css';
import { openLink, type Opened, type OwnLink } from './open-link.ts';

const words: StateWords = { pending: 'shl.opening', complete: 'shl.open', error: 'shl.again' };

type Failed = Exclude<Opened, { kind: 'plan' }> & { isOver?: boolean };

const messages = { busy: 'shl.busy', down: 'shl.down', broken: 'shl.broken' } as const satisfies Record<
  string,
  PlainTextKey
>;

/** Entries of a reader, the result of the last try, and the function that opens the link. */
function useOpening(link: OwnLink, onOpened: (plan: ReaderPlan) => void) {
  const [typed, setTyped] = useState({ passcode: '', recipient: '' });
  const [turn, setTurn] = useState(0);
  const [isPending, setPending] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setFailed(undefined);
    if (openLinkProblems(typed).length > 0) {
      setTurn(turn + 1);
      return;
    }
    setPending(true);
    const opened = await openLink(link, typed);
    setPending(false);
    if (opened.kind === 'plan') return onOpened(opened.plan);
    setFailed({ ...opened, isOver: link.expiresAt !== null && link.expiresAt <= new Date() });
    setTurn(turn + 1);
  }
  const problems = turn > 0 && !failed ? openLinkProblems(typed) : [];
  return { typed, setTyped, turn, isPending, failed, problems, submit };
}

type AskPasscodeProps = {
  link: OwnLink;
  /** The plan was open and is closed again. */
  isClosed: boolean;
  onOpened: (plan: ReaderPlan) => void;
};

/** Asks for the passcode of a link, and who opens it. Nothing that is typed is kept in the browser. */
export function AskPasscode({ link, isClosed, onOpened }: AskPasscodeProps) {
  const t = useText();
  const opening = useOpening(link, onOpened);
  const { failed, turn, problems } = opening;
  if (failed?.kind === 'dead' || failed?.kind === 'insecure')
    return <DeadEnd problem={failed.kind} endedAt={failed.isOver ? link.expiresAt : null} />;
  const isOver = failed?.kind === 'wrong' && failed.left === 0;
  const message =
    failed && (failed.kind === 'wrong' ? t('shl.wrong', { count: failed.left }) : t(messages[failed.kind]));
  const items = message
    ? [{ message }]
    : problems.map((problem) => ({ id: `shl-${problem.field}`, message: messageOf(t, problem) }));
  return (
    <>
      <PageTitle>{t('shl.title')}</PageTitle>
      <p className={css.soft}>{t('shl.for')}</p>
      {isClosed && !failed && <p className={css.calm}>{t('shl.plan.closed')}</p>}
      {turn > 0 && <ErrorSummary turn={turn} items={items} />}
      {failed && <NextWays />}
      {!isOver && <PasscodeForm {...opening} />}
    </>
  );
}

type PasscodeFormProps = Pick<
  ReturnType<typeof useOpening>,
  'typed' | 'setTyped' | 'isPending' | 'problems' | 'submit'
>;

function PasscodeForm({ typed, setTyped, isPending, problems, submit }: PasscodeFormProps) {
  const t = useText();
  const fieldOf = (field: keyof typeof typed) => {
    const problem = problems.find((each) => each.field === field);
    return {
      id: `shl-${field}`,
      label: t(`shl.${field}.label`),
      hint: t(`shl.${field}.hint`),
      error: problem && messageOf(t, problem),
      maxLength: 100,
      value: typed[field],
      onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [field]: event.target.value }),
    };
  };
  return (
    <form noValidate className={css.form} onSubmit={(event) => void submit(event)}>
      <TextField {...fieldOf('passcode')} className={css.passcode} inputMode="numeric" autoComplete="off" />
      <TextField {...fieldOf('recipient')} autoComplete="organization" />
      <Button type="submit" wide state={isPending ? 'pending' : 'initial'} words={words}>
        {t('shl.open')}
      </Button>
      <p className={css.small}>{t('shl.recorded')}</p>
      <p className={css.small}>{t('shl.private')}</p>
    </form>
  );
}
