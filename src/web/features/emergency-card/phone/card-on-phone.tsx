import type { IsoDate } from '../../../../domain/fields.ts';
import { useText } from '../../../app/texts.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { ApiError } from '../../../api/errors.ts';
import { saveFile } from '../../../plan-view/pdf/pdf-file.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import type { CardFacts } from '../card-api.ts';
import { cardKeys, type CardWording } from '../card-words.ts';
import type { FullScreenCardProps } from './full-screen-card.tsx';

type CardOnPhoneProps = { card: CardFacts; wordings: readonly CardWording[]; day: IsoDate };

const pictureWords: StateWords = {
  pending: 'card.phone.pictureMaking',
  complete: 'card.phone.pictureSaved',
  error: 'common.tryAgain',
};

const resetMs = 4000;

const loadFullScreen = async () => (await import('./full-screen-card.tsx')).default;

/** The card on a telephone, in place of paper: shown full screen, and saved as a picture. */
export function CardOnPhone({ card, wordings, day }: CardOnPhoneProps) {
  const t = useText();
  const fullScreen = useLazyDialog<FullScreenCardProps>();
  const picture = useAction(
    async () => {
      try {
        const { cardPicture, pictureName } = await import('./save-picture.ts');
        saveFile({ content: await cardPicture(card, wordings, day), name: pictureName(t, card, day) });
      } catch {
        throw new ApiError('general_error');
      }
    },
    { resetMs },
  );
  return (
    <>
      <Button
        variant="two"
        icon="mobile"
        aria-haspopup="dialog"
        onClick={() => void fullScreen.open(loadFullScreen, ['card'])}
      >
        {t('card.phone.show')}
      </Button>
      <Button
        variant="two"
        icon="download"
        state={picture.state}
        words={pictureWords}
        keepsRoom
        onClick={() => void picture.run()}
      >
        {t('card.phone.picture')}
      </Button>
      <p className="small quiet">{t(cardKeys(card).pictureHint)}</p>
      <div role="alert">
        {fullScreen.failed && <p className="err">{t('card.phone.failed')}</p>}
        {picture.problems.length > 0 && <p className="err">{t('card.phone.pictureFailed')}</p>}
      </div>
      {fullScreen.Part && (
        <fullScreen.Part card={card} wordings={wordings} day={day} onClose={fullScreen.close} />
      )}
    </>
  );
}
