import { Navigate, useLocation } from '@tanstack/react-router';
import { bannerOf, pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import { placeToCarryOn } from '../../../../domain/questionnaire/answering/completeness.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { Icon, type IconName } from '../../../ui/drawings/icon.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { PlanGate, type PageHeading } from './plan-gate.tsx';
import { QuestionFrame } from './question-frame.tsx';
import css from '../questionnaire.module.css';
import { useReading } from '../../../plan-view/reading.tsx';
import { LockedNotice } from '../../../plan-view/steps/locked-notice.tsx';
import { placeLink } from '../../../plan-view/steps/place-link.ts';
import { startTexts } from '../../../plan-view/steps/step-texts.ts';
import { audienceOf, useStepList } from '../../../plan-view/steps/use-step-list.ts';

/**
 * Start page of the questionnaire: what it is, and a link to the first open step (QGEN-01, GAP-37). A signed plan is changed on
 * its own page (D-35). After signing up for oneself, the first question comes at once, with a sentence about the questions.
 */
const heading: PageHeading = { title: 'intro.title', lead: 'intro.what' };

export function Page() {
  const begins = useLocation({ select: ({ state }) => state.begins === true });
  return (
    <PlanGate texts={startTexts} heading={heading}>
      {(plan) => {
        if (plan.status !== 'draft') return <Navigate to="/my-acp/edit" replace />;
        if (begins && !isBegun(plan) && plan.user.for_my_self) return <ToFirstQuestion plan={plan} />;
        return <Start plan={plan} />;
      }}
    </PlanGate>
  );
}

const isBegun = ({ answers }: Plan) => Object.values(answers).some((value) => value.length > 0);

const ToFirstQuestion = ({ plan }: { plan: Plan }) => (
  <Navigate {...placeLink(placeToCarryOn(plan.answers, audienceOf(plan)))} state={{ begins: true }} replace />
);

const points: readonly (readonly [IconName, PlainTextKey])[] = [
  ['renew', 'intro.pace'],
  ['circle-check', 'intro.noRight'],
  ['users', 'intro.help'],
  ['message-help', 'intro.talk'],
  ['info', 'intro.hard'],
];

function Start({ plan }: { plan: Plan }) {
  const reading = useReading();
  const { t } = reading;
  const steps = useStepList(plan, undefined);
  return (
    <QuestionFrame steps={steps}>
      <Sprig
        className={css.bloom}
        done={steps.filter(({ status }) => status === 'done').length}
        total={steps.length}
      />
      <PageTitle>{pageWords(reading, 'intro.title')}</PageTitle>
      <p className={`lead ${css.lead}`}>{pageWords(reading, 'intro.what')}</p>
      <LockedNotice plan={plan} />
      <ForAnother />
      <ul className={css.points}>
        {points.map(([icon, words]) => (
          <li key={words}>
            <Icon name={icon} />
            {pageWords(reading, words)}
          </li>
        ))}
      </ul>
      <div className="qend">
        <LinkButton {...placeLink(placeToCarryOn(plan.answers, audienceOf(plan)))}>
          {t(isBegun(plan) ? 'intro.resume' : 'intro.start')}
        </LinkButton>
      </div>
    </QuestionFrame>
  );
}

/** For a writer on behalf of another person: what to write, and what this is not (D-02). */
function ForAnother() {
  const reading = useReading();
  if (reading.voice.kind === 'self') return null;
  return (
    <section className={css.about}>
      <h2>{bannerOf(reading)}</h2>
      <p>{inVoice(reading, 'onBehalf.how')}</p>
      <p>{inVoice(reading, 'onBehalf.notDecision')}</p>
      <p>{inVoice(reading, 'onBehalf.ask')}</p>
    </section>
  );
}
