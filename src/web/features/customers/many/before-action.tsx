import { translateMessage, type PlainTextKey, type TextKey } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import css from '../actions/actions.module.css';
import { customerName, type ActionCustomer } from '../staff.ts';
import type { Checked } from './many-api.ts';
import { NamesInLine } from './names-in-line.tsx';

/** Reasons about several customers, in place of those about one. */
const shortReasons: Partial<Record<TextKey, PlainTextKey>> = {
  'error.customer.notInvited': 'customers.many.why.accepted',
  'error.customer.noAddress': 'customers.many.why.noAddress',
  'error.customer.addressOfStaff': 'customers.many.why.addressOfStaff',
  'error.customer.declined': 'customers.many.why.declined',
  'error.customer.reminderWait': 'customers.many.why.reminded',
  'error.customer.suspended': 'customers.many.why.suspended',
  'error.customer.archived': 'customers.many.why.archived',
  'error.customer.toBeRemoved': 'customers.many.why.toBeRemoved',
  'error.customer.notFound': 'customers.many.why.notFound',
  'error.customer.notOffered': 'customers.many.why.notOffered',
  'error.move.idTaken': 'customers.many.why.idTaken',
};

type BeforeActionProps = {
  checked: Checked;
  rows: readonly ActionCustomer[];
};

/** Says for how many of the chosen customers an action works, and for each reason for whom it does not. */
export function BeforeAction({ checked: { done, refused }, rows }: BeforeActionProps) {
  const t = useText();
  const namesOf = (ids: readonly string[]) => {
    const those = new Set(ids);
    return rows.filter(({ id }) => those.has(id)).map(customerName);
  };
  const reasons = Map.groupBy(refused, ({ message, params }) =>
    translateMessage(t, shortReasons[message] ?? message, params ?? {}),
  );
  return (
    <div className={css.said}>
      {done.length === 0 ? (
        <p className="err">{t('customers.many.worksNone')}</p>
      ) : (
        <p>
          {t('customers.many.works', { count: done.length, total: rows.length })}{' '}
          <NamesInLine names={namesOf(done)} />
        </p>
      )}
      {refused.length > 0 && (
        <>
          <p>{t('customers.many.not', { count: refused.length })}</p>
          <ul className={css.points}>
            {[...reasons].map(([reason, those]) => (
              <li key={reason}>
                {t('customers.many.reason', { reason })}{' '}
                <NamesInLine names={namesOf(those.map(({ id }) => id))} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
