import { useState, type ReactNode } from 'react';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { moveFocus } from '../../../ui/rescue-focus.ts';
import type { PaymentInformation, ShownCard } from '../billing-api.ts';
import shared from '../billing.module.css';
import { cardParts, dayAfterExpiry, expiryState } from '../card-words.ts';
import type { CardCalls } from './card-calls.ts';
import { CardDialog } from './card-dialog.tsx';
import css from './card.module.css';
import { RemoveCardDialog, type Removal } from './remove-card-dialog.tsx';

type SavedCardPanelProps = {
  information: Pick<
    PaymentInformation,
    'card' | 'disabled' | 'provider_down' | 'publishable_key' | 'stand_in'
  >;
  /** Whether the card may be added, replaced and removed here; otherwise it is only shown. */
  may: boolean;
  /** False for a card that is not used any more: it can only be removed. */
  replaceable?: boolean;
  calls: CardCalls;
  /** Sentence in place of a card. */
  none: string;
  /** Sentences of the dialog that removes the card. */
  removal: Removal;
  onSaved: () => void;
  /** Text under the card. */
  children?: ReactNode;
};

/** The card for the next payment, with actions to add, replace and remove it (BILL-01). */
export function SavedCardPanel(props: SavedCardPanelProps) {
  const { information, may, replaceable = true, calls, none, removal, onSaved, children } = props;
  const t = useText();
  const [open, setOpen] = useState<'card' | 'remove'>();
  const { card, disabled, provider_down: down } = information;
  const close = () => {
    setOpen(undefined);
    // The remove button disappears with the card.
    moveFocus(() => document.querySelector<HTMLElement>('#card-ways button'));
  };
  return (
    <Card title={t('billing.card.title')}>
      {card ? <Kept card={card} /> : <p>{none}</p>}
      {children}
      {may && !disabled && (
        <div className={shared.ways} id="card-ways">
          {replaceable && (
            <Button
              variant="two"
              aria-haspopup="dialog"
              off={down && t('error.payment.providerDown')}
              onClick={() => setOpen('card')}
            >
              {t(card ? 'billing.card.replace' : 'billing.card.add')}
            </Button>
          )}
          {card && (
            <Button
              variant="text"
              aria-haspopup="dialog"
              off={down && t('error.payment.providerDown')}
              onClick={() => setOpen('remove')}
            >
              {t('billing.card.remove')}
            </Button>
          )}
        </div>
      )}
      {open === 'card' && (
        <CardDialog
          information={information}
          calls={calls}
          onSaved={() => {
            close();
            onSaved();
          }}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <RemoveCardDialog
          words={removal}
          remove={calls.remove}
          onRemoved={close}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}

function Kept({ card }: { card: ShownCard }) {
  const t = useText();
  const shortDate = useShortDate();
  const parts = cardParts(t, card);
  const [now] = useState(() => new Date());
  const state = expiryState(card, now);
  return (
    <>
      <div className={css.kept}>
        <span>
          <Icon name="billing" />
        </span>
        <p>
          <b>{t('billing.card.value', parts)}</b>
          <br />
          {t('billing.card.expires', parts)}
        </p>
      </div>
      {state === 'soon' && <p>{t('billing.card.expiresSoon', { date: shortDate(dayAfterExpiry(card)) })}</p>}
      {state === 'expired' && <p className="err">{t('billing.card.expired')}</p>}
    </>
  );
}
