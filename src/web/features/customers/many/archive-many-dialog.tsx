import { useMemo, useState } from 'react';
import { archiveWord } from '../../../../domain/customers/actions/archive-word.ts';
import { useText } from '../../../app/texts.tsx';
import { TypedDialog } from '../../../forms/typed-dialog.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { BeforeAction } from './before-action.tsx';
import { archiveBatch, useCheck } from './many-api.ts';
import type { ChosenList } from './many-result.ts';
import { useMany } from './use-many.ts';

/** Archives the chosen customers, after the word is typed (CACT-15). The result has Undo. */
export function ArchiveManyDialog({ rows, ...rest }: ChosenList & { onClose: () => void }) {
  const t = useText();
  const [asked] = useState(rows);
  const check = useCheck(
    useMemo(() => asked.map(({ id }) => id), [asked]),
    'archive',
  );
  const { run, close } = useMany({ ...rest, action: 'archive' }, archiveBatch);
  const working = useMemo(() => {
    const done = new Set(check.data?.done);
    return asked.filter(({ id }) => done.has(id));
  }, [asked, check.data]);
  return (
    <TypedDialog
      title={t('customers.many.archive.title', { count: asked.length })}
      word={archiveWord}
      label={t('confirm.typeArchive.label')}
      button={t('customers.archive.button')}
      words={{
        pending: 'customers.archive.pending',
        complete: 'success.archived',
        error: 'customers.action.failed',
      }}
      action={{ ...run, run: () => run.run(working) }}
      ready={working.length > 0}
      onClose={close}
    >
      <p>{t('confirm.customerArchive.body')}</p>
      <p>{t('customers.archive.card')}</p>
      <p>{t('customers.many.archive.undo')}</p>
      <Loaded read={check} word="customers.many.checking">
        {(checked) => <BeforeAction checked={checked} rows={asked} />}
      </Loaded>
    </TypedDialog>
  );
}
