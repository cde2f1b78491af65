import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import { useShortDate } from '../../../app/dates.ts';
import { graphql } from '../../../api/graphql.ts';
import { useRead } from '../../../api/use-read.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../plan-view/plan-wording.ts';
import care from '../document/bar-above.module.css';
import { SignedPlan } from '../signed-plan.tsx';
import { Compared } from './compared.tsx';
import { useVersion, versionOf } from './use-version.ts';
import css from './versions.module.css';

const Choices = graphql(`
  query getRevisionAcps($user_id: ID!, $limit: Int!) {
    getRevisionAcps(user_id: $user_id, limit: $limit) {
      data {
        id
        plan_version
        updated_at
      }
    }
  }
`);

/** Maximum number of versions to choose from, newest first; the list of versions has links to older ones. */
const mostChoices = 50;

/** Two versions of the plan side by side: the changed answers, and the number of unchanged ones. */
export function Page() {
  return (
    <SignedPlan page={{ title: 'versions.compare.title', onBehalfTitle: 'versions.compare.title' }}>
      {(plan) => <Compare active={plan} />}
    </SignedPlan>
  );
}

function Compare({ active }: { active: ActivePlan }) {
  const wording = usePlanWording(active);
  const { t } = wording;
  const search: { from?: unknown; to?: unknown } = useSearch({ strict: false });
  const newest = active.plan_version;
  const now = Math.max(Math.min(versionOf(search.to) ?? newest, newest), 2);
  const before = Math.min(versionOf(search.from) ?? now - 1, now - 1);
  return (
    <div className={css.wrap}>
      <Link to="/my-acp/edit" className={`mini ${care.back}`}>
        <span className={care.arrow}>
          <Icon name="chevron-right" small />
        </span>
        {inVoice(wording, 'versions.title', 'versions.titleOnBehalf')}
      </Link>
      <div className="pagehead">
        <PageTitle>{t('versions.compare.title')}</PageTitle>
      </div>
      {newest < 2 ? (
        <>
          <p>{t('versions.none')}</p>
          <p className={css.ways}>
            <LinkButton to="/care-plan">{t('versions.old.button')}</LinkButton>
          </p>
        </>
      ) : (
        <>
          <Pick active={active} before={before} now={now} />
          <Pair key={`${before} ${now}`} active={active} before={before} now={now} />
        </>
      )}
    </div>
  );
}

type PairProps = { active: ActivePlan; before: number; now: number };

/** Selection of the two versions. The current one is always the later one. */
function Pick({ active, before, now }: PairProps) {
  const { t } = usePlanWording(active);
  const dayOf = useShortDate();
  const navigate = useNavigate();
  const read = useRead(Choices, { user_id: active.user_id, limit: mostChoices }, { refresh: true });
  // If two states have the same number, the newer one counts, as in the list of versions.
  const earlier = (read.data?.getRevisionAcps.data ?? []).filter((row) => row.plan_version > 0).toReversed();
  const days = new Map([
    ...earlier.map((row) => [row.plan_version, row.updated_at] as const),
    [active.plan_version, active.updated_at] as const,
  ]);
  const numbers = [...new Set([...days.keys(), before, now])].toSorted((one, other) => other - one);
  const choices = (fits: (version: number) => boolean) =>
    numbers.filter(fits).map((version) => {
      const day = days.get(version);
      const params = { version, date: day === undefined ? '' : dayOf(day) };
      const label = day === undefined ? t('myAcp.version', { version }) : t('versions.row.old', params);
      return { value: String(version), label };
    });
  const show = (from: number, to: number) =>
    void navigate({
      to: '/my-acp/compare',
      search: { from: String(from), to: String(to) },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={css.pick}>
      <SelectField
        label={t('versions.compare.before')}
        value={String(before)}
        choices={choices((version) => version < now)}
        onChange={({ target }) => show(Number(target.value), now)}
      />
      <span>{t('versions.compare.with')}</span>
      <SelectField
        label={t('versions.compare.after')}
        value={String(now)}
        choices={choices((version) => version > 1)}
        onChange={({ target }) => show(Math.min(before, Number(target.value) - 1), Number(target.value))}
      />
    </div>
  );
}

function Pair({ active, before, now }: PairProps) {
  const isNewest = now === active.plan_version;
  const old = useVersion(active, before);
  const next = useVersion(active, now, { pause: isNewest });
  const nowPlan = isNewest ? active : next.data?.plan;
  const read = { ...(old.data !== undefined && !isNewest ? next : old) };
  const pair = old.data && nowPlan ? { before: old.data.plan, now: nowPlan } : undefined;
  const isGone = old.data === null || (!isNewest && next.data === null);
  if (isGone) return <Gone active={active} />;
  return <Loaded read={{ ...read, data: pair }}>{(both) => <Compared {...both} />}</Loaded>;
}

/** Message for a number without a version. */
function Gone({ active }: { active: ActivePlan }) {
  const { t } = usePlanWording(active);
  return <p role="alert">{t('versions.gone')}</p>;
}
