import { useLocation } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { renewCardHash } from '../../../domain/plan/emergency/renew-card.ts';
import { Allowed, useMay } from '../../app/allowed.tsx';
import { useLanguage, useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import { useCard, type CardFacts } from './card-api.ts';
import { cardKeys, cardWordings, dayOfCard } from './card-words.ts';
import { EmergencyCard } from './emergency-card.tsx';
import css from '../../plan-view/plan.module.css';
import { classNames } from '../../ui/class-names.ts';
import { CardOnPhone } from './phone/card-on-phone.tsx';
import { useSheetPrinting } from '../../ui/printing/use-sheet-printing.ts';
import { PrintSheet } from './printing/print-sheet.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { RenewDialog } from './renew-card.tsx';
import { sentences } from '../../plan-view/sentences.ts';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

type CardPanelProps = { plan: ActivePlan; heading?: ReactNode; renewable?: boolean };

/**
 * Emergency card with its actions: print it in two sizes on one sheet, hide the PIN, make a new code and PIN. `heading` is shown
 * above the words beside it. With `renewable` false it only shows and prints. A staff member in the person's account sees no card:
 * its PIN is only for the person.
 */
export function CardPanel(props: CardPanelProps) {
  return (
    <Allowed to="card.read">
      <OwnCardPanel {...props} />
    </Allowed>
  );
}

function OwnCardPanel(props: CardPanelProps) {
  const { renew, ...read } = useCard();
  const isComing = read.data === undefined && read.failed === undefined;
  if (isComing)
    return (
      <div className={css.cardComing}>
        <Spinner />
      </div>
    );
  return <Loaded read={read}>{(card) => <CardAndActions {...props} card={card} renew={renew} />}</Loaded>;
}

/** The card of a person whose directive alone is stored; nothing without such a card. */
export function CardOfDirective({ plan }: { plan: ActivePlan }) {
  const mayRead = useMay('card.read');
  return mayRead ? <OwnCardOfDirective plan={plan} /> : null;
}

function OwnCardOfDirective({ plan }: { plan: ActivePlan }) {
  const said = useVoicedText();
  const { data: card, renew } = useCard();
  if (!card?.of_directive) return null;
  return (
    <section className={classNames(css.cardSection, css.cardBelow)}>
      <CardAndActions plan={plan} heading={<h2>{said('card.page.title')}</h2>} card={card} renew={renew} />
    </section>
  );
}

type CardAndActionsProps = CardPanelProps & { card: CardFacts; renew: () => Promise<void> };

function CardAndActions({ plan, heading, renewable = true, card, renew }: CardAndActionsProps) {
  const said = useVoicedText();
  const t = useText();
  const wordings = useMemo(() => cardWordings(plan), [plan]);
  const [pinHidden, setPinHidden] = useState(false);
  const { sheet, print } = useSheetPrinting();
  const day = dayOfCard(card, plan);
  const { hint, who } = cardKeys(card);
  return (
    <div className={css.cardPanel}>
      <div className={css.cardPlace}>
        <EmergencyCard card={card} wordings={wordings} day={day} pinHidden={pinHidden} />
        <Button variant="text" icon={pinHidden ? 'eye' : 'eye-off'} onClick={() => setPinHidden(!pinHidden)}>
          {t(pinHidden ? 'card.showPin' : 'card.hidePin')}
        </Button>
      </div>
      <div>
        {heading}
        <p>{said(hint)}</p>
        <p className={css.who}>{said(who)}</p>
        <div className={css.cardActs}>
          <Button icon="print" onClick={print}>
            {t('card.print.both')}
          </Button>
          <p className="small quiet">{t('card.print.size')}</p>
          <CardOnPhone card={card} wordings={wordings} day={day} />
          {renewable && <Renewing renew={renew} />}
        </div>
      </div>
      {sheet && <PrintSheet card={card} wordings={wordings} day={day} />}
    </div>
  );
}

/** A new code and PIN, for a card that was lost or seen. */
function Renewing({ renew }: { renew: () => Promise<void> }) {
  const t = useText();
  const language = useLanguage();
  // The mail about an opened plan links to the question itself.
  const isWanted = useLocation({ select: ({ hash }) => hash === renewCardHash });
  const [asking, setAsking] = useState(isWanted);
  const [renewed, setRenewed] = useState(false);
  return (
    <>
      <Button variant="text" className={css.renew} onClick={() => setAsking(true)}>
        {t('card.renew')}
      </Button>
      <div role="status">
        {renewed && (
          <Notice icon="circle-check">
            <b>{t('card.renewConfirm.done')}</b>
            <br />
            {sentences(language, t('card.renewConfirm.print'), t('card.print.after'))}
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
