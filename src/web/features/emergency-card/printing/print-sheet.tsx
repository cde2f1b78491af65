import { createPortal } from 'react-dom';
import type { IsoDate } from '../../../../domain/fields.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import type { CardFacts } from '../card-api.ts';
import type { CardWording } from '../card-words.ts';
import { WalletBack } from './card-back.tsx';
import { EmergencyCard } from '../emergency-card.tsx';
import css from './print-sheet.module.css';
import { sentences } from '../../../plan-view/sentences.ts';

type PrintSheetProps = { card: CardFacts; wordings: readonly CardWording[]; day: IsoDate };

/**
 * A4 sheet with both cards at their real size and their cutting lines. The wallet card is folded: its back is beside its front. The
 * sheet is only printed, and then without the page.
 */
export function PrintSheet(props: PrintSheetProps) {
  const t = useText();
  const language = useLanguage();
  return createPortal(
    <div className={css.sheet} aria-hidden="true">
      <p>{sentences(language, t('card.print.size'), t('card.print.after'))}</p>
      <div>
        <p className={css.title}>
          <b>{t('card.wallet.title')}</b>
          <span>{t('card.print.fold')}</span>
        </p>
        <div className={`${css.cut} ${css.folded}`}>
          <div className={css.wallet}>
            <EmergencyCard {...props} size="wallet" folded />
          </div>
          <div className={css.wallet}>
            <WalletBack card={props.card} wordings={props.wordings} />
          </div>
        </div>
      </div>
      <div>
        <p className={css.title}>
          <b>{t('card.fridge.title')}</b>
        </p>
        <div className={`${css.cut} ${css.fridge}`}>
          <EmergencyCard {...props} size="fridge" />
        </div>
      </div>
    </div>,
    document.body,
  );
}
