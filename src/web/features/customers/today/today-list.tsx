import { useState } from 'react';
import { shownOnRequest, type NeedKind } from '../../../../domain/customers/today.ts';
import { useLatest } from '../../../lists/use-latest.ts';
import { useText } from '../../../app/texts.tsx';
import type { SessionUser } from '../../../app/person.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { useCustomerDialogs } from '../actions/use-customer-dialogs.tsx';
import { staffOf } from '../staff.ts';
import { NeedLine } from './need-line.tsx';
import { useToday, type Today } from './today-api.ts';
import css from './today.module.css';

const icons = {
  emergency: 'health',
  papers: 'files',
  decider: 'users',
  lapsing: 'mail',
  none: 'pencil',
  again: 'move',
} as const satisfies Record<NeedKind, string>;

/** The residents who need staff today, by reason, each with one action (N-01). */
export function TodayList({ user }: { user: SessionUser }) {
  const [all, setAll] = useState<NeedKind | null>(null);
  const read = useToday(all);
  const today = useLatest(read.data);
  return (
    <Loaded read={{ ...read, data: today, loading: read.loading && today === undefined }}>
      {(shown) => <Sections today={shown} user={user} all={all} onAll={setAll} onStale={read.retry} />}
    </Loaded>
  );
}

type SectionsProps = {
  today: Today;
  user: SessionUser;
  all: NeedKind | null;
  onAll: (kind: NeedKind | null) => void;
  onStale: () => void;
};

function Sections({ today, user, all, onAll, onStale }: SectionsProps) {
  const t = useText();
  const [staff] = useState(() => staffOf(user));
  const { dialog, open, failed } = useCustomerDialogs(staff, onStale);
  return (
    <>
      <h2 className={css.title}>{t('dash.work.title')}</h2>
      <p className={css.people}>
        {today.people === 0 ? t('today.nothing') : t('today.people', { count: today.people })}
      </p>
      {failed && (
        <p className="err" role="alert">
          {t('customers.action.failed')}
        </p>
      )}
      {today.counts.map(({ kind, count }) => {
        const needs = today.needs.filter((need) => need.kind === kind);
        return (
          <section
            key={kind}
            className={kind === 'emergency' ? `${css.section} ${css.now}` : css.section}
            aria-labelledby={`today-${kind}`}
          >
            <SectionHead kind={kind} count={count} shown={needs.length} isAll={all === kind} onAll={onAll} />
            <ul>
              {needs.map((need) => (
                <NeedLine key={need.customer.id} need={need} staff={staff} open={open} />
              ))}
            </ul>
          </section>
        );
      })}
      {dialog}
    </>
  );
}

type HeadProps = {
  kind: NeedKind;
  /** All residents with the reason, and those who are shown. */
  count: number;
  shown: number;
  isAll: boolean;
  onAll: (kind: NeedKind | null) => void;
};

function SectionHead({ kind, count, shown, isAll, onAll }: HeadProps) {
  const t = useText();
  const title = t(`today.${kind}`);
  const which = count > shownOnRequest ? 'first' : 'all';
  const opens = Math.min(count, shownOnRequest);
  return (
    <header>
      <h3 id={`today-${kind}`}>
        <Icon name={icons[kind]} />
        {title} <span className={css.count}>{count}</span>
      </h3>
      {isAll ? (
        <button type="button" className="btn text" onClick={() => onAll(null)}>
          {t('today.fewer')}
        </button>
      ) : (
        count > shown && (
          <button
            type="button"
            className="btn text"
            aria-label={t(`today.${which}Of`, { count: opens, reason: title })}
            onClick={() => onAll(kind)}
          >
            {t(`today.${which}`, { count: opens })}
          </button>
        )
      )}
    </header>
  );
}
