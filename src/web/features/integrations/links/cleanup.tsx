import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Card } from '../../../ui/card.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../integrations.module.css';
import { cleanUp, type Cleanup, type LeftLink } from '../sync-api.ts';
import { nameOr, useMoment } from '../words.ts';

const removeWords: StateWords = {
  pending: 'integrations.cleanup.removing',
  complete: 'integrations.cleanup.done',
  error: 'integrations.cleanup.failed',
};

type CleanupProps = { providerId: string; onChanged: () => void };

/**
 * Removes links to residents who are no longer active: it shows them first, removes those that the user leaves selected, and
 * offers to undo earlier removals for thirty days (D-49).
 */
export function CleanupCard({ providerId, onChanged }: CleanupProps) {
  const t = useText();
  const [known, setKnown] = useState<Cleanup>();
  const look = useAction(() => cleanUp(providerId), {
    resetMs: adminResetMs.send,
    onDone: setKnown,
  });
  return (
    <Card title={t('integrations.cleanup.title')} lead={t('integrations.cleanup.body')}>
      <ProblemList problems={look.problems} />
      {known && (
        <>
          <FoundLinks
            key={known.found.map(({ link_id }) => link_id).join()}
            providerId={providerId}
            found={known.found}
            onRemoved={(next) => {
              setKnown(next);
              onChanged();
            }}
          />
          <Earlier
            providerId={providerId}
            done={known.done}
            onUndone={(next) => {
              setKnown(next);
              onChanged();
            }}
          />
        </>
      )}
      <div className="acts">
        <Button
          variant="two"
          state={look.state}
          words={{
            pending: 'integrations.cleanup.looking',
            complete: 'integrations.residents.complete',
            error: 'integrations.residents.failed',
          }}
          saysDone={false}
          onClick={() => void look.run()}
        >
          {t('integrations.cleanup.look')}
        </Button>
      </div>
    </Card>
  );
}

type FoundProps = {
  providerId: string;
  found: readonly LeftLink[];
  onRemoved: (next: Cleanup) => void;
};

/** Links to remove, all selected at first. */
function FoundLinks({ providerId, found, onRemoved }: FoundProps) {
  const t = useText();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const chosen = found.filter(({ link_id }) => !kept.has(link_id));
  const { run, state, problems } = useAction(
    () =>
      cleanUp(providerId, {
        links: chosen.map(({ link_id }) => link_id),
      }),
    {
      resetMs: adminResetMs.save,
      onDone(next) {
        showSnackbar(t('integrations.cleanup.done'));
        onRemoved(next);
      },
    },
  );
  if (found.length === 0) return <p role="status">{t('integrations.cleanup.none')}</p>;
  const toggle = (id: string, on: boolean) => {
    const next = new Set(kept);
    if (on) next.delete(id);
    else next.add(id);
    setKept(next);
  };
  return (
    <div className={css.found}>
      <p role="status">{t('integrations.cleanup.found', { count: found.length })}</p>
      <ul className={css.lines}>
        {found.map((each) => (
          <li key={each.link_id}>
            <FoundLink
              link={each}
              isChosen={!kept.has(each.link_id)}
              onToggle={(on) => toggle(each.link_id, on)}
            />
          </li>
        ))}
      </ul>
      <ProblemList problems={problems} />
      {chosen.length > 0 && (
        <Button state={state} words={removeWords} keepsRoom onClick={() => void run()}>
          {t('integrations.cleanup.button')}
        </Button>
      )}
    </div>
  );
}

function FoundLink({
  link: { name, resident_id, customer },
  isChosen,
  onToggle,
}: {
  link: LeftLink;
  isChosen: boolean;
  onToggle: (on: boolean) => void;
}) {
  const t = useText();
  const pair = { resident: name || resident_id, customer: nameOr(customer, t('integrations.link.unknown')) };
  return (
    <label className={css.tick}>
      <input type="checkbox" checked={isChosen} onChange={({ target }) => onToggle(target.checked)} />
      <span>
        <OwnWords>{t('integrations.cleanup.pair', pair)}</OwnWords>{' '}
        <span className="quiet num">{resident_id}</span>
      </span>
    </label>
  );
}

type EarlierProps = { providerId: string; done: Cleanup['done']; onUndone: (next: Cleanup) => void };

/** Earlier removals, each of which can be undone. */
function Earlier({ providerId, done, onUndone }: EarlierProps) {
  const t = useText();
  const moment = useMoment();
  const { run, state, problems } = useAction((undo: string) => cleanUp(providerId, { undo }), {
    texts: { 'not-found': 'error.integration.cleanupGone', conflict: 'error.integration.cleanupGone' },
    resetMs: adminResetMs.undo,
    onDone(next) {
      showSnackbar(t('integrations.cleanup.undone'));
      onUndone(next);
    },
  });
  if (done.length === 0) return null;
  return (
    <>
      <h3>{t('integrations.cleanup.earlier')}</h3>
      <ul className={css.lines}>
        {done.map(({ cleanup_id, at, count }) => (
          <li key={cleanup_id} className={css.earlier}>
            <span>{t('integrations.cleanup.line', { ...moment(at), count })}</span>
            <button
              type="button"
              className="mini"
              aria-label={t('integrations.cleanup.undoOf', moment(at))}
              aria-disabled={state === 'pending' || undefined}
              onClick={() => void run(cleanup_id)}
            >
              {t('integrations.cleanup.undo')}
            </button>
          </li>
        ))}
      </ul>
      <ProblemList problems={problems} />
    </>
  );
}
