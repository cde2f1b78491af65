import { useEffect, useRef } from 'react';
import type { Read } from '../../../api/use-read.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../integrations.module.css';
import { changeSync, type Sync, type SyncStatus } from '../sync-api.ts';
import { nameOr, reasonOf, useMoment } from '../words.ts';

/** Milliseconds between two reads of a running sync. */
const againMs = 2_000;

/** Reads the state of a running sync again and again. Calls `onEnded` when it ends. */
function useRunningSync({ data, refreshing, retry }: Read<SyncStatus>, onEnded: () => void): void {
  const state = data?.sync?.state;
  const before = useRef(state);
  const ended = useRef(onEnded);
  ended.current = onEnded;
  useEffect(() => {
    if (before.current === 'running' && state !== 'running') ended.current();
    before.current = state;
  }, [state]);
  useEffect(() => {
    if (state !== 'running' || refreshing) return undefined;
    const timer = setTimeout(retry, againMs);
    return () => clearTimeout(timer);
  }, [state, refreshing, retry]);
}

type SyncCardProps = {
  providerId: string;
  read: Read<SyncStatus>;
  /** Whether the credentials were checked, so that plans can be sent. */
  isUsable: boolean;
  onEnded: () => void;
};

/** Sends the plans of all linked residents: progress, result, and the plans that were not sent. */
export function SyncCard({ providerId, read, isUsable, onEnded }: SyncCardProps) {
  const t = useText();
  useRunningSync(read, onEnded);
  return (
    <Card title={t('integrations.sync.title')}>
      <Loaded read={read}>
        {(status) => (
          <>
            {status.sync?.state === 'running' ? (
              <Running providerId={providerId} sync={status.sync} onChanged={read.retry} />
            ) : (
              <Ended providerId={providerId} sync={status.sync} isUsable={isUsable} onChanged={read.retry} />
            )}
            {status.sync?.state !== 'running' && status.failed.length > 0 && (
              <div className={css.failedList}>
                <FailedList
                  providerId={providerId}
                  status={status}
                  isUsable={isUsable}
                  onChanged={read.retry}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Announces progress to screen readers: every quarter, not every plan. */
function useAnnounced({ done, failed, total }: Sync, words: string): void {
  const quarter = total === 0 ? 0 : Math.floor((4 * (done + failed)) / total);
  const said = useRef<number>(undefined);
  useEffect(() => {
    if (said.current === quarter) return;
    said.current = quarter;
    announce(words);
  }, [quarter, words]);
}

function Running({ providerId, sync, onChanged }: { providerId: string; sync: Sync; onChanged: () => void }) {
  const t = useText();
  const { done, total, failed } = sync;
  const ended = done + failed;
  const words = t('integrations.sync.running', { done: ended, total });
  useAnnounced(sync, words);
  const { run, state, problems } = useAction(() => changeSync(providerId, 'stop'), {
    resetMs: adminResetMs.send,
    onDone: onChanged,
    onFailed: onChanged,
  });
  return (
    <>
      <ProgressBar
        label={t('integrations.sync.progress')}
        percent={total === 0 ? 0 : Math.floor((100 * ended) / total)}
        words={words}
      />
      <div className={css.progress}>
        <p>
          {words}
          {failed > 0 && <small>{t('integrations.sync.notSent', { count: failed })}</small>}
        </p>
        <Button
          variant="text"
          state={state}
          words={{
            pending: 'integrations.sync.stopping',
            complete: 'integrations.sync.stop',
            error: 'integrations.sync.notStopped',
          }}
          onClick={() => void run()}
        >
          {t('integrations.sync.stop')}
        </Button>
      </div>
      <ProblemList problems={problems} />
      <p className="small quiet">{t('integrations.sync.leave')}</p>
    </>
  );
}

type EndedProps = {
  providerId: string;
  sync: Sync | null;
  isUsable: boolean;
  onChanged: () => void;
};

function Ended({ providerId, sync, isUsable, onChanged }: EndedProps) {
  const t = useText();
  const moment = useMoment();
  const { run, state, problems } = useAction(() => changeSync(providerId, 'start'), {
    texts: { conflict: 'error.integration.syncRunning' },
    resetMs: adminResetMs.send,
    onDone: onChanged,
    onFailed: onChanged,
  });
  const result = sync && {
    ...moment(sync.ended_at ?? sync.started_at),
    done: sync.done,
    total: sync.total,
  };
  return (
    <>
      <p>{t('integrations.sync.hint')}</p>
      <p role="status" className={css.result}>
        {sync && result
          ? t(sync.state === 'stopped' ? 'integrations.sync.stopped' : 'integrations.sync.last', result)
          : t('integrations.sync.never')}
      </p>
      <ProblemList problems={problems} />
      {isUsable && (
        <div className="acts">
          <Button
            icon="renew"
            state={state}
            words={{
              pending: 'integrations.sync.starting',
              complete: 'integrations.sync.starting',
              error: 'integrations.sync.notStarted',
            }}
            saysDone={false}
            keepsRoom
            onClick={() => void run()}
          >
            {t('integrations.sync.button')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Plans that were not sent, with the reason for each. */
function FailedList({
  providerId,
  status: { failed },
  isUsable,
  onChanged,
}: {
  providerId: string;
  status: SyncStatus;
  isUsable: boolean;
  onChanged: () => void;
}) {
  const t = useText();
  const { run, state, problems } = useAction(() => changeSync(providerId, 'retry'), {
    texts: { conflict: 'error.integration.syncRunning' },
    resetMs: adminResetMs.send,
    onDone: onChanged,
    onFailed: onChanged,
  });
  return (
    <Disclosure summary={`${t('integrations.sync.failedList')} (${failed.length})`} open={failed.length <= 5}>
      <ul className={css.lines}>
        {failed.map(({ resident_id, customer, failure }) => (
          <li key={resident_id}>
            <b>
              <OwnWords>{nameOr(customer, resident_id)}</OwnWords>
            </b>{' '}
            <span className="quiet num">{resident_id}</span>
            <small>{t('integrations.sync.state.failed', { reason: t(reasonOf(failure)) })}</small>
          </li>
        ))}
      </ul>
      <ProblemList problems={problems} />
      {isUsable && (
        <Button
          variant="two"
          state={state}
          words={{
            pending: 'integrations.sync.starting',
            complete: 'integrations.sync.starting',
            error: 'integrations.sync.notStarted',
          }}
          saysDone={false}
          onClick={() => void run()}
        >
          {t('integrations.sync.retry')}
        </Button>
      )}
    </Disclosure>
  );
}
