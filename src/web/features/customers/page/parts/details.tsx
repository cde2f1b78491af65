import { relationText } from '../../../../../domain/questionnaire/reading/voice.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { useIsNarrow } from '../../../../ui/use-is-narrow.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { Customer } from '../customer-api.ts';
import { CustomerId, EditButton } from '../customer-head.tsx';
import { Part } from './part.tsx';

type DetailsProps = {
  customer: Customer;
  /** Opens the dialog for the customer ID; undefined for staff who may not change it. */
  onEditId: (() => void) | undefined;
  /** Opens the dialog for the care facility; undefined for staff who may not change it. */
  onAttach: (() => void) | undefined;
};

/**
 * Email address, care facility, day of the account, and who recorded the plan for the customer. On narrow screens also the provider
 * and the customer ID, which the head of the page leaves out there.
 */
export function Details({ customer, onEditId, onAttach }: DetailsProps) {
  const t = useText();
  const shortDate = useShortDate();
  const isNarrow = useIsNarrow();
  const { name, email, created_at, facility, plan, provider } = customer;
  return (
    <Part title={t('customer.part.details')}>
      {isNarrow && (
        <>
          {provider !== null && (
            <p>
              <OwnWords>{provider}</OwnWords>
            </p>
          )}
          <p>
            <CustomerId customer={customer} onEditId={onEditId} />
          </p>
        </>
      )}
      <p>{email === null ? t('customers.cell.noEmail') : t('customer.header.email', { email })}</p>
      {(facility !== null || onAttach) && (
        <p>
          <OwnWords>
            {facility === null
              ? t('customer.header.noFacility')
              : t('customer.header.facility', { facility })}
          </OwnWords>{' '}
          {onAttach && (
            <EditButton label={t('facilities.attach.button', { customer: name })} onClick={onAttach} />
          )}
        </p>
      )}
      {plan?.recorder != null && (
        <p>
          <OwnWords>
            {t('customer.header.recordedBy', {
              recorder: plan.recorder,
              relation: relationText(customer.account_owner, t),
              customer: name,
            })}
          </OwnWords>
        </p>
      )}
      <p className="num">{t('customer.header.since', { date: shortDate(created_at) })}</p>
    </Part>
  );
}
