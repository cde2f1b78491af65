import { photographLimits } from '../../../../domain/files/photographs.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import type { PhotographsView } from './kept/page-list.ts';
import css from './photographs.module.css';

/** Photographs that were not added, each with the reason, and what could not be stored. */
export function PhotographRemarks({
  photographs: { refused, leftOut, saveFailed, problem },
}: {
  photographs: Pick<PhotographsView, 'refused' | 'leftOut' | 'saveFailed' | 'problem'>;
}) {
  const t = useText();
  const words = [
    ...refused.map(({ name, problem: why }) =>
      t('upload.pages.problem', { file: name, problem: messageOf(t, why) }),
    ),
    ...(leftOut > 0 ? [t('error.photograph.tooMany', { count: photographLimits.pages, left: leftOut })] : []),
    ...(problem ? [messageOf(t, problem)] : []),
  ];
  return (
    <>
      <div role="alert">
        {words.map((each) => (
          <p key={each} className={css.problem}>
            <Icon name="circle-alert" />
            <span>{each}</span>
          </p>
        ))}
      </div>
      <div role="status">{saveFailed && <Notice>{t('upload.pages.saveFailed')}</Notice>}</div>
    </>
  );
}
