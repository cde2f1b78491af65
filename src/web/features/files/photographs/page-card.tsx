import type { ReactNode } from 'react';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Page } from './kept/page-list.ts';
import { PagePicture } from './page-picture.tsx';
import { PhotographButton } from './photograph-button.tsx';
import css from './photographs.module.css';

export type PageActions = {
  onEdit: () => void;
  onMove: (by: number) => void;
  onRemove: () => void;
  onRetake: (file: File) => void;
  onAgain: () => void;
  onKeepBlank: () => void;
};

type PageCardProps = PageActions & { page: Page; place: number; count: number; off: boolean };

/** A page in the list: its picture, its state, and what can be done with it. */
export function PageCard({ page, place, count, off, ...actions }: PageCardProps) {
  const t = useText();
  const { state, looksBlank, picture } = page;
  const label = t('upload.pages.pageOf', { page: place, count });
  return (
    <li className={css.card} data-page={page.number} aria-label={label}>
      <button
        type="button"
        className={css.look}
        aria-label={t('upload.pages.edit', { page: place })}
        aria-disabled={off || undefined}
        onClick={() => !off && actions.onEdit()}
      >
        <PagePicture picture={picture} view={page} label={t('upload.pages.picture', { page: place })} />
      </button>
      <div className={css.facts}>
        <b>{t('upload.pages.page', { page: place })}</b>
        <PageStateWords page={page} place={place} />
        {state.kind === 'failed' && (
          <div role="alert" className={css.problem}>
            <Icon name="circle-alert" />
            <span>{messageOf(t, state.problem)}</span>
          </div>
        )}
        {looksBlank && (
          <Notice live>
            <p>{t('upload.pages.blank')}</p>
            <Button variant="text" onClick={actions.onKeepBlank}>
              {t('upload.pages.blankKeep')}
            </Button>
          </Notice>
        )}
      </div>
      {!off && <Actions page={page} place={place} count={count} {...actions} />}
    </li>
  );
}

function PageStateWords({ page: { state }, place }: { page: Page; place: number }): ReactNode {
  const t = useText();
  if (state.kind === 'arrived') return <small className={css.state}>{t('upload.pages.arrived')}</small>;
  if (state.kind === 'waiting') return <small className={css.state}>{t('upload.row.waiting')}</small>;
  if (state.kind === 'failed') return null;
  const percent = t('upload.pages.sending', { percent: state.percent });
  return (
    <>
      <ProgressBar label={t('upload.pages.page', { page: place })} percent={state.percent} words={percent} />
      <small className={css.state}>{state.lost ? t('upload.pages.lost') : percent}</small>
    </>
  );
}

function Actions({
  page,
  place,
  count,
  ...actions
}: PageActions & { page: Page; place: number; count: number }) {
  const t = useText();
  const { state } = page;
  const named = t('upload.pages.page', { page: place });
  return (
    <div className={css.actions}>
      {state.kind === 'failed' && state.canSendAgain && page.file && (
        <Button variant="two" icon="renew" onClick={actions.onAgain}>
          {t('upload.pages.again')}
          <span className="vh">, {named}</span>
        </Button>
      )}
      <Button variant="text" onClick={actions.onEdit}>
        {t('upload.pages.editShort')}
        <span className="vh">, {named}</span>
      </Button>
      <PhotographButton
        variant="text"
        camera
        label={t('upload.pages.retakeShort')}
        more={`, ${named}`}
        onFiles={([file]) => file && actions.onRetake(file)}
      />
      <span className={css.places}>
        <MoveButton
          by={-1}
          off={place === 1}
          label={t('upload.pages.earlier', { page: place })}
          onMove={actions.onMove}
        />
        <MoveButton
          by={1}
          off={place === count}
          label={t('upload.pages.later', { page: place })}
          onMove={actions.onMove}
        />
        <button
          type="button"
          className="iconbtn"
          aria-label={t('upload.pages.remove', { page: place })}
          onClick={actions.onRemove}
        >
          <Icon name="trash" />
        </button>
      </span>
    </div>
  );
}

type MoveButtonProps = { by: -1 | 1; off: boolean; label: string; onMove: (by: number) => void };

function MoveButton({ by, off, label, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={`iconbtn ${by < 0 ? css.earlier : css.later}`}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={() => !off && onMove(by)}
    >
      <Icon name="chevron-down" />
    </button>
  );
}
