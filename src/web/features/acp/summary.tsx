import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { inVoice, presentPlan } from '../../../domain/questionnaire/reading/present.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import { Note } from './note.tsx';
import { OwnWords, PlanTitle } from '../../ui/words/own-words.tsx';
import css from '../../plan-view/plan.module.css';
import { usePlanContacts } from '../../plan-view/plan-contacts.ts';
import { planSummary } from './plan-summary.ts';
import { usePlanWording } from '../../plan-view/plan-wording.ts';
import { Speakers } from './contact-line.tsx';

/** Summary of the plan, with a link to the whole plan. */
export function Summary({ plan }: { plan: ActivePlan }) {
  const wording = usePlanWording(plan);
  const { t } = wording;
  const rows = useMemo(() => planSummary(presentPlan(plan, wording), wording), [plan, wording]);
  const { data: contacts, failed } = usePlanContacts();
  return (
    <section className={css.summary} aria-labelledby="plan-says">
      <div className={css.summaryHead}>
        <h2 id="plan-says">{inVoice(wording, 'myAcp.summary.title', 'myAcp.onBehalf.summary.title')}</h2>
        <Link to="/care-plan" className="mini">
          {t('myAcp.readAll')}
          <Icon name="chevron-right" small />
        </Link>
      </div>
      <dl className={`facts ${css.facts}`}>
        {rows.map(({ key, title, lines, isList, note }) => (
          <div key={key}>
            <dt>
              <PlanTitle>{title}</PlanTitle>
            </dt>
            <dd>
              {isList ? (
                <ul>
                  {lines.map((line) => (
                    <li key={line}>
                      <OwnWords>{line}</OwnWords>
                    </li>
                  ))}
                </ul>
              ) : (
                lines.map((line) => (
                  <p key={line}>
                    <OwnWords>{line}</OwnWords>
                  </p>
                ))
              )}
              {note !== undefined && <Note>{note}</Note>}
            </dd>
          </div>
        ))}
        <div>
          <dt>{inVoice(wording, 'myAcp.summary.speaks', 'myAcp.onBehalf.summary.speaks')}</dt>
          <dd>
            <Speakers contacts={contacts} failed={failed !== undefined} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
