import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import type { Customer } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { putPaperBack } from './set-aside-api.ts';

type Paper = Customer['papers_set_aside'][number];

/** Papers that staff set aside because they are about another person. Staff cannot open them, but can take their word back. */
export function PapersSetAside({ customer, isEditor }: { customer: Customer; isEditor: boolean }) {
  const t = useText();
  const papers = customer.papers_set_aside;
  if (papers.length === 0) return null;
  return (
    <>
      <h3 className={css.aside}>{t('customer.setAside.listTitle')}</h3>
      <ul className={css.lines}>
        {papers.map((paper) => (
          <SetAsideLine key={paper.id} userId={customer.id} paper={paper} isEditor={isEditor} />
        ))}
      </ul>
    </>
  );
}

type LineProps = { userId: string; paper: Paper; isEditor: boolean };

function SetAsideLine({ userId, paper, isEditor }: LineProps) {
  const t = useText();
  const shortDate = useShortDate();
  const { id, file_name: file, set_aside_at, set_aside_by } = paper;
  const { run, state, problems } = useAction(() => putPaperBack(userId, id), {
    fallback: 'customer.setAside.againFailed',
    texts: { 'not-found': 'error.planAdmin.changed' },
    resetMs: adminResetMs.undo,
    onDone: () => void showSnackbar(t('customer.setAside.used', { file })),
  });
  return (
    <li>
      <Icon name="file" />
      <div className={css.name}>
        <b>{file}</b>
        <small>
          {t('customer.setAside.said', {
            actor: set_aside_by ?? t('notification.part.someone'),
            date: shortDate(set_aside_at),
          })}
        </small>
        <ProblemList problems={problems} />
      </div>
      {isEditor && (
        <div className={css.does}>
          <Button
            variant="text"
            state={state}
            aria-label={state === 'initial' ? t('customer.setAside.againLabel', { file }) : undefined}
            onClick={() => void run()}
          >
            {t('customer.setAside.again')}
          </Button>
        </div>
      )}
    </li>
  );
}
