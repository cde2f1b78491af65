import { useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import type { PaymentInformation } from '../billing-api.ts';
import { ownCard } from '../card/card-calls.ts';
import { SavedCardPanel } from '../card/saved-card-panel.tsx';
import { useUncoveredWords } from '../plan-words.ts';

type CardPanelProps = {
  information: PaymentInformation;
  onSaved: () => void;
};

/** The customer's card for the next payment (BILL-01). */
export function CardPanel({ information, onSaved }: CardPanelProps) {
  const t = useText();
  const shortDate = useShortDate();
  const may = useMay('billing.pay');
  const uncovered = useUncoveredWords(information);
  const until = information.current?.next_billing_date ?? information.current?.ends_on ?? null;
  return (
    <SavedCardPanel
      information={information}
      may={may}
      calls={ownCard}
      none={uncovered ? t('billing.paid.needsCard', uncovered) : t('billing.card.none')}
      removal={{
        lead: t('confirm.cardRemove.body'),
        note: until === null ? null : t('billing.card.removeKeepsPlan', { date: shortDate(until) }),
      }}
      onSaved={onSaved}
    />
  );
}
