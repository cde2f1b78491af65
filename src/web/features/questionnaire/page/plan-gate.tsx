import { useState, type ReactNode } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import { useSession } from '../../../app/session.tsx';
import { PendingMain, PendingPage } from '../../../app/gates/pending-page.tsx';
import { useText, useTexts } from '../../../app/texts.tsx';
import { LoadFailed } from '../../../ui/messages/load-failed.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { ReadingProvider } from '../../../plan-view/reading.tsx';
import { usePlan } from '../../../plan-view/use-plan.ts';

type GateProps = { texts: readonly TextFile[]; children: (plan: Plan) => ReactNode };

/** Shows its children once the plan and the texts are loaded; until then, that they are loading or failed to load. */
export function PlanGate({ texts, children }: GateProps) {
  const userId = useLastUserId();
  const ready = useTexts(texts);
  return userId && ready ? <OfPerson userId={userId}>{children}</OfPerson> : <PendingMain />;
}

/** Returns the id of the last signed-in person: typed text must not be lost while a connection or a session is lost. */
function useLastUserId(): string | undefined {
  const id = useSession()?.id;
  const [last, setLast] = useState(id);
  if (id !== undefined && id !== last) setLast(id);
  return id ?? last;
}

function OfPerson({ userId, children }: { userId: string; children: GateProps['children'] }) {
  const { data: plan, failed, retry } = usePlan(userId);
  if (plan) return <ReadingProvider plan={plan}>{children(plan)}</ReadingProvider>;
  return failed ? (
    <Alone>
      <LoadFailed error={failed} onRetry={retry} />
    </Alone>
  ) : (
    <PendingQuestions />
  );
}

/** Shows that a page of the questionnaire is loading, in its frame. */
export function PendingQuestions() {
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
