import { useState, type ReactNode } from 'react';
import type { PlainTextKey, TextFile } from '../../../../domain/i18n/texts.ts';
import { useSession } from '../../../app/session.tsx';
import { PendingMain, PendingPage } from '../../../app/gates/pending-page.tsx';
import { useText, useTexts } from '../../../app/texts.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { LoadFailed } from '../../../ui/messages/load-failed.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { ReadingProvider } from '../../../plan-view/reading.tsx';
import { usePlan } from '../../../plan-view/use-plan.ts';
import css from '../questionnaire.module.css';

type GateProps = {
  texts: readonly TextFile[];
  /** Title and introduction of the page, shown while the plan is loading; not to a writer on behalf, whose words depend on the plan. */
  heading?: PageHeading;
  children: (plan: Plan) => ReactNode;
};

/** Shows its children once the plan and the texts are loaded; until then, that they are loading or failed to load. */
export function PlanGate({ texts, heading, children }: GateProps) {
  const userId = useLastUserId();
  const ready = useTexts(texts);
  if (userId === undefined || !ready) return <PendingMain />;
  return (
    <OfPerson userId={userId} heading={heading}>
      {children}
    </OfPerson>
  );
}

/** Returns the id of the last signed-in person: typed text must not be lost while a connection or a session is lost. */
function useLastUserId(): string | undefined {
  const id = useSession()?.id;
  const [last, setLast] = useState(id);
  if (id !== undefined && id !== last) setLast(id);
  return id ?? last;
}

type OfPersonProps = Pick<GateProps, 'children'> & { userId: string; heading: PageHeading | undefined };

function OfPerson({ userId, heading, children }: OfPersonProps) {
  const { data: plan, failed, retry } = usePlan(userId);
  if (plan) return <ReadingProvider plan={plan}>{children(plan)}</ReadingProvider>;
  return failed ? (
    <Alone>
      <LoadFailed error={failed} onRetry={retry} />
    </Alone>
  ) : (
    <PendingQuestions heading={heading} />
  );
}

/** Title and introduction of a page of the questionnaire. */
export type PageHeading = { title: PlainTextKey; lead: PlainTextKey };

/** Shows that a page of the questionnaire is loading: its title and introduction where they will be, or that the questions are loading. */
export function PendingQuestions({ heading }: { heading?: PageHeading | undefined }) {
  const t = useText();
  const isOnBehalf = useSession()?.for_my_self === false;
  if (heading && !isOnBehalf)
    return (
      <div className="qframe">
        <div className="qside" />
        <main className={classNames('qmain', css.main)} id="main" tabIndex={-1}>
          <PageTitle>{t(heading.title)}</PageTitle>
          <p className={classNames('lead', css.lead)}>{t(heading.lead)}</p>
          <PendingPage />
        </main>
      </div>
    );
  return (
    <Alone>
      <PendingPage />
    </Alone>
  );
}

function Alone({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <main className="vis" id="main" tabIndex={-1}>
      <div className="message">
        <PageTitle>{t('intro.gate')}</PageTitle>
        {children}
      </div>
    </main>
  );
}
