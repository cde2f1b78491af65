import { useState } from 'react';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CheckCards } from '../../../../ui/fields/choices.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { Customer } from '../customer-api.ts';
import { reviewFiles } from '../control/plan-changes.ts';
import css from '../customer-page.module.css';
import { NotTheirs } from '../papers/not-theirs.tsx';
import { FileLine } from './documents.tsx';
import { Part } from './part.tsx';

/** Maximum number of papers that the server marks in one call. */
const mostAtOnce = 50;

const checks = ['person', 'pages', 'newest'] as const;

type PapersProps = { customer: Customer; isEditor: boolean };

/** Papers to check: whether they belong to this person and are readable, never whether they are valid (GAP-83). */
export function PapersToCheck({ customer, isEditor }: PapersProps) {
  const t = useText();
  const papers = [...customer.end_of_life_documents.map(({ file }) => file), ...customer.files].filter(
    ({ waits }) => waits,
  );
  if (papers.length === 0) return null;
  const named = { customer: customer.name };
  return (
    <Part title={t('customer.review.title')}>
      {!isEditor && (
        <p>
          <OwnWords>{t('customer.review.lead', named)}</OwnWords>
        </p>
      )}
      <ul className={css.lines}>
        {papers.map((file) => (
          <FileLine key={file.id} file={file} userId={customer.id}>
            {isEditor && customer.files.includes(file) && <NotTheirs customer={customer} file={file} />}
          </FileLine>
        ))}
      </ul>
      {isEditor && (
        <Checks
          key={papers.map(({ id }) => id).join(' ')}
          customer={customer}
          fileIds={papers.map(({ id }) => id)}
        />
      )}
      <p>{t('customer.review.notLegal')}</p>
      <p>
        <b>{t('customer.review.problem')}</b> <OwnWords>{t('customer.review.problemHint', named)}</OwnWords>
      </p>
    </Part>
  );
}

/** The papers are marked as checked when each check is ticked. */
function Checks({ customer, fileIds }: { customer: Customer; fileIds: readonly string[] }) {
  const t = useText();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { run, state, problems } = useAction(
    () => reviewFiles({ user_id: customer.id, file_ids: fileIds.slice(0, mostAtOnce) }),
    {
      fallback: 'customer.review.failed',
      resetMs: adminResetMs.save,
      onDone: () => void showSnackbar(t('customer.review.saved')),
    },
  );
  return (
    <div className={css.review}>
      <CheckCards
        id="review"
        name="review"
        label={<OwnWords>{t('customer.review.lead', { customer: customer.name })}</OwnWords>}
        low
        value={ticked}
        onChange={setTicked}
        choices={checks.map((check) => ({
          value: check,
          label: t(`customer.review.${check}`, { customer: customer.name }),
        }))}
      />
      <ProblemList problems={problems} />
      <Button
        state={state}
        off={ticked.length < checks.length && state === 'initial'}
        onClick={() => void run()}
      >
        {t('customer.review.done')}
      </Button>
    </div>
  );
}
