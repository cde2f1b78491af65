import { Fragment } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { dateOfIso, type IsoDate } from '../../../domain/fields.ts';
import { inVoice } from '../../../domain/questionnaire/reading/present.ts';
import { langOf } from '../../app/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { LogoDrawing } from '../../ui/drawings/sprig.tsx';
import type { CardFacts } from './card-api.ts';
import { cardKeys, isRecorded, nameSize, saidOf, versionWords, type CardWording } from './card-words.ts';
import css from './emergency-card.module.css';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { useFit } from './use-fit.ts';

/** The two cards: 85.6 by 54 mm, and 170 by 107 mm with more words. On the screen the wallet card represents both. */
export type CardSize = 'wallet' | 'fridge';

type CardContent = {
  card: CardFacts;
  /** English first, and the second language of the plan, if it has one. */
  wordings: readonly CardWording[];
  /** Day of the plan's version. */
  day: IsoDate;
};

type EmergencyCardProps = CardContent & {
  size?: CardSize | undefined;
  /** Whether the card is printed with a back (`WalletBack`), which has all sentences but the version. */
  folded?: boolean | undefined;
  /** Hides the PIN on screen. A printed card always has it. */
  pinHidden?: boolean | undefined;
};

/**
 * The emergency card (EMERG-01 to EMERG-05), with the version of the plan (D-09). Every size in it is relative to its width, so
 * that the same card fits a screen, a wallet and a fridge.
 */
export function EmergencyCard({
  card,
  wordings,
  day,
  size = 'wallet',
  folded = false,
  pinHidden = false,
}: EmergencyCardProps) {
  const element = useFit();
  const words = (key: PlainTextKey) => <InEach wordings={wordings} words={(wording) => wording.t(key)} />;
  const recorded = isRecorded(card, wordings);
  const both = wordings.length > 1;
  const asks = size === 'wallet' && !recorded && !folded;
  // The lines below say in both languages who recorded the plan, so the version moves to where there is room.
  const versionAside = folded || (size === 'wallet' && recorded && both);
  const full = folded
    ? classNames(css.folded, both && css.pair)
    : classNames(both && css.both, recorded && css.recorded);
  return (
    <div ref={element} lang={langOf.en} className={classNames('ecard', css.card, css[size], full)}>
      <CardHead card={card} wordings={wordings} size={size} />
      <div className={css.body}>
        <div className={css.facts}>
          <Facts card={card} wordings={wordings} pinHidden={pinHidden} />
          {asks && both && <p className={css.ask}>{words('card.wallet.ask')}</p>}
          {versionAside && (
            <p className={classNames('num', css.aside)}>
              <InEach
                wordings={folded ? wordings.slice(0, 1) : wordings}
                words={(wording) => versionWords(card, day, wording, 'wallet')}
              />
            </p>
          )}
        </div>
        <div className={css.code}>
          <QrCode text={card.url} label={wordings[0]?.t(cardKeys(card).code) ?? ''} />
          <p>{words('card.scan')}</p>
        </div>
      </div>
      {!folded && (
        <Sayings
          card={card}
          wordings={wordings}
          day={day}
          size={size}
          isRecorded={recorded}
          asks={asks && !both}
          versioned={!versionAside}
        />
      )}
    </div>
  );
}

function CardHead({ card, wordings, size }: Omit<CardContent, 'day'> & { size: CardSize }) {
  return (
    <header>
      <p>
        <InEach wordings={wordings} words={(wording) => saidOf(card, wording, 'heading')} />
        {size === 'fridge' && (
          <small>
            <InEach wordings={wordings} words={({ t }) => t('card.fridge.for')} />
          </small>
        )}
      </p>
      <LogoDrawing />
    </header>
  );
}

/** The same text in each language of the card: the second below the first, and smaller. */
function InEach({
  wordings,
  words,
}: {
  wordings: readonly CardWording[];
  words: (wording: CardWording) => string;
}) {
  return wordings.map((wording, index) => (
    <Fragment key={wording.language}>
      {index > 0 && ' '}
      <span className={index > 0 ? css.second : css.first} lang={langOf[wording.language]}>
        {words(wording)}
      </span>
    </Fragment>
  ));
}

function Facts({ card, wordings, pinHidden }: Omit<CardContent, 'day'> & { pinHidden: boolean }) {
  const label = (key: PlainTextKey) => (
    <dt>
      <InEach wordings={wordings} words={({ t }) => t(key)} />
    </dt>
  );
  const none = wordings[0]?.t('card.noCareProvider');
  return (
    <dl>
      <div>
        {label('card.fullName')}
        <dd className={css[nameSize(card.full_name)]}>{card.full_name}</dd>
      </div>
      <div>
        {label('card.dob')}
        <dd className="num">{card.dob ? dateOfIso(card.dob) : none}</dd>
      </div>
      <div>
        {label('card.careProvider')}
        <dd className={nameSize(card.care_provider ?? '') === 'small' ? css.small : undefined}>
          {card.care_provider ?? none}
        </dd>
      </div>
      <div>
        {label('card.pin')}
        <dd className={css.pin}>
          <Pin pin={card.pin} hidden={pinHidden} />
        </dd>
      </div>
    </dl>
  );
}

/** The PIN in two groups, for easier reading. The gap is drawn, not typed: a copied PIN has none. */
function Pin({ pin, hidden }: { pin: string; hidden: boolean }) {
  const shown = hidden ? '••••••' : pin;
  return (
    <>
      <span>{shown.slice(0, 3)}</span>
      <span>{shown.slice(3)}</span>
    </>
  );
}

type SayingsProps = CardContent & {
  size: CardSize;
  isRecorded: boolean;
  asks: boolean;
  versioned: boolean;
};

/** Text at the foot: a paragraph for each language. */
function Sayings({ card, wordings, day, size, isRecorded, asks, versioned }: SayingsProps) {
  return (
    <div className={css.say}>
      {wordings.map((wording, index) => {
        const { language, t } = wording;
        return (
          <div key={language} lang={langOf[language]} className={index > 0 ? css.second : css.first}>
            {size === 'fridge' && (
              <>
                <p>{saidOf(card, wording, 'what')}</p>
                <p>
                  <b>{inVoice(wording, 'card.fridge.ask', 'card.fridge.onBehalf.ask')}</b>
                </p>
              </>
            )}
            {asks && (
              <p>
                <b>{t('card.wallet.ask')}</b>
              </p>
            )}
            {isRecorded && <p>{inVoice(wording, `card.${size}.recorded`)}</p>}
            {size === 'fridge' && index === 0 && <p>{t('card.fridge.url', { url: card.url })}</p>}
            {versioned && <p className="num">{versionWords(card, day, wording, size)}</p>}
          </div>
        );
      })}
    </div>
  );
}
