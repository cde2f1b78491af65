import { translateMessage } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../actions/actions.module.css';
import { customerName, type ActionCustomer } from '../staff.ts';
import type { Checked } from './many-api.ts';
import { NamesInLine } from './names-in-line.tsx';

type BeforeActionProps = {
  checked: Checked;
  rows: readonly ActionCustomer[];
};

/** Says for how many of the chosen customers an action works, and for each reason for whom it does not. */
export function BeforeAction({ checked: { done, refused }, rows }: BeforeActionProps) {
  const t = useText();
  const names = new Map(rows.map((row) => [row.id, customerName(row)]));
  const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '');
  const reasons = Map.groupBy(refused, ({ message, params }) => translateMessage(t, message, params ?? {}));
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
                <OwnWords>{t('customers.many.reason', { reason, names: '' }).trimEnd()}</OwnWords>{' '}
                <NamesInLine names={namesOf(those.map(({ id }) => id))} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
