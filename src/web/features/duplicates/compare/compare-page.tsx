import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { setAside, useComparison, type ComparedRecord, type Comparison } from '../duplicates-api.ts';
import css from '../duplicates.module.css';
import { BackToCustomers, signWords } from '../pairs-page.tsx';
import { usePaths } from '../use-paths.ts';
import { FactTable } from './fact-table.tsx';
import { KeepDialog } from './keep-dialog.tsx';

/** Two records that may be of one person, side by side, of which one is kept (N-13). */
export function Page() {
  const { firstId = '', secondId = '' } = useParams({ strict: false });
  return <OfPair key={`${firstId} ${secondId}`} firstId={firstId} secondId={secondId} />;
}

function OfPair({ firstId, secondId }: { firstId: string; secondId: string }) {
  const t = useText();
  const read = useComparison(firstId, secondId);
  const code = read.failed?.code;
  const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
  if (code === 'forbidden') {
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  if (!read.data && (code === 'not-found' || code === 'invalid')) {
    return (
      <MessagePage title={t('duplicates.compare.title')} action={home}>
        {t('error.duplicates.notPair')}
      </MessagePage>
    );
  }
  return (
    <>
      <BackToCustomers />
      <div className="pagehead">
        <div>
          <PageTitle>{t('duplicates.compare.title')}</PageTitle>
          <p className="lead">{t('duplicates.compare.lead')}</p>
        </div>
      </div>
      <Loaded read={read}>{(comparison) => <Compared comparison={comparison} onStale={read.retry} />}</Loaded>
    </>
  );
}

function Compared({ comparison, onStale }: { comparison: Comparison; onStale: () => void }) {
  const t = useText();
  const [kept, setKept] = useState<ComparedRecord>();
  const { first, second, signs, set_aside_at } = comparison;
  const isInUse = first.status !== 'archived' && second.status !== 'archived';
  return (
    <>
      <p className={css.signs}>{signWords(signs, t)}</p>
      <FactTable comparison={comparison} onKeep={isInUse ? setKept : undefined} />
      <AsideButton comparison={comparison} isAside={set_aside_at !== null} />
      {kept && (
        <KeepDialog
          kept={kept}
          archived={kept.id === first.id ? second : first}
          seen={comparison.version}
          onStale={onStale}
          onClose={() => setKept(undefined)}
        />
      )}
    </>
  );
}

function AsideButton({ comparison, isAside }: { comparison: Comparison; isAside: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const { pairs } = usePaths();
  const { first, second } = comparison;
  const work = () => setAside({ first_id: first.id, second_id: second.id, set_aside: !isAside });
  const { run, state, problems } = useAction(work, {
    resetMs: adminResetMs.save,
    fallback: 'duplicates.aside.failed',
    async onDone() {
      showSnackbar(t(isAside ? 'duplicates.aside.undone' : 'duplicates.aside.done'));
      await navigate({ to: pairs });
    },
  });
  return (
    <div className={css.aside}>
      <Button
        variant="two"
        state={state}
        words={{
          pending: 'duplicates.keep.pending',
          complete: 'common.saved',
          error: 'customers.action.failed',
        }}
        onClick={() => void run()}
      >
        {t(isAside ? 'duplicates.asideUndo' : 'duplicates.aside')}
      </Button>
      <ProblemList problems={problems} />
    </div>
  );
}
