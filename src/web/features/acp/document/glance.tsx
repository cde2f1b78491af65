import { emergencyFacts } from '../../../../domain/questionnaire/reading/emergency-facts.ts';
import {
  inVoice,
  isWordedAsSigned,
  lineKindOf,
  type Row,
  type Section,
} from '../../../../domain/questionnaire/reading/present.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import css from './care-plan.module.css';
import { Speakers } from '../contact-line.tsx';
import { NoteMark, RowTitle } from './answers-in-both.tsx';
import { EnglishFirstOnPaper, InBoth } from './paper-twin.tsx';
import { Note } from '../note.tsx';
import { Lines } from './plan-section.tsx';
import type { NamedContact } from '../../../plan-view/plan-contacts.ts';
import type { PlanWording } from '../../../plan-view/plan-wording.ts';

type GlanceProps = {
  plan: ActivePlan;
  wording: PlanWording;
  sections: readonly Section[];
  contacts: readonly NamedContact[] | undefined;
  contactsFailed: boolean;
};

/**
 * Shows what staff need first: both answers about CPR, the meaning of minimum quality of life if an answer depends on it, the
 * treatments refused and not refused, and the decision makers. A note to an answer is shown with it.
 */
export function Glance({ plan, wording, sections, contacts, contactsFailed }: GlanceProps) {
  const { t } = wording;
  const { definition } = wording;
  const { cprStopBreathing, cprCatastrophic } = emergencyFacts(plan.answers, definition);
  // If the plan uses the words of another definition, the reader decides whether the answer depends on the quality of life.
  const depends =
    isWordedAsSigned(plan, definition) || [cprStopBreathing, cprCatastrophic].includes('onlyIfMinimum');
  const ids = ['cpr', ...(depends ? ['qualityOfLife'] : []), 'treatments'];
  const shown = ids
    .flatMap((id) => sections.filter((section) => section.id === id))
    .flatMap(({ rows }) => rows);
  return (
    <EnglishFirstOnPaper>
      <section className={css.glance} aria-labelledby="glance">
        <h2 id="glance">
          <InBoth twin={({ wording: other }) => other.t('carePlan.glance')}>{t('carePlan.glance')}</InBoth>
        </h2>
        <dl>
          {shown.map((row) => (
            <GlanceRow
              key={row.key}
              row={row}
              wording={wording}
              apart={lineKindOf(row.key, definition) === 'sentences'}
            />
          ))}
          <div>
            <dt>
              <InBoth twin={(twin) => speaks(twin.wording)}>{speaks(wording)}</InBoth>
            </dt>
            <dd>
              <Speakers contacts={contacts} failed={contactsFailed} />
            </dd>
          </div>
        </dl>
      </section>
    </EnglishFirstOnPaper>
  );
}

const speaks = (wording: PlanWording): string =>
  inVoice(wording, 'myAcp.summary.speaks', 'myAcp.onBehalf.summary.speaks');

function GlanceRow({ row, wording, apart }: { row: Row; wording: PlanWording; apart: boolean }) {
  const { note } = row;
  return (
    <div>
      <dt>
        <RowTitle row={row} />
      </dt>
      <dd>
        <Lines row={row} apart={apart} />
        {note !== undefined && <Note>{note}</Note>}
        {note !== undefined && <NoteMark note={note} wording={wording} />}
      </dd>
    </div>
  );
}
