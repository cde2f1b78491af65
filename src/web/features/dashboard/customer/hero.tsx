import { fullName, greetingName } from '../../../../domain/names.ts';
import { useState } from 'react';
import {
  type PlainTextKey,
  type TextKey,
  type TextParams,
  translateMessage,
} from '../../../../domain/i18n/texts.ts';
import { longDate } from '../../../../domain/fields.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { bannerOf } from '../../../../domain/questionnaire/reading/page-words.ts';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import { isFramed, type SessionUser } from '../../../app/person.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { StatusDot, type DotColour } from '../../../ui/messages/badge.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sprig } from '../../../ui/drawings/sprig.tsx';
import type { Read } from '../../../api/use-read.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { PdfButton, PdfProblem, usePdfDownload } from '../../../plan-view/pdf/download-pdf.tsx';
import { usePlanWording } from '../../../plan-view/plan-wording.ts';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { placeLink } from '../../../plan-view/steps/place-link.ts';
import { skippedSteps } from '../../../plan-view/steps/skipped-steps.ts';
import css from '../dashboard.module.css';
import { AtAGlance } from './signed/at-a-glance.tsx';
import { greetingAt, planState, type PlanState } from '../plan-state.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

type Stage = PlanState['stage'];

/** Target of a person's card: the signed plan, their own directive alone, or none yet. */
export type Glance = 'plan' | 'directive' | 'none';

const leads: Record<Stage, PlainTextKey> = {
  new: 'dash.subtitleNew',
  draft: 'dash.subtitleDraft',
  complete: 'dash.subtitleComplete',
  locked: 'dash.subtitleLocked',
  external: 'dash.subtitleExternal',
};

type HeroProps = { user: SessionUser; glance: Glance; read: Read<ActivePlan> };

/**
 * Top of the dashboard: the state of the plan, a greeting, one sentence, and the next thing to do. Staff in a customer's account
 * see no sentence (LAC-03).
 */
export function Hero({ user, glance, read }: HeroProps) {
  const plan = read.data;
  if (glance === 'plan')
    return (
      <>
        <SignedHead user={user} plan={plan} />
        {plan ? <AtAGlance plan={plan} /> : <Coming read={read} />}
      </>
    );
  if (plan)
    return (
      <>
        <HeroWithPlan user={user} plan={plan} />
        {glance !== 'none' && <AtAGlance plan={plan} />}
      </>
    );
  return (
    <>
      <Greeting user={user} />
      <Coming read={read} />
    </>
  );
}

/** While the plan is loading, or after it failed to load. */
function Coming({ read }: Pick<HeroProps, 'read'>) {
  return (
    <div className={classNames(css.waiting, !read.failed && css.alone)}>
      <Loaded read={read}>{() => null}</Loaded>
    </div>
  );
}

function HeroWithPlan({ user, plan }: { user: SessionUser; plan: ActivePlan }) {
  const said = useVoicedText();
  const wording = usePlanWording(plan);
  const { t, voice } = wording;
  const pdf = usePdfDownload();
  const state = planState(plan, skippedSteps(user.id));
  const { stage, done, total } = state;
  const signed = plan.status === 'complete';
  return (
    <>
      <div className={css.hello}>
        <div>
          <StateLine plan={plan} state={state} />
          <Greeting user={user} plan={plan} stage={stage} />
          {voice.kind === 'onBehalf' && (
            <p className={css.behalf}>{signed ? inVoice(wording, 'dash.behalfNote') : bannerOf(wording)}</p>
          )}
          {!user.acting && <p className="lead">{said(leads[stage])}</p>}
          <div className="acts">
            {signed && (
              <>
                <LinkButton to="/my-acp">{said('dash.viewPlan')}</LinkButton>
                <PdfButton {...pdf} />
              </>
            )}
            {!signed && stage !== 'external' && <GoOn state={state} own={voice.kind === 'self'} />}
          </div>
        </div>
        <Sprig
          done={done}
          total={total}
          label={signed ? t('dash.status.steps', { done, total }) : undefined}
        />
      </div>
      <PdfProblem {...pdf} />
    </>
  );
}

/**
 * Top of the dashboard of a person with a signed plan. Its title and sentence are the same elements before the plan is loaded, so that they
 * are painted once.
 */
function SignedHead({ user, plan }: { user: SessionUser; plan: ActivePlan | undefined }) {
  const said = useVoicedText();
  const pdf = usePdfDownload();
  const state = plan && planState(plan, skippedSteps(user.id));
  return (
    <>
      <div className="pagehead">
        <div>
          {plan && state ? <SignedState plan={plan} stage={state.stage} /> : <StateComing />}
          <Greeting user={user} plan={plan} stage={state?.stage} />
          {plan && <Behalf plan={plan} />}
          <p className="lead">{said(leads[state?.stage ?? 'complete'])}</p>
        </div>
        <div className="acts">
          <LinkButton to="/my-acp">{said('dash.viewPlan')}</LinkButton>
          <PdfButton {...pdf} />
        </div>
      </div>
      <PdfProblem {...pdf} />
    </>
  );
}

/** A day with a long name, of which only the width counts. */
const someDay = '2026-11-30';

/** State, version and days of a signed plan. */
function SignedState({ plan, stage }: { plan: ActivePlan; stage: Stage }) {
  const t = useText();
  const language = useLanguage();
  const { colour, word } = dots[stage];
  const { signed, changed } = signedDays(plan);
  return (
    <p className={css.state}>
      <StatusDot colour={colour}>{t(word)}</StatusDot>
      <span>{t('dash.status.version', { version: plan.plan_version })}</span>
      <span>{t('dash.status.signed', { date: longDate(signed, language) })}</span>
      {changed && <span>{t('dash.status.changed', { date: longDate(changed, language) })}</span>}
    </p>
  );
}

/** The height of the state, so that nothing moves when the plan is loaded. */
function StateComing() {
  const t = useText();
  const language = useLanguage();
  return (
    <p className={classNames(css.state, css.coming)} aria-hidden="true">
      <StatusDot colour="green">{t(dots.complete.word)}</StatusDot>
      <span>{t('dash.status.version', { version: 1 })}</span>
      <span>{t('dash.status.signed', { date: longDate(someDay, language) })}</span>
    </p>
  );
}

/** For a writer on behalf of another person: that this plan is not an own one (D-02). */
function Behalf({ plan }: { plan: ActivePlan }) {
  const wording = usePlanWording(plan);
  if (wording.voice.kind !== 'onBehalf') return null;
  return <p className={css.behalf}>{inVoice(wording, 'dash.behalfNote')}</p>;
}

/** Link to continue a plan that is not signed yet. */
function GoOn({ state: { stage, next }, own }: { state: PlanState; own: boolean }) {
  const t = useText();
  if (stage === 'new')
    return <LinkButton to="/questionnaire">{t(own ? 'dash.start' : 'dash.startBehalf')}</LinkButton>;
  return (
    <>
      <LinkButton {...placeLink(next)}>{t('dash.carryOn', { step: next.n })}</LinkButton>
      {next.step !== 'step9' && (
        <LinkButton to="/questionnaire/$step" params={{ step: 'step9' }} variant="text">
          {t('dash.seeAnswers')}
        </LinkButton>
      )}
    </>
  );
}

const dots: Record<Stage, { colour: DotColour; word: PlainTextKey }> = {
  new: { colour: 'amber', word: 'dash.status.draft' },
  draft: { colour: 'amber', word: 'dash.status.draft' },
  complete: { colour: 'green', word: 'dash.status.complete' },
  external: { colour: 'green', word: 'dash.status.complete' },
  locked: { colour: 'grey', word: 'dash.status.locked' },
};

function StateLine({ plan, state: { stage, done, total, minutes } }: { plan: ActivePlan; state: PlanState }) {
  const t = useText();
  const language = useLanguage();
  const { colour, word } = dots[stage];
  return (
    <p className={css.state}>
      <StatusDot colour={colour}>{t(word)}</StatusDot>
      {plan.status === 'complete' && (
        <span>{t('dash.status.signed', { date: longDate(signedDays(plan).signed, language) })}</span>
      )}
      {plan.status !== 'complete' && stage !== 'external' && (
        <span>{t('dash.status.steps', { done, total })}</span>
      )}
      {stage === 'draft' && <span>{t('dash.status.minutes', { minutes })}</span>}
    </p>
  );
}

type GreetingProps = { user: SessionUser; plan?: ActivePlan | undefined; stage?: Stage | undefined };

/** Title of the page. A writer on behalf is not greeted with the other person's name. */
function Greeting({ user, plan, stage }: GreetingProps) {
  const t = useText();
  const [hour] = useState(() => new Date().getHours());
  const [key, params] = greetingWords(user, plan, stage, hour);
  return <PageTitle browserTitle={t('dash.provider.title')}>{translateMessage(t, key, params)}</PageTitle>;
}

function greetingWords(
  user: SessionUser,
  plan: ActivePlan | undefined,
  stage: Stage | undefined,
  hour: number,
): [TextKey, TextParams] {
  if (isFramed(user)) return ['dash.provider.title', {}];
  const firstName = greetingName(user);
  if (!user.for_my_self) {
    const person = fullName({
      first_name: plan?.answers.firstName ?? user.first_name,
      last_name: plan?.answers.lastName ?? user.last_name,
    });
    return person ? ['myAcp.onBehalf.title', { person }] : ['dash.welcomeNew', {}];
  }
  if (stage === 'new' || !firstName) return ['dash.welcomeNew', {}];
  if (stage === 'draft') return ['dash.welcomeBack', { firstName }];
  return [greetingAt(hour), { firstName }];
}
