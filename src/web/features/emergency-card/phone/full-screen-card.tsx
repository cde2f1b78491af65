import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { IsoDate } from '../../../../domain/fields.ts';
import { langOf } from '../../../app/language.ts';
import { useText } from '../../../app/texts.tsx';
import { AriaLocale } from '../../../ui/aria-locale.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { useLayer } from '../../../ui/layers/use-layer.ts';
import { QrCode } from '../../../ui/drawings/qr-code.tsx';
import type { CardFacts } from '../card-api.ts';
import { cardKeys, type CardWording } from '../card-words.ts';
import { cardLines, type CardLines } from './card-lines.ts';
import css from './full-screen-card.module.css';
import { useWakeLock } from './use-wake-lock.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

export type FullScreenCardProps = {
  card: CardFacts;
  wordings: readonly CardWording[];
  day: IsoDate;
  onClose: () => void;
};

/**
 * The card on the whole screen, to be scanned from a telephone: black on white in every theme, the code as large as the screen
 * allows. Its text is in the languages of the card; the text for the owner is in the language of the page.
 */
export default function FullScreenCard({ card, wordings, day, onClose }: FullScreenCardProps) {
  const said = useVoicedText();
  const t = useText();
  useLayer();
  const isAwake = useWakeLock();
  const lines = cardLines(card, wordings, day);
  return (
    <AriaLocale>
      <ModalOverlay
        className={css.overlay ?? ''}
        isOpen
        isDismissable={false}
        onOpenChange={(stays) => {
          if (!stays) onClose();
        }}
      >
        <Modal className={css.page ?? ''}>
          <Dialog aria-label={said('card.page.title')} className={css.card ?? ''}>
            <div className={css.top}>
              <Heading slot="title" level={2} className={css.heading ?? ''}>
                <InEach wordings={wordings} words={lines.heading} />
              </Heading>
              <button
                type="button"
                className={css.close}
                aria-label={t('card.phone.close')}
                onClick={onClose}
              >
                <Icon name="close" />
              </button>
            </div>
            <p className={css.light}>
              {t('card.phone.light')} {t(isAwake ? 'card.phone.awake' : 'card.phone.mayDarken')}
            </p>
            <CardBody card={card} wordings={wordings} lines={lines} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  );
}

type CardBodyProps = Pick<FullScreenCardProps, 'card' | 'wordings'> & { lines: CardLines };

/** The code, the facts, and the sentences for the reader. */
function CardBody({ card, wordings, lines }: CardBodyProps) {
  return (
    <div className={css.body}>
      <div className={css.code}>
        <QrCode text={card.url} label={wordings[0]?.t(cardKeys(card).code) ?? ''} />
        <p>
          <InEach wordings={wordings} words={lines.scan} />
        </p>
      </div>
      <div>
        <dl className={css.facts}>
          {lines.facts.map(({ id, labels, value }) => (
            <div key={id}>
              <dt>
                <InEach wordings={wordings} words={labels} />
              </dt>
              <dd className={css[id]}>{value}</dd>
            </div>
          ))}
        </dl>
        {lines.sayings.map((said, at) => (
          <p key={wordings[at]?.language} lang={langAt(wordings, at)} className={css.saying}>
            {said.map((words) => (
              <span key={words} className={css.said}>
                {words}
              </span>
            ))}
          </p>
        ))}
      </div>
    </div>
  );
}

const langAt = (wordings: readonly CardWording[], at: number) => langOf[wordings[at]?.language ?? 'en'];

/** The same words in each language of the card. */
function InEach({ wordings, words }: { wordings: readonly CardWording[]; words: readonly string[] }) {
  return words.map((said, at) => (
    <span key={wordings[at]?.language} lang={langAt(wordings, at)} className={css.said}>
      {said}
    </span>
  ));
}
