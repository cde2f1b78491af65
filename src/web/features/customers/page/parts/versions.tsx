import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { CompareDialog } from '../plan/compare-dialog.tsx';
import {
  useVersions,
  type Customer,
  type CustomerPlan,
  type Versions as VersionPage,
} from '../customer-api.ts';
import css from '../customer-page.module.css';
import { usePlanPath } from '../../paths.ts';
import { Part } from './part.tsx';

/** Number of versions shown at first and added by each "more"; and the maximum that the server returns at once. */
const pageSize = 5;
const most = 50;

/** Version numbers of the compared pair. */
type Pair = { before: number; now: number };

/** Signed states of the plan, newest first, each with links to read it and to compare it with the previous one. */
export function Versions({ customer }: { customer: Customer }) {
  const { id: userId, plan } = customer;
  const t = useText();
  const [limit, setLimit] = useState(pageSize);
  const [pair, setPair] = useState<Pair>();
  const read = useVersions(userId, limit);
  const isSigned = plan !== null && plan.plan_version > 0;
  return (
    <Part title={t('customer.part.versions')}>
      {!isSigned && <p>{t('error.nothingToDisplay')}</p>}
      {isSigned && (
        <Loaded read={read}>
          {(versions) => (
            <>
              <Lines customer={customer} plan={plan} versions={versions} onCompare={setPair} />
              {versions.count > versions.data.length && limit < most && (
                <div className={css.more}>
                  <Button variant="two" onClick={() => setLimit((now) => Math.min(most, now + 10))}>
                    {t('customer.versions.more')}
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      )}
      {pair && <CompareDialog customer={customer} {...pair} onClose={() => setPair(undefined)} />}
    </Part>
  );
}

type LinesProps = {
  customer: Customer;
  plan: CustomerPlan;
  versions: VersionPage;
  onCompare: (pair: Pair) => void;
};

function Lines({ customer, plan, versions, onCompare }: LinesProps) {
  const t = useText();
  const shortDate = useShortDate();
  const planPath = usePlanPath();
  const earlier = earlierVersions(plan, versions);
  const isSigned = plan.status === 'complete';
  const lines = [
    ...(isSigned ? [{ version: plan.plan_version, at: plan.changed_at, isNewest: true }] : []),
    ...earlier.map(({ plan_version: version, changed_at: at }) => ({
      version,
      at,
      isNewest: false,
    })),
  ];
  return (
    <ul className={css.versions}>
      {lines.map(({ version, at, isNewest }, index) => {
        const before = lines[index + 1]?.version;
        // The plan of a record that was archived as a duplicate is not in force.
        const words = isNewest && !customer.is_duplicate ? 'versions.row.current' : 'versions.row.old';
        return (
          <li key={version}>
            <p className="num">{t(words, { version, date: shortDate(at) })}</p>
            <span className={css.does}>
              <Link
                to={planPath}
                params={{ customerId: customer.id }}
                search={isNewest ? {} : { version: String(version) }}
                className="mini"
              >
                {t('versions.row.open', { version })}
              </Link>
              {before !== undefined && (
                <button
                  type="button"
                  className="mini"
                  aria-haspopup="dialog"
                  onClick={() => onCompare({ before, now: version })}
                >
                  {t('versions.row.compare', { version })}
                </button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Returns the versions before the one in force. A state that was saved twice, for example before and after a restore, is listed
 * once.
 */
export function earlierVersions(
  plan: Pick<CustomerPlan, 'plan_version' | 'status'>,
  { data }: Pick<VersionPage, 'data'>,
): VersionPage['data'] {
  const inForce = plan.status === 'complete' ? plan.plan_version : Infinity;
  return data.filter(
    ({ plan_version }, index) =>
      plan_version > 0 &&
      plan_version < (data[index - 1]?.plan_version ?? Infinity) &&
      plan_version !== inForce,
  );
}
