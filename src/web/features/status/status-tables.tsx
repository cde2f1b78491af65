import { useId, type ReactNode } from 'react';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import type { Status } from './status-api.ts';
import { ageWords, jobName, queueName } from './words.ts';
import css from './status.module.css';

type BoxProps = { title: string; head: readonly string[]; numbersFrom: number; rows: readonly ReactNode[] };

function Box({ title, head, numbersFrom, rows }: BoxProps) {
  const id = useId();
  return (
    <section>
      <h2 id={id}>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
      <div className={css.scroll} role="region" aria-labelledby={id} tabIndex={0}>
        <table className={`tbl ${css.table}`} aria-labelledby={id}>
          <thead>
            <tr>
              {head.map((words, index) => (
                <th key={words} scope="col" className={index >= numbersFrom ? 'r' : undefined}>
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
    </section>
  );
}

const Missing = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    <p>{children}</p>
  </section>
);

/** Jobs that wait and that were given up, by queue. */
export function QueueTable({ queues }: { queues: Status['queues'] }) {
  const t = useText();
  const title = t('status.queues');
  if (queues === null) return <Missing title={title}>{t('status.listUnknown')}</Missing>;
  if (queues.length === 0) return <Missing title={title}>{t('status.queue.none')}</Missing>;
  const head = [
    t('status.queues.name'),
    t('status.queues.waiting'),
    t('status.queues.oldest'),
    t('status.queues.givenUp'),
  ];
  const rows = queues.map(({ name, waiting, oldest_seconds, given_up }) => (
    <tr key={name}>
      <th scope="row">{queueName(name, t)}</th>
      <td className="r num">{waiting}</td>
      <td className="r num">{ageWords(oldest_seconds, t)}</td>
      <td className="r num">{given_up}</td>
    </tr>
  ));
  return <Box title={title} head={head} numbersFrom={1} rows={rows} />;
}

type Night = NonNullable<Status['nightly']>[number];
type Moment = (instant: string) => string;

function nightWords({ state, failed_at }: Night, moment: Moment, t: Translate): string {
  if (state !== 'failed') return t(`status.night.${state}`);
  return t('status.night.failed', { when: failed_at === null ? '' : moment(failed_at) });
}

/** The last run of each nightly job. */
export function NightTable({ nights, moment }: { nights: Status['nightly']; moment: Moment }) {
  const t = useText();
  const title = t('status.nights');
  if (nights === null) return <Missing title={title}>{t('status.listUnknown')}</Missing>;
  const head = [t('status.nights.name'), t('status.nights.last'), t('status.nights.state')];
  const rows = nights.map((night) => (
    <tr key={night.name}>
      <th scope="row">{jobName(night.name, t)}</th>
      <td className="num">{night.last_run === null ? t('status.nights.never') : moment(night.last_run)}</td>
      <td className={night.state === 'failed' || night.state === 'late' ? css.problem : undefined}>
        {nightWords(night, moment, t)}
      </td>
    </tr>
  ));
  return <Box title={title} head={head} numbersFrom={3} rows={rows} />;
}
