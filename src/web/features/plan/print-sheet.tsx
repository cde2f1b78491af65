import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { IsoDate } from '../../../domain/fields.ts';
import { useText } from '../../app/texts.tsx';
import type { CardFacts } from './card-api.ts';
import type { CardWording } from './card-words.ts';
import { EmergencyCard, type CardSize } from './emergency-card.tsx';
import css from './print-sheet.module.css';

/** Prints a card: `print` puts the sheet on paper, and `sheet` says which card it holds. */
export function useCardPrinting() {
  const [sheet, setSheet] = useState<CardSize>();
  const print = (size: CardSize) => {
    flushSync(() => setSheet(size));
    window.print();
  };
  return { sheet, print };
}

type PrintSheetProps = { size: CardSize; card: CardFacts; wordings: readonly CardWording[]; day: IsoDate };

/** The A4 sheet with one card at its real size and a line to cut along. It is on paper only, and then it is alone. */
export function PrintSheet({ size, ...rest }: PrintSheetProps) {
  const t = useText();
  return createPortal(
    <div className={css.sheet} aria-hidden="true">
      <p>
        <b>{t(`card.${size}.title`)}</b>
        <br />
        {t('card.print.size')} {t('card.print.after')}
      </p>
      <div className={`${css.cut} ${css[size]}`}>
        <EmergencyCard {...rest} size={size} />
      </div>
    </div>,
    document.body,
  );
}
