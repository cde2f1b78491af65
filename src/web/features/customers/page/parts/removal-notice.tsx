import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { Notice } from '../../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { TakeBackButton } from '../../actions/take-back-button.tsx';
import { customerName, type ActionCustomer } from '../../staff.ts';
import type { Customer } from '../customer-api.ts';
import css from '../customer-page.module.css';

type RemovalNoticeProps = {
  removal: NonNullable<Customer['removal']>;
  customer: ActionCustomer;
  isEditor: boolean;
  onStale: () => void;
};

/** Notice that staff removed the customer: by whom, why, the day of the deletion, and Undo (D-62). */
export function RemovalNotice({ removal, customer, isEditor, onStale }: RemovalNoticeProps) {
  const t = useText();
  const shortDate = useShortDate();
  const { delete_on, at, by, reason } = removal;
  return (
    <div className={css.notice}>
      <Notice icon="alert">
        <p>
          <b>
            <OwnWords>
              {t('customer.removal.title', { customer: customerName(customer), date: shortDate(delete_on) })}
            </OwnWords>
          </b>
        </p>
        <p>
          <OwnWords>
            {t('customer.removal.by', {
              actor: by ?? t('customer.removal.someone'),
              date: shortDate(at),
            })}
          </OwnWords>
        </p>
        {reason !== null && (
          <p>
            <OwnWords>{t('customer.removal.reason', { reason })}</OwnWords>
          </p>
        )}
        {isEditor && <TakeBackButton customer={customer} onStale={onStale} />}
      </Notice>
    </div>
  );
}
