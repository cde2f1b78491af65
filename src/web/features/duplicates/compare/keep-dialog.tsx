import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { keepRecord, type ComparedRecord } from '../duplicates-api.ts';
import css from '../duplicates.module.css';
import { usePaths } from '../use-paths.ts';

type KeepDialogProps = {
  kept: ComparedRecord;
  archived: ComparedRecord;
  /** Version of the comparison that is shown. */
  seen: string;
  onStale: () => void;
  onClose: () => void;
};

/** Says what happens when one of two records is kept, and does it. Afterwards the page of the kept record is shown. */
export function KeepDialog({ kept, archived, seen, onStale, onClose }: KeepDialogProps) {
  const t = useText();
  const navigate = useNavigate();
  const { customer: customerPath } = usePaths();
  const [idempotency_key] = useState(() => crypto.randomUUID());
  // A newer comparison is read below the dialog after a conflict. Only what was shown before the dialog opened can be confirmed.
  const [confirmed] = useState(seen);
  const work = () =>
    keepRecord({ kept_id: kept.id, archived_id: archived.id, seen: confirmed, idempotency_key });
  const { run, state, problems } = useAction(work, {
    resetMs: adminResetMs.save,
    fallback: 'duplicates.keep.failed',
    async onDone() {
      showSnackbar(t('duplicates.keep.done', { name: kept.name }));
      await navigate({ to: customerPath, params: { customerId: kept.id } });
    },
    onFailed({ code }) {
      if (code === 'conflict' || code === 'not-found') onStale();
    },
  });
  const places = { kept: kept.provider ?? '--', archived: archived.provider ?? '--' };
  return (
    <Modal
      open
      onClose={onClose}
      title={<OwnWords>{t('duplicates.keep.title', { name: kept.name })}</OwnWords>}
      lead={<OwnWords>{t('duplicates.keep.lead', places)}</OwnWords>}
      foot={
        <>
          <Button
            state={state}
            words={{
              pending: 'duplicates.keep.pending',
              complete: 'duplicates.keep.complete',
              error: 'customers.action.failed',
            }}
            onClick={() => void run()}
          >
            {t('duplicates.keep.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <WhatHappens losesPlan={kept.signed_at === null && archived.signed_at !== null} />
      <ProblemList problems={problems} />
    </Modal>
  );
}

function WhatHappens({ losesPlan }: { losesPlan: boolean }) {
  const t = useText();
  return (
    <>
      {losesPlan && (
        <Notice icon="alert">
          <p>{t('duplicates.keep.noPlan')}</p>
        </Notice>
      )}
      <ul className={css.happens}>
        <li>{t('duplicates.keep.archived')}</li>
        <li>{t('duplicates.keep.plan')}</li>
        <li>{t('duplicates.keep.nothing')}</li>
        <li>{t('duplicates.keep.card')}</li>
        <li>{t('duplicates.keep.undo')}</li>
      </ul>
    </>
  );
}
