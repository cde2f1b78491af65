import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import { langOf } from '../../../app/language.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { CardFacts } from '../card-api.ts';
import { isRecorded, saidOf, type CardWording } from '../card-words.ts';
import css from '../emergency-card.module.css';
import { useFit } from '../use-fit.ts';

type WalletBackProps = { card: CardFacts; wordings: readonly CardWording[] };

/**
 * The back of the printed wallet card: what the plan says, to ask the person first, who recorded it, and the address for a reader
 * without a camera. A paragraph for each language, so that the front has only what staff need to open the plan.
 */
export function WalletBack({ card, wordings }: WalletBackProps) {
  const element = useFit();
  return (
    <div ref={element} lang={langOf.en} className={classNames('ecard', css.card, css.back)}>
      <div className={classNames(css.words, wordings.length > 1 && css.twice)}>
        {wordings.map((wording, index) => (
          <div key={wording.language} lang={langOf[wording.language]}>
            <p>
              <b>{inVoice(wording, 'card.fridge.ask', 'card.fridge.onBehalf.ask')}</b>
            </p>
            <p>{saidOf(card, wording, 'what')}</p>
            {isRecorded(card, wordings) && <p>{inVoice(wording, 'card.wallet.recorded')}</p>}
            {index === 0 && <p>{wording.t('card.fridge.url', { url: card.url })}</p>}
          </div>
        ))}
      </div>
    </div>
  );
}
