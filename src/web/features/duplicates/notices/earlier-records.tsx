import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { earlierPdfPath, useDuplicatesOf, type EarlierRecord } from '../duplicates-api.ts';
import css from '../duplicates.module.css';
import { EarlierPlanDialog } from './earlier-plan-dialog.tsx';
import { usePaths } from '../use-paths.ts';
import { UndoButton } from './undo-button.tsx';

type EarlierRecordsProps = { customer: { id: string; name: string }; onStale: () => void };

/** Archived records of the person, each with its signed plan, which is not in force (N-13). Nothing without such a record. */
export function EarlierRecords({ customer, onStale }: EarlierRecordsProps) {
  const t = useText();
  const titleId = useId();
  const { data } = useDuplicatesOf(customer.id);
  const [opened, setOpened] = useState<EarlierRecord>();
  if (!data || data.earlier.length === 0) return null;
  return (
    <section className={css.part} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('duplicates.earlier.title')}</h2>
      <ul className={css.earlier}>
        {data.earlier.map((record) => (
          <li key={record.id}>
            <EarlierLine customerId={customer.id} record={record} onOpen={() => setOpened(record)} />
            {record.can_undo && (
              <div className={css.buttons}>
                <UndoButton archivedId={record.id} onStale={onStale} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <EarlierPlanDialog customer={customer} record={opened} onClose={() => setOpened(undefined)} />
      )}
    </section>
  );
}

type EarlierLineProps = { customerId: string; record: EarlierRecord; onOpen: () => void };

function EarlierLine({ customerId, record, onOpen }: EarlierLineProps) {
  const t = useText();
  const shortDate = useShortDate();
  const { customer: customerPath } = usePaths();
  const { id, name, provider, at, signed_at, can_undo, undo_until } = record;
  return (
    <>
      <p>
        <OwnWords>
          {t('duplicates.earlier.line', { date: shortDate(at), name, provider: provider ?? '--' })}
        </OwnWords>
      </p>
      <p>
        <b>
          {signed_at === null
            ? t('duplicates.earlier.noPlan')
            : t('duplicates.earlier.plan', { date: shortDate(signed_at) })}
        </b>
      </p>
      <p className={css.does}>
        {signed_at !== null && (
          <>
            <button
              type="button"
              className="mini"
              aria-haspopup="dialog"
              aria-label={t('duplicates.earlier.readOf', { name })}
              onClick={onOpen}
            >
              {t('duplicates.earlier.read')}
            </button>
            <a className="mini" href={earlierPdfPath(customerId, id)} download>
              {t('duplicates.earlier.pdf')}
            </a>
          </>
        )}
        <Link className="mini" to={customerPath} params={{ customerId: id }}>
          {t('duplicates.earlier.open')}
        </Link>
      </p>
      {can_undo && <p>{t('duplicates.notice.undoUntil', { date: shortDate(undo_until) })}</p>}
    </>
  );
}
