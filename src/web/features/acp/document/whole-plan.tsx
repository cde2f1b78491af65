import { useMemo } from 'react';
import { inVoice, presentPlan } from '../../../../domain/questionnaire/reading/present.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import type { NamedContact } from '../../../plan-view/plan-contacts.ts';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';
import css from './care-plan.module.css';
import { Contents, FoldedContents } from './contents.tsx';
import { InBothOnPaper } from './in-both-on-paper.tsx';
import { PlanDocument, type PlanReader } from './plan-document.tsx';

type WholePlanProps = {
  plan: ActivePlan;
  wording: PlanWording;
  contacts: readonly NamedContact[] | undefined;
  contactsFailed: boolean;
  reader?: PlanReader;
  /** For a version no longer in force: that it was replaced (D-41). */
  replaced?: string | undefined;
};

/** Every answer of a signed plan in words, with the list of its parts beside it. */
export function WholePlan({ plan, wording, contacts, contactsFailed, reader, replaced }: WholePlanProps) {
  const sections = useMemo(() => presentPlan(plan, wording), [plan, wording]);
  const entries = useMemo(() => {
    const contactsTitle = inVoice(wording, 'review.section.contacts', 'onBehalf.review.section.contacts');
    const titles = sections.map(({ id, title }) => ({ id: `part-${id}`, title }));
    return [...titles.slice(0, -1), { id: 'part-contacts', title: contactsTitle }, ...titles.slice(-1)];
  }, [sections, wording]);
  return (
    <>
      <FoldedContents entries={entries} />
      <div className={`two-col ${css.columns}`}>
        <InBothOnPaper plan={plan}>
          <PlanDocument
            plan={plan}
            wording={wording}
            sections={sections}
            contacts={contacts}
            contactsFailed={contactsFailed}
            reader={reader}
            replaced={replaced}
          />
        </InBothOnPaper>
        <Contents entries={entries} />
      </div>
    </>
  );
}
