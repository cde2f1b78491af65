import { emergencyFacts, inVoice, type Row, type Section } from '../../../../domain/questionnaire/present.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import css from './care-plan.module.css';
import { Speakers } from '../contact-line.tsx';
import { Note } from '../note.tsx';
import { Lines } from './plan-section.tsx';
import type { PlanContact } from '../../../plan-view/plan-contacts.ts';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';

type GlanceProps = {
  plan: ActivePlan;
  wording: PlanWording;
  sections: readonly Section[];
  contacts: readonly PlanContact[] | undefined;
  contactsFailed: boolean;
};

/**
 * What staff need first: both answers about CPR, what minimum quality of life means where an answer depends on it, the
 * treatments refused and not refused, and who speaks for the person. A note to an answer stands with it.
 */
export function Glance({ plan, wording, sections, contacts, contactsFailed }: GlanceProps) {
  const { t } = wording;
  const rows = sections.flatMap((section) => section.rows);
  const { cprStopBreathing, cprCatastrophic } = emergencyFacts(plan.answers);
  const depends = [cprStopBreathing, cprCatastrophic].includes('onlyIfMinimum');
  const keys = [
    'cprStopBreathing',
    'cprCatastrophic',
    ...(depends ? ['minimumQolList'] : []),
    'treatmentsSelected',
  ];
  const shown = keys.flatMap((key) => rows.filter((row) => row.key === key));
  return (
    <section className={css.glance} aria-labelledby="glance">
      <h2 id="glance">{t('carePlan.glance')}</h2>
      <dl>
        {shown.map((row) => (
          <GlanceRow key={row.key} row={row} />
        ))}
        <div>
          <dt>{inVoice(wording, 'myAcp.summary.speaks', 'myAcp.onBehalf.summary.speaks')}</dt>
          <dd>
            <Speakers contacts={contacts} failed={contactsFailed} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function GlanceRow({ row: { key, title, lines, note } }: { row: Row }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Lines lines={lines} apart={key === 'treatmentsSelected'} />
        {note !== undefined && <Note>{note}</Note>}
      </dd>
    </div>
  );
}
