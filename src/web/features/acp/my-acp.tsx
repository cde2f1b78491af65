import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { longDate } from '../../../domain/fields.ts';
import { signedDays } from '../../../domain/plan/signed-days.ts';
import { textOf } from '../../../domain/questionnaire/answers.ts';
import { fullNameOf } from '../../../domain/questionnaire/reading/voice.ts';
import { inVoice } from '../../../domain/questionnaire/reading/present.ts';
import { Allowed } from '../../app/allowed.tsx';
import { hasSignedPlan } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { useLanguage } from '../../app/texts.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { StatusDot } from '../../ui/messages/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { forgetConfirmed, justConfirmed } from '../../plan-view/confirmed-edit.ts';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import { CardOfDirective, CardPanel } from '../emergency-card/api.ts';
import { PdfButton, PdfProblem, usePdfDownload } from '../../plan-view/pdf/download-pdf.tsx';
import css from '../../plan-view/plan.module.css';
import { useClosed } from '../../plan-view/steps/use-closed.ts';
import { usePlanWording, type PlanWording } from '../../plan-view/plan-wording.ts';
import { HealthServiceFile } from './health-service-file.tsx';
import { NoPrinter } from './no-printer.tsx';
import { PapersBeside } from './papers-beside.tsx';
import { SignedPlan } from './signed-plan.tsx';
import { StateForm } from './state-form.tsx';
import { Summary } from './summary.tsx';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

const ReaderLinks = lazy(() =>
  import('./reader-links/reader-links.tsx').then((module) => ({ default: module.ReaderLinks })),
);
const UpdatedDialog = lazy(() => import('./edit/updated-dialog.tsx'));

const cardOfDirective = (plan: ActivePlan) => <CardOfDirective plan={plan} />;

/** My plan: its state, the emergency card, the PDF, and a summary of the plan (PLAN-01, PLAN-03). */
export function Page() {
  return (
    <>
      <SignedPlan
        page={{ title: 'myAcp.title', onBehalfTitle: 'myAcp.onBehalf.title' }}
        waiting={<CardComing />}
        unsigned={cardOfDirective}
      >
        {(plan) => <MyPlan plan={plan} />}
      </SignedPlan>
      <Updated />
    </>
  );
}

/** What the card is for, while the plan is loading. */
function CardComing() {
  const said = useVoicedText();
  const user = useSession();
  if (!user || !hasSignedPlan(user)) return null;
  return (
    <section className={css.cardSection}>
      <h2>{said('card.page.title')}</h2>
      <p>{said('card.page.hint')}</p>
    </section>
  );
}

/** Notice that the plan is updated, after an edit was confirmed (QEDIT-06). */
function Updated() {
  const [confirmed, setConfirmed] = useState(justConfirmed);
  if (!confirmed) return null;
  const close = () => {
    forgetConfirmed();
    setConfirmed(undefined);
  };
  return (
    <Suspense>
      <UpdatedDialog plan={confirmed} onClose={close} />
    </Suspense>
  );
}

function MyPlan({ plan }: { plan: ActivePlan }) {
  const said = useVoicedText();
  const wording = usePlanWording(plan);
  const pdf = usePdfDownload();
  const mayEdit = useClosed(plan) === undefined;
  return (
    <>
      <div className={`pagehead ${css.head}`}>
        <div>
          <PageTitle>{inVoice(wording, 'myAcp.title', 'myAcp.onBehalf.title')}</PageTitle>
          <PlanState plan={plan} />
          {plan.plan_version > 1 && (
            <Link to="/my-acp/edit" className={`mini ${css.versions}`}>
              {inVoice(wording, 'versions.title', 'versions.titleOnBehalf')}
              <Icon name="chevron-right" small />
            </Link>
          )}
        </div>
        <div className="acts">
          {mayEdit && (
            <LinkButton to="/my-acp/edit" variant="two" icon="pencil">
              {said('myAcp.edit')}
            </LinkButton>
          )}
          <PdfButton {...pdf} />
        </div>
      </div>
      <PdfProblem {...pdf} />
      <Allowed to="plan.sign">{null}</Allowed>
      <OnBehalf wording={wording} />
      <PapersBeside plan={plan} />
      <section className={css.cardSection}>
        <CardPanel plan={plan} heading={<h2>{said('card.page.title')}</h2>} />
      </section>
      <Summary plan={plan} />
      <OtherCopies plan={plan} />
      <StateForm answers={plan.answers} />
    </>
  );
}

/** Other ways to keep the plan and to give it to others. */
function OtherCopies({ plan }: { plan: ActivePlan }) {
  const said = useVoicedText();
  const { t } = usePlanWording(plan);
  return (
    <>
      <div className={css.pair}>
        <NoPrinter />
        <HealthServiceFile />
      </div>
      <div className={css.links}>
        <Suspense fallback={<Spinner />}>
          <ReaderLinks person={fullNameOf(plan.answers)} />
        </Suspense>
      </div>
      <div className={css.pair}>
        <Card title={said('myAcp.share.title')} lead={said('myAcp.share.body')} />
        <Card title={t('myAcp.review.title')} lead={said('myAcp.review.body')} />
      </div>
    </>
  );
}

function PlanState({ plan }: { plan: ActivePlan }) {
  const { t } = usePlanWording(plan);
  const language = useLanguage();
  const { signed, changed } = signedDays(plan);
  const signer = textOf(plan.answers, 'confirmName');
  return (
    <p className={css.state}>
      <StatusDot colour={plan.locked ? 'grey' : 'green'}>
        {t(plan.locked ? 'myAcp.status.locked' : 'myAcp.status.complete')}
      </StatusDot>
      <span>{t('myAcp.version', { version: plan.plan_version })}</span>
      <span>{t('myAcp.signed', { date: longDate(signed, language) })}</span>
      {changed && <span>{t('review.changed', { name: signer, date: longDate(changed, language) })}</span>}
    </p>
  );
}

/** Who recorded the plan and for whom, and who "I" and "you" are (D-02). */
function OnBehalf({ wording }: { wording: PlanWording }) {
  if (wording.voice.kind === 'self') return null;
  return (
    <p className={css.onBehalf}>
      <b>{inVoice(wording, 'onBehalf.recorded')}</b>
      <span>{inVoice(wording, 'onBehalf.reading')}</span>
    </p>
  );
}
