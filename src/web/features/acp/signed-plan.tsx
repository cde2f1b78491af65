import type { ReactNode } from 'react';
import type { PlainTextKey, VoicedTextKey } from '../../../domain/i18n/texts.ts';
import { inVoice } from '../../../domain/questionnaire/reading/present.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { StatusDot } from '../../ui/messages/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/messages/spinner.tsx';
import { useActivePlan, type ActivePlan } from '../../plan-view/active-plan.ts';
import css from '../../plan-view/plan.module.css';
import { usePlanWording } from '../../plan-view/plan-wording.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

/** Title of a page in both voices. */
export type PageWords = { title: PlainTextKey; onBehalfTitle: VoicedTextKey };

type SignedPlanProps = {
  page: PageWords;
  /** Content of the page that it shows while the plan is loading. */
  waiting?: ReactNode;
  /** Additional content of the page while nothing is signed. */
  unsigned?: (plan: ActivePlan) => ReactNode;
  children: (plan: ActivePlan) => ReactNode;
};

/** Shows its children if there is a signed plan; otherwise, how to get one (GAP-48). */
export function SignedPlan(props: SignedPlanProps) {
  const user = useSession();
  return user ? <OfPerson {...props} userId={user.id} /> : <Spinner />;
}

function OfPerson({ userId, page, waiting, unsigned, children }: SignedPlanProps & { userId: string }) {
  const t = useText();
  const read = useActivePlan(userId);
  if (!read.data) {
    return (
      <>
        <PageTitle>{t(page.title)}</PageTitle>
        <Loaded read={read}>{() => null}</Loaded>
        {read.failed === undefined && waiting}
      </>
    );
  }
  // The signed plan stays in force beside papers (D-60).
  const isInForce = read.data.status === 'complete';
  return isInForce ? (
    children(read.data)
  ) : (
    <NotSigned plan={read.data} page={page} more={unsigned?.(read.data)} />
  );
}

/** No card and no PDF yet, or papers from elsewhere instead of answers. */
function NotSigned({ plan, page, more }: { plan: ActivePlan; page: PageWords; more: ReactNode }) {
  const said = useVoicedText();
  const wording = usePlanWording(plan);
  const { t } = wording;
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{inVoice(wording, page.title, page.onBehalfTitle)}</PageTitle>
          <p className={css.state}>
            {plan.external ? (
              <StatusDot colour="green">{t('myAcp.status.complete')}</StatusDot>
            ) : (
              <StatusDot colour="amber">{t('myAcp.status.draft')}</StatusDot>
            )}
          </p>
        </div>
      </div>
      {plan.external ? (
        <Card title={t('myAcp.external.title')} lead={said('myAcp.external.body')} />
      ) : (
        <Card title={said('myAcp.draft.title')} lead={t('myAcp.draft.body')}>
          <LinkButton to="/questionnaire">{said('myAcp.draft.button')}</LinkButton>
        </Card>
      )}
      {more}
    </>
  );
}
