import type { ReactNode } from 'react';
import { knownPlanState } from '../../../../domain/customers/plan-state.ts';
import { dateOfIso } from '../../../../domain/fields.ts';
import type { PlainTextKey, Translate } from '../../../../domain/i18n/texts.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import type { ComparedRecord, Comparison } from '../duplicates-api.ts';
import css from '../duplicates.module.css';

type Fact = { title: PlainTextKey; first: string; second: string; differs: boolean };

const medicareWords = ['same', 'different', 'oneOnly', 'none'] as const;

/** Returns the rows of the comparison in words. */
function factsOf({ first, second, cards }: Comparison, t: Translate, date: (day: string) => string): Fact[] {
  const none = t('duplicates.none.value');
  const dateOr = (day: string | null) => (day === null ? none : date(day));
  const row = (title: PlainTextKey, valueOf: (record: ComparedRecord) => string): Fact => {
    const [one, other] = [valueOf(first), valueOf(second)];
    return { title, first: one, second: other, differs: one !== other };
  };
  const contactsOf = ({ contacts }: ComparedRecord) =>
    contacts
      .map(({ name, agreed }) => t(`duplicates.contact.${agreed ? 'agreed' : 'pending'}`, { name }))
      .join(', ') || none;
  const card = medicareWords.find((known) => known === cards) ?? 'none';
  const cardWords = t(`duplicates.medicare.${card}`);
  return [
    row('duplicates.fact.name', ({ name }) => name),
    row('duplicates.fact.dob', ({ dob }) => (dob === null ? none : dateOfIso(dob))),
    row('duplicates.fact.customer_id', ({ customer_id }) => customer_id ?? none),
    row('duplicates.fact.room', ({ room }) => room ?? none),
    row('duplicates.fact.provider', ({ provider }) => provider ?? none),
    row('duplicates.fact.email', ({ email }) => email ?? none),
    {
      title: 'duplicates.fact.medicare',
      ...{ first: cardWords, second: cardWords, differs: card === 'different' || card === 'oneOnly' },
    },
    row('duplicates.fact.plan', ({ plan_state }) =>
      plan_state === null
        ? t('duplicates.plan.none')
        : t(`customers.acpStatus.${knownPlanState(plan_state)}`),
    ),
    row('duplicates.fact.signed', ({ signed_at }) => dateOr(signed_at)),
    row('duplicates.fact.contacts', contactsOf),
    row('duplicates.fact.files', ({ files }) => String(files)),
    row('duplicates.fact.lastSignIn', ({ last_sign_in }) => dateOr(last_sign_in)),
    row('duplicates.fact.created', ({ created_at }) => dateOr(created_at)),
  ];
}

type FactTableProps = {
  comparison: Comparison;
  /** Opens the dialog that keeps a record; undefined if one of them is archived. */
  onKeep: ((record: ComparedRecord) => void) | undefined;
};

/** The facts of both records: in two columns, and on a telephone one below the other with labels. Differences are marked in words. */
export function FactTable({ comparison, onKeep }: FactTableProps) {
  const t = useText();
  const shortDate = useShortDate();
  const facts = factsOf(comparison, t, shortDate);
  const { first, second } = comparison;
  const keepButton = (record: ComparedRecord): ReactNode =>
    onKeep && (
      <Button
        aria-haspopup="dialog"
        aria-label={t('duplicates.keepOf', { name: record.name, provider: record.provider ?? '--' })}
        onClick={() => onKeep(record)}
      >
        {t('duplicates.keep')}
      </Button>
    );
  return (
    <table className={css.facts}>
      <caption className="vh">{t('duplicates.compare.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('duplicates.compare.fact')}</th>
          <th scope="col">{t('duplicates.compare.first')}</th>
          <th scope="col">{t('duplicates.compare.second')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <FactRow key={fact.title} fact={fact} />
        ))}
      </tbody>
      {onKeep && (
        <tfoot>
          <tr>
            <th scope="row">
              <span className="vh">{t('duplicates.keep')}</span>
            </th>
            <td data-label={t('duplicates.compare.first')}>{keepButton(first)}</td>
            <td data-label={t('duplicates.compare.second')}>{keepButton(second)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function FactRow({ fact: { title, first, second, differs } }: { fact: Fact }) {
  const t = useText();
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row">
        {t(title)}
        {differs && <small>{t('duplicates.compare.differs')}</small>}
      </th>
      <td data-label={t('duplicates.compare.first')}>
        <OwnWords>{first}</OwnWords>
      </td>
      <td data-label={t('duplicates.compare.second')}>
        <OwnWords>{second}</OwnWords>
      </td>
    </tr>
  );
}
