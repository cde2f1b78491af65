import type { TextFile } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import { useVoicedText } from '../../plan-view/voiced-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { usePaymentInformation } from './billing-api.ts';
import { Checkout } from './paying/checkout.tsx';

/** Text files that payment needs wherever it is shown. */
export const payingTexts: readonly TextFile[] = ['checkout', 'payment-errors', 'success', 'errors'];

/** Reason for opening the dialog: to choose or change the payment plan, or because trusted contacts require one (GAP-29). */
type Reason = 'choose' | 'change' | 'contacts';

const leads = {
  choose: 'billing.choose.lead',
  change: 'billing.choose.changeLead',
  contacts: 'billing.choose.leadContacts',
} as const;

type ChoosePlanProps = { reason?: Reason; onPaid: () => void; onClose: () => void };

/** The Choose plan modal: plans, promotion, total, and a card to pay with (PAY-01 to PAY-03). */
export function ChoosePlanDialog({ reason = 'choose', onPaid, onClose }: ChoosePlanProps) {
  const said = useVoicedText();
  const t = useText();
  const read = usePaymentInformation();
  return (
    <Modal
      open
      width={780}
      onClose={onClose}
      title={t(reason === 'change' ? 'billing.choose.changeTitle' : 'billing.choose.title')}
      lead={said(leads[reason])}
      foot={
        <Button variant="two" onClick={onClose}>
          {t('billing.choose.notNow')}
        </Button>
      }
    >
      <Loaded read={read}>
        {(information) => (
          <Checkout
            information={information}
            changeTo={reason === 'change' ? 'lifetime' : undefined}
            onPaid={onPaid}
          />
        )}
      </Loaded>
    </Modal>
  );
}
