import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { inVoice, presentPlan } from '../../../../domain/questionnaire/reading/present.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import css from './care-plan.module.css';
import { Contents, FoldedContents } from './contents.tsx';
import { PdfButton, PdfProblem, usePdfDownload } from '../../../plan-view/pdf/download-pdf.tsx';
import { useDocumentWording } from './document-wording.ts';
import { InBothOnPaper } from './in-both-on-paper.tsx';
import { PlanDocument } from './plan-document.tsx';
import { usePlanContacts } from '../../../plan-view/plan-contacts.ts';
import { SignedPlan } from '../signed-plan.tsx';

/** The whole plan, to read (PLAN-02). */
export function Page() {
  return (
    <SignedPlan page={{ title: 'carePlan.title', onBehalfTitle: 'carePlan.onBehalf.title' }}>
      {(plan) => <CarePlan plan={plan} />}
    </SignedPlan>
  );
}

function CarePlan({ plan }: { plan: ActivePlan }) {
  const wording = useDocumentWording(plan);
  const { t } = wording;
  const pdf = usePdfDownload();
  const { data: contacts, failed } = usePlanContacts();
  const sections = useMemo(() => presentPlan(plan, wording), [plan, wording]);
  const entries = useMemo(() => {
    const contactsTitle = inVoice(wording, 'review.section.contacts', 'onBehalf.review.section.contacts');
    const titles = sections.map(({ id, title }) => ({ id: `part-${id}`, title }));
    return [...titles.slice(0, -1), { id: 'part-contacts', title: contactsTitle }, ...titles.slice(-1)];
  }, [sections, wording]);
  return (
    <>
      <div className={css.top}>
        <Link to="/my-acp" className={`mini ${css.back}`}>
          <span className={css.arrow}>
            <Icon name="chevron-right" small />
          </span>
          {t('carePlan.back')}
        </Link>
        <Button variant="two" icon="print" onClick={() => window.print()}>
          {t('common.print')}
        </Button>
        <PdfButton {...pdf} />
      </div>
      <PdfProblem {...pdf} />
      <FoldedContents entries={entries} />
      <div className={`two-col ${css.columns}`}>
        <InBothOnPaper plan={plan}>
          <PlanDocument
            plan={plan}
            wording={wording}
            sections={sections}
            contacts={contacts}
            contactsFailed={failed !== undefined}
          />
        </InBothOnPaper>
        <Contents entries={entries} />
      </div>
    </>
  );
}
