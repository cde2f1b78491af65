import { Link } from '@tanstack/react-router';
import { planVersionList } from '../../../../domain/lists/definitions/plan-versions.ts';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import { useShortDate } from '../../../app/dates.ts';
import { Pager } from '../../../lists/pager.tsx';
import { useList } from '../../../lists/use-list.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import { useReading } from '../../../plan-view/reading.tsx';
import css from './edit.module.css';
import { useVersions } from './use-versions.ts';

/** Link to the changes of a version; the first version has none. */
function WhatChanged({ version }: { version: number }) {
  const { t } = useReading();
  if (version < 2) return null;
  const search = { from: String(version - 1), to: String(version) };
  return (
    <Link to="/my-acp/compare" search={search}>
      {t('versions.row.compare', { version })}
    </Link>
  );
}

/** The signed states of a plan, newest first; nothing until they are loaded. */
export function Versions({ plan }: { plan: Plan }) {
  const reading = useReading();
  const { t } = reading;
  const dayOf = useShortDate();
  const state = useList(planVersionList);
  const { page } = state.request;
  const versions = useVersions(plan.user_id, state.request);
  if (!versions) return null;
  const { data: revisions, count, count_is_exact: isExact } = versions;
  const newer = page === 1 ? plan.plan_version : Infinity;
  // A revision without changes has the number of the version after it.
  const earlier = revisions.filter(
    ({ plan_version }, index) =>
      plan_version < (revisions[index - 1]?.plan_version ?? newer) && plan_version > 0,
  );
  const words = (key: 'versions.row.current' | 'versions.row.old', version: number, instant: string) =>
    t(key, { version, date: dayOf(instant) });
  return (
    <>
      <h2>{inVoice(reading, 'versions.title', 'versions.titleOnBehalf')}</h2>
      <ul className={css.versions}>
        {page === 1 && (
          <li>
            <p>{words('versions.row.current', plan.plan_version, plan.updated_at)}</p>
            <WhatChanged version={plan.plan_version} />
          </li>
        )}
        {earlier.map(({ id, plan_version, updated_at }) => (
          <li key={id}>
            <p>{words('versions.row.old', plan_version, updated_at)}</p>
            <Link to="/my-acp/versions/$version" params={{ version: String(plan_version) }}>
              {t('versions.row.open', { version: plan_version })}
            </Link>
            <WhatChanged version={plan_version} />
          </li>
        ))}
      </ul>
      <Pager state={state} total={{ count, isExact }} shown={revisions.length} />
      <p className="quiet small">{t(earlier.length === 0 ? 'versions.none' : 'versions.lead')}</p>
    </>
  );
}
