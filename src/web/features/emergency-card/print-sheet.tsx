import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { IsoDate } from '../../../domain/fields.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import type { CardFacts } from './card-api.ts';
import type { CardWording } from './card-words.ts';
import { EmergencyCard, type CardSize } from './emergency-card.tsx';
import css from './print-sheet.module.css';
import { sentences } from '../../plan-view/sentences.ts';

const signsOfLife = ['pointerdown', 'keydown'] as const;

/** Prints a card: `print` prints the sheet, and `sheet` is the card on it. */
export function useCardPrinting() {
  const [sheet, setSheet] = useState<CardSize>();
  useEffect(() => {
    if (!sheet) return undefined;
    // Not on `afterprint`: some browsers fire it while they still draw. The next input on the page removes the
    // sheet, so that printing prints the page again.
    const clear = () => setSheet(undefined);
    for (const sign of signsOfLife) addEventListener(sign, clear, { capture: true });
    return () => {
      for (const sign of signsOfLife) removeEventListener(sign, clear, { capture: true });
    };
  }, [sheet]);
  const print = (size: CardSize) => {
    flushSync(() => setSheet(size));
    window.print();
  };
  return { sheet, print };
}

type PrintSheetProps = { size: CardSize; card: CardFacts; wordings: readonly CardWording[]; day: IsoDate };

/** A4 sheet with one card at its real size and a cutting line. It is only printed, and then without the page. */
export function PrintSheet({ size, ...rest }: PrintSheetProps) {
  const t = useText();
  const language = useLanguage();
  return createPortal(
    <div className={css.sheet} aria-hidden="true">
      <p>
        <b>{t(`card.${size}.title`)}</b>
        <br />
        {sentences(language, t('card.print.size'), t('card.print.after'))}
      </p>
      <div className={`${css.cut} ${css[size]}`}>
        <EmergencyCard {...rest} size={size} />
      </div>
    </div>,
    document.body,
  );
}
