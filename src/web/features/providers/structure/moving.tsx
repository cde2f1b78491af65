import { useState } from 'react';
import { moveProblemTexts } from '../../../../domain/providers/structure.ts';
import { deepestLevel } from '../../../../domain/providers/tiers.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { LoadFailed } from '../../../ui/messages/load-failed.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useIsPlatform } from '../../../app/use-is-platform.ts';
import { Counts, structureErrors, type AskedProps } from './dialog-parts.tsx';
import { findTargets, moveProvider, usePreview, type MovePreview } from './structure-api.ts';
import css from './structure.module.css';
import { useConfirmed } from '../undo.ts';

const words: StateWords = {
  pending: 'providers.move.pending',
  complete: 'common.saved',
  error: 'common.notSaved',
};

/** The chosen parent with the preview of the move below it, and the action that moves the provider. */
function useMove({ provider, branch, again, onDone, onClose }: AskedProps) {
  const t = useText();
  const confirmed = useConfirmed({ provider, onDone });
  const [parent, setParent] = useState(branch.parent_id);
  const isSame = parent === branch.parent_id;
  const preview = usePreview(provider.id, parent, isSame);
  const known = isSame || preview.refreshing ? undefined : preview.data;
  const action = useAction(() => moveProvider(provider.id, parent, known?.version ?? branch.version), {
    ...structureErrors,
    resetMs: adminResetMs.save,
    onDone({ moveProvider: { version } }) {
      confirmed(t('providers.move.done', { provider: provider.name }), () =>
        moveProvider(provider.id, branch.parent_id, version),
      );
      onDone();
      onClose();
    },
    onFailed({ code }) {
      if (code === 'conflict') again();
      if (code === 'conflict' || code === 'invalid') preview.retry();
      if (code === 'conflict' || code === 'not-found') onDone();
    },
  });
  return {
    parent,
    choose(next: string | null) {
      action.clear();
      setParent(next);
    },
    /** The preview of this move; undefined for the present parent, and while it is read. */
    known,
    /** Why the preview could not be read. */
    failed: isSame ? undefined : preview.failed,
    retry: preview.retry,
    action,
  };
}

/** Asks for the new parent of a provider, and shows what moves with it. */
export function Moving(props: AskedProps) {
  const { provider, onClose } = props;
  const t = useText();
  const isPlatform = useIsPlatform();
  const { parent, choose, known, failed, retry, action } = useMove(props);
  const atField = action.problems.find(({ field }) => field === 'parent_id');
  const refused = known?.refused ? t(moveProblemTexts[known.refused]) : undefined;
  const isReady = known !== undefined && known.refused === null;
  return (
    <Modal
      open
      onClose={onClose}
      title={<OwnWords>{t('providers.move.title', { provider: provider.name })}</OwnWords>}
      lead={t('providers.move.lead')}
      width={680}
      foot={
        <>
          <Button
            state={action.state}
            words={words}
            off={isReady ? false : (refused ?? t('providers.move.to'))}
            keepsRoom
            onClick={() => void action.run()}
          >
            {t('providers.move.button')}
          </Button>
          <Button variant="two" off={action.state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <ReferenceField
        label={t('providers.move.to')}
        all={isPlatform ? t('providers.move.top') : undefined}
        find={findTargets(provider.id)}
        value={parent}
        onChange={choose}
        error={refused ?? (atField && messageOf(t, atField))}
      />
      <div className={css.said} role="status">
        {isReady && <Preview preview={known} />}
      </div>
      {failed && <LoadFailed error={failed} onRetry={retry} />}
      <ProblemList
        problems={action.problems.filter(({ field }) => field !== 'parent_id')}
        className={css.problems}
      />
    </Modal>
  );
}

function Preview({ preview }: { preview: MovePreview }) {
  const t = useText();
  const { providers, customers, staff, level, lowest } = preview;
  return (
    <>
      <Counts
        heading={t('providers.move.what')}
        items={[
          t('providers.structure.providers', { count: providers }),
          t('providers.structure.customers', { count: customers }),
          t('providers.structure.staff', { count: staff }),
        ]}
      />
      <p>
        {lowest === level
          ? t('providers.move.level', { level, max: deepestLevel })
          : t('providers.move.levels', { level, lowest, max: deepestLevel })}
      </p>
      {customers > 0 && <p>{t('providers.move.seen')}</p>}
    </>
  );
}
