import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dateOfIso } from '../../../domain/fields.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { MessagePage } from '../../app/gates/message-page.tsx';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { StepPager } from '../../lists/step-pager.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import {
  knownSigns,
  pairsAPage,
  usePairs,
  type Pair,
  type Pairs,
  type RecordLine,
} from './duplicates-api.ts';
import css from './duplicates.module.css';
import { usePaths } from './use-paths.ts';

/** Pairs of records that may be of one person, and those marked as two people (N-13). */
export function Page() {
  const t = useText();
  const [isAside, setIsAside] = useState(false);
  const [offset, setOffset] = useState(0);
  const read = usePairs({ set_aside: isAside, offset });
  const show = (aside: boolean) => {
    setIsAside(aside);
    setOffset(0);
  };
  if (!read.data && read.failed?.code === 'forbidden') {
    const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  return (
    <>
      <BackToCustomers />
      <div className="pagehead">
        <div>
          <PageTitle>{t('duplicates.title')}</PageTitle>
          <p className="lead">{t('duplicates.lead')}</p>
        </div>
      </div>
      <div className={`seg ${css.which}`} role="group" aria-label={t('duplicates.tab.label')}>
        <button type="button" aria-pressed={!isAside} onClick={() => show(false)}>
          {t('duplicates.tab.open')}
        </button>
        <button type="button" aria-pressed={isAside} onClick={() => show(true)}>
          {t('duplicates.tab.aside')}
        </button>
      </div>
      <Loaded read={read}>
        {(pairs) => <PairList pairs={pairs} isAside={isAside} offset={offset} onOffset={setOffset} />}
      </Loaded>
    </>
  );
}

/** Link back to the list of customers. */
export function BackToCustomers() {
  const t = useText();
  const { customers } = usePaths();
  return (
    <Link to={customers} className={`mini ${css.back}`}>
      <Icon name="chevron-right" small />
      {t('duplicates.back')}
    </Link>
  );
}

type PairListProps = { pairs: Pairs; isAside: boolean; offset: number; onOffset: (offset: number) => void };

function PairList({ pairs, isAside, offset, onOffset }: PairListProps) {
  const t = useText();
  const { count, count_is_exact, data } = pairs;
  if (data.length === 0) return <p>{t(isAside ? 'duplicates.noneAside' : 'duplicates.none')}</p>;
  return (
    <>
      <p className={css.count}>
        {t(count_is_exact ? 'duplicates.count' : 'duplicates.countMost', { count })}
      </p>
      <ul className={css.pairs}>
        {data.map((pair) => (
          <PairLine key={pair.id} pair={pair} />
        ))}
      </ul>
      <StepPager
        total={{ count, isExact: count_is_exact }}
        offset={offset}
        shown={data.length}
        pageSize={pairsAPage}
        onOffset={onOffset}
      />
    </>
  );
}

/** Returns what both records have in common, in words. */
export const signWords = (signs: readonly string[], t: Translate): string =>
  t('duplicates.signs', {
    signs: knownSigns(signs)
      .map((sign) => t(`duplicates.sign.${sign}`))
      .join(', '),
  });

/** Returns the facts of a record beside its name. */
function factsOf({ dob, customer_id, room, provider }: RecordLine, t: Translate): string {
  const facts = [
    provider,
    dob === null ? null : t('duplicates.bornLine', { date: dateOfIso(dob) }),
    customer_id === null ? t('duplicates.noId') : t('duplicates.idLine', { id: customer_id }),
    room === null ? null : t('duplicates.roomLine', { room }),
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

function PairLine({ pair }: { pair: Pair }) {
  const t = useText();
  const shortDate = useShortDate();
  const paths = usePaths();
  const { first, second, signs, set_aside_at } = pair;
  const names = { first: first.name, second: second.name };
  return (
    <li>
      <div className={css.two}>
        {[first, second].map((record) => (
          <p key={record.id}>
            <b>
              <OwnWords>{record.name}</OwnWords>
            </b>
            <small>
              <OwnWords>{factsOf(record, t)}</OwnWords>
            </small>
          </p>
        ))}
      </div>
      <p className={css.signs}>
        {signWords(signs, t)}
        {set_aside_at !== null && (
          <small>{t('duplicates.aside.since', { date: shortDate(set_aside_at) })}</small>
        )}
      </p>
      <Link
        to={paths.pair}
        params={{ firstId: first.id, secondId: second.id }}
        className="btn two"
        aria-label={t('duplicates.compareOf', names)}
      >
        {t('duplicates.compare')}
      </Link>
    </li>
  );
}
