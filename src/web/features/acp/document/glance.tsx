import { emergencyFacts } from '../../../../domain/questionnaire/emergency-facts.ts';
import {
  inVoice,
  isWordedAsSigned,
  lineKindOf,
  type Row,
  type Section,
} from '../../../../domain/questionnaire/present.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import css from './care-plan.module.css';
import { Speakers } from '../contact-line.tsx';
import { PlanTitle } from '../../../ui/own-words.tsx';
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
  const { definition } = wording;
  const { cprStopBreathing, cprCatastrophic } = emergencyFacts(plan.answers, definition);
  // Whether words of another definition depend on the quality of life is for the reader to say.
  const depends =
    isWordedAsSigned(plan, definition) || [cprStopBreathing, cprCatastrophic].includes('onlyIfMinimum');
  const ids = ['cpr', ...(depends ? ['qualityOfLife'] : []), 'treatments'];
  const told = ids
    .flatMap((id) => sections.filter((section) => section.id === id))
    .flatMap(({ rows }) => rows);
  return (
    <section className={css.glance} aria-labelledby="glance">
      <h2 id="glance">{t('carePlan.glance')}</h2>
      <dl>
        {told.map((row) => (
          <GlanceRow key={row.key} row={row} apart={lineKindOf(row.key, definition) === 'sentences'} />
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

function GlanceRow({ row: { title, lines, note }, apart }: { row: Row; apart: boolean }) {
  return (
    <div>
      <dt>
        <PlanTitle>{title}</PlanTitle>
      </dt>
      <dd>
        <Lines lines={lines} apart={apart} />
        {note !== undefined && <Note>{note}</Note>}
      </dd>
    </div>
  );
}
