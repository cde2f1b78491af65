import { useMemo, useState } from 'react';
import { dateOfIso } from '../../../domain/fields.ts';
import { useText } from '../../app/texts.tsx';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import { usePlanWording } from '../../plan-view/plan-wording.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from './card-in-short.module.css';
import { useCard, type CardFacts } from './card-api.ts';
import { cardKeys, cardWordings, dayOfCard, saidOf } from './card-words.ts';
import { useSheetPrinting } from '../../ui/printing/use-sheet-printing.ts';
import { PrintSheet } from './printing/print-sheet.tsx';
import { RenewDialog } from './renew-card.tsx';

/** The card without its PIN, with buttons to show the whole card and to print it. */
export function CardInShort({ plan, onShow }: { plan: ActivePlan; onShow: () => void }) {
  return <Loaded read={useCard()}>{(card) => <Short plan={plan} card={card} onShow={onShow} />}</Loaded>;
}

function Short({ plan, card, onShow }: { plan: ActivePlan; card: CardFacts; onShow: () => void }) {
  const wording = usePlanWording(plan);
  const { t } = wording;
  const wordings = useMemo(() => cardWordings(plan), [plan]);
  const { sheet, print } = useSheetPrinting();
  return (
    <>
      <div className={css.card}>
        <b>{saidOf(card, wording, 'heading')}</b>
        <p>
          <strong>
            <OwnWords>{card.full_name}</OwnWords>
          </strong>
          {card.dob && <span className="num">{dateOfIso(card.dob)}</span>}
          <span>{t('card.short.pinHidden')}</span>
        </p>
        <QrCode text={card.url} label={t(cardKeys(card).code)} />
      </div>
      <p className="quiet">{saidOf(card, wording, 'opens')}</p>
      <div className="acts">
        <Button variant="two" icon="mobile" aria-haspopup="dialog" onClick={onShow}>
          {t('card.short.show')}
        </Button>
        <Button variant="two" icon="print" onClick={print}>
          {t('card.short.print')}
        </Button>
      </div>
      {sheet && <PrintSheet card={card} wordings={wordings} day={dayOfCard(card, plan)} />}
    </>
  );
}

/** Button for a person who did not expect that the plan was opened: makes a new code and PIN, after a question. */
export function NewCodeAndPin() {
  const t = useText();
  const { renew } = useCard();
  const [asking, setAsking] = useState(false);
  const [renewed, setRenewed] = useState(false);
  return (
    <>
      <div className="acts">
        <Button variant="two" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('card.short.notExpected')}
        </Button>
      </div>
      <div role="status">
        {renewed && (
          <Notice icon="circle-check">
            <b>{t('card.renewConfirm.done')}</b>
            <br />
            {t('card.renewConfirm.print')}
          </Notice>
        )}
      </div>
      {asking && (
        <RenewDialog
          renew={renew}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            setRenewed(true);
          }}
        />
      )}
    </>
  );
}
