import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useDuplicatesOf, type CustomerDuplicates } from '../duplicates-api.ts';
import css from '../duplicates.module.css';
import { usePaths } from '../use-paths.ts';
import { UndoButton } from './undo-button.tsx';

type NoticesProps = { customer: { id: string }; onStale: () => void };

/**
 * Notices on a customer's page: that another record of the person is kept instead of this one, with Undo; and records that may be of
 * the same person, for staff who decide (N-13).
 */
export function DuplicateNotices({ customer, onStale }: NoticesProps) {
  const { data } = useDuplicatesOf(customer.id);
  if (!data) return null;
  return (
    <>
      {data.kept && <KeptNotice archivedId={customer.id} kept={data.kept} onStale={onStale} />}
      <PossibleNotice id={customer.id} possible={data.possible} />
    </>
  );
}

type KeptNoticeProps = {
  archivedId: string;
  kept: NonNullable<CustomerDuplicates['kept']>;
  onStale: () => void;
};

function KeptNotice({ archivedId, kept, onStale }: KeptNoticeProps) {
  const t = useText();
  const shortDate = useShortDate();
  const { customer: customerPath } = usePaths();
  const { id, at, by, can_open, can_undo, undo_until } = kept;
  const [isOver] = useState(() => Date.parse(undo_until) < Date.now());
  return (
    <div className={css.notice}>
      <Notice icon="alert">
        <p>
          <b>{t('duplicates.notice.kept')}</b>
        </p>
        <p>
          <OwnWords>
            {t('duplicates.notice.keptBody', {
              ...{ actor: by ?? t('duplicates.notice.someone'), date: shortDate(at) },
            })}
          </OwnWords>
        </p>
        <p>
          {can_undo
            ? t('duplicates.notice.undoUntil', { date: shortDate(undo_until) })
            : isOver && t('duplicates.notice.undoOver')}
        </p>
        <div className={css.buttons}>
          {can_open && (
            <LinkButton to={customerPath} params={{ customerId: id }}>
              {t('duplicates.notice.open')}
            </LinkButton>
          )}
          {can_undo && <UndoButton archivedId={archivedId} onStale={onStale} />}
        </div>
      </Notice>
    </div>
  );
}

function PossibleNotice({ id, possible }: { id: string; possible: CustomerDuplicates['possible'] }) {
  const t = useText();
  const { pair } = usePaths();
  if (possible.length === 0) return null;
  return (
    <div className={css.notice}>
      <Notice>
        {possible.map((record) => (
          <p key={record.id}>
            <OwnWords>
              {record.provider === null
                ? t('duplicates.notice.possible', { name: record.name })
                : t('duplicates.notice.possibleAt', { name: record.name, provider: record.provider })}
            </OwnWords>{' '}
            <Link to={pair} params={{ firstId: id, secondId: record.id }}>
              {t('duplicates.compare')}
            </Link>
          </p>
        ))}
      </Notice>
    </div>
  );
}
