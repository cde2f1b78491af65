import { Link } from '@tanstack/react-router';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import css from './bar-above.module.css';
import { PdfButton, PdfProblem, usePdfDownload } from '../../../plan-view/pdf/download-pdf.tsx';
import { useDocumentWording } from './document-wording.ts';
import { usePlanContacts } from '../../../plan-view/plan-contacts.ts';
import { SignedPlan } from '../signed-plan.tsx';
import { WholePlan } from './whole-plan.tsx';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

/** Page with the whole plan, to read (PLAN-02). */
export function Page() {
  return (
    <SignedPlan page={{ title: 'carePlan.title', onBehalfTitle: 'carePlan.onBehalf.title' }}>
      {(plan) => <CarePlan plan={plan} />}
    </SignedPlan>
  );
}

function CarePlan({ plan }: { plan: ActivePlan }) {
  const said = useVoicedText();
  const wording = useDocumentWording(plan);
  const { t } = wording;
  const pdf = usePdfDownload();
  const { data: contacts, failed } = usePlanContacts();
  return (
    <>
      <div className={css.top}>
        <Link to="/my-acp" className={`mini ${css.back}`}>
          <span className={css.arrow}>
            <Icon name="chevron-right" small />
          </span>
          {said('carePlan.back')}
        </Link>
        <Button variant="two" icon="print" onClick={() => window.print()}>
          {t('common.print')}
        </Button>
        <PdfButton {...pdf} />
      </div>
      <PdfProblem {...pdf} />
      <WholePlan plan={plan} wording={wording} contacts={contacts} contactsFailed={failed !== undefined} />
    </>
  );
}
