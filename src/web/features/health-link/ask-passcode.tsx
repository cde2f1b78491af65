import { useState, type SubmitEvent } from 'react';
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

/** Asks for the passcode of a link, and who opens it. Nothing that is typed is kept in the browser. */
export function AskPasscode({
  link,
  isClosed,
  onOpened,
}: {
  link: OwnLink;
  /** The plan was open and is closed again. */
  isClosed: boolean;
  onOpened: (plan: ReaderPlan) => void;
}) {
  const t = useText();
  const [passcode, setPasscode] = useState('');
  const [recipient, setRecipient] = useState('');
  const [turn, setTurn] = useState(0);
  const [isPending, setPending] = useState(false);
  const [failed, setFailed] = useState<Failed>();
  const problems = turn > 0 && !failed ? openLinkProblems({ passcode, recipient }) : [];
  const errorOf = (field: string) => {
    const problem = problems.find((each) => each.field === field);
    return problem && messageOf(t, problem);
  };

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    setFailed(undefined);
    if (openLinkProblems({ passcode, recipient }).length > 0) return setTurn(turn + 1);
    setPending(true);
    const opened = await openLink(link, { passcode, recipient });
    setPending(false);
    if (opened.kind === 'plan') return onOpened(opened.plan);
    setFailed({ ...opened, isOver: link.expiresAt !== null && link.expiresAt <= new Date() });
    setTurn(turn + 1);
    return undefined;
  }

  if (failed?.kind === 'dead' || failed?.kind === 'insecure')
    return <DeadEnd problem={failed.kind} endedAt={failed.isOver ? link.expiresAt : null} />;
  const isOver = failed?.kind === 'wrong' && failed.left === 0;
  const message =
    failed && (failed.kind === 'wrong' ? t('shl.wrong', { count: failed.left }) : t(messages[failed.kind]));
  return (
    <>
      <PageTitle>{t('shl.title')}</PageTitle>
      <p className={css.soft}>{t('shl.for')}</p>
      {isClosed && !failed && <p className={css.calm}>{t('shl.plan.closed')}</p>}
      {turn > 0 && (
        <ErrorSummary
          turn={turn}
          items={
            message
              ? [{ message }]
              : problems.map((problem) => ({ id: `shl-${problem.field}`, message: messageOf(t, problem) }))
          }
        />
      )}
      {failed && <NextWays />}
      {!isOver && (
        <form noValidate className={css.form} onSubmit={(event) => void submit(event)}>
          <TextField
            id="shl-passcode"
            label={t('shl.passcode.label')}
            hint={t('shl.passcode.hint')}
            error={errorOf('passcode')}
            className={css.passcode}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            value={passcode}
            onChange={(event) => setPasscode(event.target.value)}
          />
          <TextField
            id="shl-recipient"
            label={t('shl.recipient.label')}
            hint={t('shl.recipient.hint')}
            error={errorOf('recipient')}
            autoComplete="organization"
            maxLength={100}
            value={recipient}
            onChange={(event) => setRecipient(event.target.value)}
          />
          <Button type="submit" wide state={isPending ? 'pending' : 'initial'} words={words}>
            {t('shl.open')}
          </Button>
          <p className={css.small}>{t('shl.recorded')}</p>
          <p className={css.small}>{t('shl.private')}</p>
        </form>
      )}
    </>
  );
}
