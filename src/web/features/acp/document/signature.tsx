import { longDate, type IsoDate } from '../../../../domain/fields.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { textOf } from '../../../../domain/questionnaire/answers.ts';
import { inVoice, type Section } from '../../../../domain/questionnaire/reading/present.ts';
import { useLanguage } from '../../../app/texts.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { isTyped } from '../../../forms/signature/signature-picture.ts';
import css from './care-plan.module.css';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { RowTitle, SectionTitle, SignedIn } from './answers-in-both.tsx';
import { InBoth } from './paper-twin.tsx';
import { Lines, SectionHeading } from './plan-section.tsx';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';

type SignatureProps = { plan: ActivePlan; wording: PlanWording; section: Section };

/** Statement at signing, the picture of the signature and whether it was typed, the signer, and the date. */
export function Signature({ plan, wording, section }: SignatureProps) {
  const { t, voice } = wording;
  const language = useLanguage();
  const { signed, changed } = signedDays(plan);
  const name = textOf(plan.answers, 'confirmName');
  const picture = textOf(plan.answers, 'signatureImage');
  return (
    <section id={`part-${section.id}`}>
      <SectionHeading>
        <SectionTitle id={section.id} title={section.title} />
      </SectionHeading>
      <Statements section={section} />
      {picture.startsWith('data:image/png;base64,') && (
        <img className={css.signature} src={picture} alt={t('pdf.signature.alt', { name })} />
      )}
      {isTyped(picture) && (
        <p className="small quiet">
          <InBoth twin={(twin) => twin.wording.t('pdf.signature.typed')}>{t('pdf.signature.typed')}</InBoth>
        </p>
      )}
      <p>
        <b>
          <OwnWords>{name}</OwnWords>
        </b>
      </p>
      {voice.kind === 'onBehalf' && (
        <p>
          <InBoth twin={(twin) => inVoice(twin.wording, 'pdf.onBehalf.signed')}>
            {inVoice(wording, 'pdf.onBehalf.signed')}
          </InBoth>
        </p>
      )}
      <p>
        <InBoth twin={(twin) => signedOn(twin.wording, signed, twin.language)}>
          {signedOn(wording, signed, language)}
        </InBoth>
      </p>
      {changed && (
        <p>
          <InBoth twin={(twin) => changedOn(twin.wording, name, changed, twin.language)}>
            {changedOn(wording, name, changed, language)}
          </InBoth>
        </p>
      )}
      <SignedIn wording={wording} kept="both" />
    </section>
  );
}

/** The rows of the section, without the name, which is below the picture of the signature. */
function Statements({ section }: { section: Section }) {
  return (
    <dl>
      {section.rows
        .filter(({ key }) => key !== 'confirmName')
        .map((row) => (
          <div key={row.key} className={css.row}>
            <dt>
              <span>
                <RowTitle row={row} />
              </span>
            </dt>
            <dd>
              <Lines row={row} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

const signedOn = ({ t }: PlanWording, day: IsoDate, language: Language): string =>
  t('pdf.signature.date', { date: longDate(day, language) });

const changedOn = ({ t }: PlanWording, name: string, day: IsoDate, language: Language): string =>
  t('pdf.signature.changed', { name, date: longDate(day, language) });
