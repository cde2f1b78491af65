import { useState } from 'react';
import { useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { moveFocus } from '../../../ui/rescue-focus.ts';
import type { PaymentInformation, ShownCard } from '../billing-api.ts';
import shared from '../billing.module.css';
import css from './page.module.css';
import { cardParts, dayAfterExpiry, expiryState } from '../card-words.ts';
import { useUncoveredWords } from '../plan-words.ts';
import { CardDialog } from './card-dialog.tsx';
import { RemoveCardDialog } from './remove-card-dialog.tsx';

type CardPanelProps = {
  information: PaymentInformation;
  onSaved: () => void;
};

/** The card for the next payment, with actions to add, replace and remove it (BILL-01). */
export function CardPanel({ information, onSaved }: CardPanelProps) {
  const t = useText();
  const may = useMay('billing.pay');
  const [open, setOpen] = useState<'card' | 'remove'>();
  const { card, disabled, provider_down: down } = information;
  const uncovered = useUncoveredWords(information);
  const close = () => {
    setOpen(undefined);
    // The remove button disappears with the card.
    moveFocus(() => document.querySelector<HTMLElement>('#card-ways button'));
  };
  return (
    <Card title={t('billing.card.title')}>
      {card ? (
        <Kept card={card} />
      ) : (
        <p>{uncovered ? t('billing.paid.needsCard', uncovered) : t('billing.card.none')}</p>
      )}
      {may && !disabled && (
        <div className={shared.ways} id="card-ways">
          <Button
            variant="two"
            aria-haspopup="dialog"
            off={down && t('error.payment.providerDown')}
            onClick={() => setOpen('card')}
          >
            {t(card ? 'billing.card.replace' : 'billing.card.add')}
          </Button>
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
          onSaved={() => {
            close();
            onSaved();
          }}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <RemoveCardDialog
          current={information.current}
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
