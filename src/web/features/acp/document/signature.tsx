import { longDate } from '../../../../domain/fields.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { textOf } from '../../../../domain/questionnaire/answers.ts';
import { inVoice, type Section } from '../../../../domain/questionnaire/present.ts';
import { useLanguage } from '../../../app/texts.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import css from './care-plan.module.css';
import { OwnWords, PlanTitle } from '../../../ui/own-words.tsx';
import { Lines, SectionHeading } from './plan-section.tsx';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';

/** What was said at signing, the picture of the signature, who signed, and when. */
export function Signature({
  plan,
  wording,
  section,
}: {
  plan: ActivePlan;
  wording: PlanWording;
  section: Section;
}) {
  const { t, voice } = wording;
  const language = useLanguage();
  const { signed, changed } = signedDays(plan);
  const name = textOf(plan.answers, 'confirmName');
  const picture = textOf(plan.answers, 'signatureImage');
  return (
    <section id={`part-${section.id}`}>
      <SectionHeading>
        <PlanTitle>{section.title}</PlanTitle>
      </SectionHeading>
      <dl>
        {section.rows
          .filter(({ key }) => key !== 'confirmName')
          .map(({ key, title, lines }) => (
            <div key={key} className={css.row}>
              <dt>
                <span>
                  <PlanTitle>{title}</PlanTitle>
                </span>
              </dt>
              <dd>
                <Lines lines={lines} />
              </dd>
            </div>
          ))}
      </dl>
      {picture.startsWith('data:image/png;base64,') && (
        <img className={css.signature} src={picture} alt={t('pdf.signature.alt', { name })} />
      )}
      <p>
        <b>
          <OwnWords>{name}</OwnWords>
        </b>
      </p>
      {voice.kind === 'onBehalf' && <p>{inVoice(wording, 'pdf.onBehalf.signed')}</p>}
      <p>{t('pdf.signature.date', { date: longDate(signed, language) })}</p>
      {changed && <p>{t('pdf.signature.changed', { name, date: longDate(changed, language) })}</p>}
    </section>
  );
}
