import { useCallback, useEffect, useRef, useState } from 'react';
import { melbourneTime } from '../../../domain/fields.ts';
import { runbookSection, type PartState } from '../../../domain/status/status.ts';
import type { Language, Translate } from '../../../domain/i18n/texts.ts';
import { useShortDate } from '../../app/dates.ts';
import { langOf } from '../../app/language.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { sentences } from '../../plan-view/sentences.ts';
import { StatusDot, type DotColour } from '../../ui/messages/badge.tsx';
import { announce } from '../../ui/messages/announce.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/fields/choices.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSystemStatus, type Part, type Status } from './status-api.ts';
import { NightTable, QueueTable } from './status-tables.tsx';
import { whatToDo } from './words.ts';
import css from './status.module.css';

/** The button shows only the read that it started; the result is the page itself. */
const refreshWords: StateWords = {
  pending: 'status.refreshing',
  complete: 'status.refresh',
  error: 'status.refresh',
};

/** The state of every part of the product, for administrators of the platform. It refreshes itself and never moves the focus. */
export function Page() {
  const t = useText();
  const [isOn, setIsOn] = useState(true);
  const read = useSystemStatus(isOn);
  return (
    <div className={css.page}>
      <div className="pagehead">
        <div>
          <PageTitle>{t('status.title')}</PageTitle>
          <p className="lead">{t('status.lead')}</p>
        </div>
        <div className="acts">
          <Button
            variant="two"
            icon="renew"
            state={read.refreshing ? 'pending' : 'initial'}
            words={refreshWords}
            keepsRoom
            onClick={read.retry}
          >
            {t('status.refresh')}
          </Button>
        </div>
      </div>
      <Checkbox name="auto" look="switch" label={t('status.auto')} checked={isOn} onChange={setIsOn} />
      <Loaded read={read}>{(status) => <Parts status={status} isStale={read.failed !== undefined} />}</Loaded>
    </div>
  );
}

function summaryOf({ parts }: Status, language: Language, t: Translate): string {
  const failing = parts.filter(({ state }) => state === 'failing' || state === 'unknown');
  if (failing.length === 0) return t('status.allWell');
  return t('status.problems', {
    count: failing.length,
    parts: new Intl.ListFormat(langOf[language]).format(failing.map(({ name }) => t(`status.part.${name}`))),
  });
}

/** Returns a function that formats an instant as its day and time in Melbourne. */
function useMoment(): (instant: string) => string {
  const t = useText();
  const shortDate = useShortDate();
  return useCallback(
    (instant) => t('status.moment', { date: shortDate(instant), time: melbourneTime(new Date(instant)) }),
    [t, shortDate],
  );
}

function Parts({ status, isStale }: { status: Status; isStale: boolean }) {
  const t = useText();
  const language = useLanguage();
  const moment = useMoment();
  const summary = summaryOf(status, language, t);
  useChanges(isStale ? t('status.stale', { when: moment(status.at) }) : summary);
  return (
    <>
      {isStale && <Notice icon="alert">{t('status.stale', { when: moment(status.at) })}</Notice>}
      <p className={css.summary}>{summary}</p>
      <p className={css.at}>{t('status.asOf', { when: moment(status.at) })}</p>
      <section>
        <h2>{t('status.parts')}</h2>
        <ul className={css.parts}>
          {status.parts.map((part) => (
            <li key={part.name}>
              <h3>{t(`status.part.${part.name}`)}</h3>
              <p>
                <State part={part} moment={moment} />
              </p>
              <p className="num">
                {part.last_success === null
                  ? t('status.lastNone')
                  : t('status.last', { when: moment(part.last_success) })}
              </p>
              <p>
                {sentences(
                  language,
                  whatToDo(part, status.audit, t),
                  ...(part.problem === null
                    ? []
                    : [t('status.runbook', { section: runbookSection(part.name, part.problem) })]),
                )}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <QueueTable queues={status.queues} />
      <NightTable nights={status.nightly} moment={moment} />
    </>
  );
}

/** Announces the summary to screen readers when it changes, but not when the page opens. */
function useChanges(summary: string): void {
  const before = useRef(summary);
  useEffect(() => {
    if (before.current !== summary) announce(summary);
    before.current = summary;
  }, [summary]);
}

const colours: Record<PartState, DotColour> = {
  works: 'green',
  waiting: 'grey',
  failing: 'red',
  stand_in: 'blue',
  off: 'amber',
  unknown: 'red',
};

function State({ part: { state, since }, moment }: { part: Part; moment: (instant: string) => string }) {
  const t = useText();
  return (
    <>
      <StatusDot colour={colours[state]}>{t(`status.state.${state}`)}</StatusDot>
      {since !== null && <span className={css.since}> {t('status.since', { when: moment(since) })}</span>}
    </>
  );
}
