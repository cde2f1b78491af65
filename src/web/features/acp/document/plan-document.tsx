import { dateOfIso, longDate, stateOfPostcode } from '../../../../domain/fields.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { textOf } from '../../../../domain/questionnaire/answers.ts';
import { inVoice, type Section } from '../../../../domain/questionnaire/reading/present.ts';
import { fullNameOf } from '../../../../domain/questionnaire/reading/voice.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import { langOf } from '../../../app/language.ts';
import { useLanguage } from '../../../app/texts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import css from './care-plan.module.css';
import { ContactLine, ContactsMissing } from '../contact-line.tsx';
import { Glance } from './glance.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { PlanSection, SectionHeading } from './plan-section.tsx';
import type { NamedContact } from '../../../plan-view/plan-contacts.ts';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { SignedIn } from './answers-in-both.tsx';
import { InBoth, usePaperTwin } from './paper-twin.tsx';
import { Signature } from './signature.tsx';
import { usePageFooter } from './printing/use-page-footer.ts';

/** Reader of the plan: its owner, or staff. */
export type PlanReader = 'owner' | 'staff';

type PlanDocumentProps = {
  plan: ActivePlan;
  wording: PlanWording;
  sections: readonly Section[];
  contacts: readonly NamedContact[] | undefined;
  contactsFailed: boolean;
  reader?: PlanReader | undefined;
  /** For a version no longer in force: that it was replaced (D-41). Printed on each page. */
  replaced?: string | undefined;
};

/** Every answer of a signed plan in words, with notes, signature and dates. Read-only. */
export function PlanDocument({
  plan,
  wording,
  sections,
  contacts,
  contactsFailed,
  reader = 'owner',
  replaced = '',
}: PlanDocumentProps) {
  const title = planTitle(wording);
  const language = useLanguage();
  usePageFooter(plan, wording, replaced);
  const isInBoth = usePaperTwin() !== null;
  const last = sections.at(-1);
  return (
    <article className={isInBoth ? `${css.doc} ${css.both}` : css.doc}>
      <PageTitle browserTitle={title}>
        <InBoth twin={(twin) => planTitle(twin.wording)}>{title}</InBoth>
      </PageTitle>
      <Head plan={plan} wording={wording} />
      <p>
        <InBoth twin={(twin) => opening(twin.wording, twin.language)}>{opening(wording, language)}</InBoth>
      </p>
      <SignedIn wording={wording} kept="one" />
      {replaced === '' && (
        <p className={`quiet ${css.screenOnly}`}>
          {reader === 'staff'
            ? wording.t('carePlan.onBehalf.readOnly')
            : inVoice(wording, 'carePlan.readOnly', 'carePlan.onBehalf.readOnly')}
        </p>
      )}
      <Glance
        plan={plan}
        wording={wording}
        sections={sections}
        contacts={contacts}
        contactsFailed={contactsFailed}
      />
      {sections.slice(0, -1).map((section) => (
        <PlanSection key={section.id} section={section} wording={wording} />
      ))}
      <ContactSection wording={wording} contacts={contacts} failed={contactsFailed} />
      {last && <Signature plan={plan} wording={wording} section={last} />}
      <p className={css.legal}>
        <InBoth twin={(twin) => legalText(plan, twin.wording)}>{legalText(plan, wording)}</InBoth>
      </p>
    </article>
  );
}

const planTitle = (wording: PlanWording): string =>
  inVoice(wording, 'carePlan.title', 'carePlan.onBehalf.title');

const opening = (wording: PlanWording, language: Language): string =>
  sentences(
    language,
    inVoice(wording, 'pdf.what', 'pdf.onBehalf.what'),
    inVoice(wording, 'pdf.ask', 'pdf.onBehalf.ask'),
    inVoice(wording, 'pdf.together', 'pdf.onBehalf.together'),
  );

function legalText({ answers }: ActivePlan, wording: PlanWording): string {
  if (wording.voice.kind === 'onBehalf') return inVoice(wording, 'pdf.legal.onBehalf');
  return wording.t(`pdf.legal.${stateOfPostcode(textOf(answers, 'postcode')) ?? 'unknown'}`);
}

/** Person and version of the plan. */
function Head({ plan, wording }: { plan: ActivePlan; wording: PlanWording }) {
  const { t, voice } = wording;
  const language = useLanguage();
  const twin = usePaperTwin();
  const { signed, changed } = signedDays(plan);
  const dob =
    textOf(plan.answers, 'dob') || (plan.user.dob ? dateOfIso(plan.user.dob) : t('common.noneValue'));
  const facts = ({ t }: PlanWording, spoken: Language) => (
    <>
      <span>
        {t('pdf.person.dob')} <b className="num">{dob}</b>
      </span>
      <span>{t('myAcp.version', { version: plan.plan_version })}</span>
      <span>{t('carePlan.completed', { date: longDate(signed, spoken) })}</span>
      {changed && (
        <span>
          {t('review.changed', {
            name: textOf(plan.answers, 'confirmName'),
            date: longDate(changed, spoken),
          })}
        </span>
      )}
    </>
  );
  return (
    <>
      {voice.kind === 'onBehalf' && (
        <p className={css.recorded}>
          <b>
            <InBoth twin={(twin) => inVoice(twin.wording, 'onBehalf.recorded')}>
              {inVoice(wording, 'onBehalf.recorded')}
            </InBoth>
          </b>
        </p>
      )}
      <p className={css.head}>
        <b>
          <OwnWords>{fullNameOf(plan.answers)}</OwnWords>
        </b>
        {facts(wording, language)}
      </p>
      {twin && (
        <p className={css.head} lang={langOf[twin.language]}>
          {facts(twin.wording, twin.language)}
        </p>
      )}
    </>
  );
}

const contactsTitle = (wording: PlanWording): string =>
  inVoice(wording, 'review.section.contacts', 'onBehalf.review.section.contacts');

function ContactSection({
  wording,
  contacts,
  failed,
}: {
  wording: PlanWording;
  contacts: readonly NamedContact[] | undefined;
  failed: boolean;
}) {
  const { t } = wording;
  const groups = [
    {
      title: 'pdf.contacts.sdm' as const,
      people: contacts?.filter(({ substitutedDecisionMaker }) => substitutedDecisionMaker) ?? [],
    },
    {
      title: 'pdf.contacts.others' as const,
      people: contacts?.filter(({ substitutedDecisionMaker }) => !substitutedDecisionMaker) ?? [],
    },
  ].filter(({ people }) => people.length > 0);
  return (
    <section id="part-contacts">
      <SectionHeading>
        <InBoth twin={(twin) => contactsTitle(twin.wording)}>{contactsTitle(wording)}</InBoth>
      </SectionHeading>
      {!contacts && <ContactsMissing failed={failed} />}
      {contacts?.length === 0 && (
        <p className={css.say}>
          <InBoth twin={(twin) => twin.wording.t('pdf.contacts.none')}>{t('pdf.contacts.none')}</InBoth>
        </p>
      )}
      {groups.map(({ title, people }) => (
        <div key={title} className={css.group}>
          <h3>
            <InBoth twin={(twin) => twin.wording.t(title)}>{t(title)}</InBoth>
          </h3>
          {people.map((contact) => (
            <ContactLine key={contact.id} contact={contact} />
          ))}
        </div>
      ))}
    </section>
  );
}
