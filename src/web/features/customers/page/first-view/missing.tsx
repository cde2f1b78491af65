import type { CustomerAction } from '../../../../../domain/customers/actions/customer-actions.ts';
import { missingOf, type MissingPart } from '../../../../../domain/customers/missing.ts';
import type { Translate } from '../../../../../domain/i18n/texts.ts';
import { greetingName } from '../../../../../domain/names.ts';
import { useText } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { OpenDialog } from '../../actions/use-customer-dialogs.tsx';
import type { ActionCustomer } from '../../staff.ts';
import { speakersOf, type Customer } from '../customer-api.ts';
import css from './first-view.module.css';

type MissingProps = {
  customer: Customer;
  subject: ActionCustomer;
  actions: readonly CustomerAction[];
  open: OpenDialog;
};

/** Actions that complete a missing part, the preferred one first. Staff without any of them see only the text of the step. */
const stepActions: Partial<Record<MissingPart, readonly CustomerAction[]>> = {
  plan: ['beginTogether', 'reminder', 'login'],
  signature: ['beginTogether', 'login'],
  email: ['addEmail'],
};

function partsOf(customer: Customer): MissingPart[] {
  const papers = [...customer.end_of_life_documents.map(({ file }) => file), ...customer.files];
  return missingOf({
    status: customer.customer_status,
    toBeRemoved: customer.removal !== null,
    placeholderEmail: customer.placeholder_email,
    birthDate: customer.dob,
    plan: customer.plan && { ...customer.plan, lookAgain: customer.plan.look_again },
    papers: papers.filter(({ category }) => category === 'ACP').length,
    waits: papers.some(({ waits }) => waits),
    deciders: speakersOf(customer).map(({ status, phone }) => ({ agreed: status === 'accepted', phone })),
  });
}

function stepWords(part: MissingPart, customer: Customer, t: Translate): string {
  const names = {
    customer: greetingName(customer) || customer.name,
    contact: speakersOf(customer)[0]?.name ?? '',
  };
  if (part === 'plan' && customer.customer_status === 'invited')
    return t('customer.missing.plan.invited', names);
  return t(`customer.missing.${part}.step`, names);
}

/** Missing items of a customer: the most urgent first, with the action that is the next step (N-05). */
export function Missing({ customer, subject, actions, open }: MissingProps) {
  const t = useText();
  const parts = partsOf(customer);
  const [first] = parts;
  const action = first && stepActions[first]?.find((each) => actions.includes(each));
  return (
    <Card title={t('customer.missing.title')} className={css.card}>
      {!first && <p>{t('customer.missing.none')}</p>}
      <ul className={css.missing}>
        {parts.map((part, index) => (
          <li key={part}>
            <div>
              <b>{t(`customer.missing.${part}`)}</b>
              <p>
                {index === 0 && `${t('customer.missing.next')}: `}
                <OwnWords>{stepWords(part, customer, t)}</OwnWords>
              </p>
            </div>
            {index === 0 && action && (
              <Button variant="two" aria-haspopup="dialog" onClick={() => open(action, subject)}>
                {t(`customers.action.${action}`)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
