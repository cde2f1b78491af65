import { useEffect, useState } from 'react';
import type { FieldError } from '../../../../domain/errors.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import type { Remarks } from '../sending/uploads/upload-list.ts';
import css from '../files.module.css';

/** Time for which a rejected file is shown as an error of its own, in milliseconds (UPLOAD-06). */
const shownMs = 5_000;

type Refused = { name: string; problem: FieldError };

/** Returns a problem of a file in words, with the file's name. */
export function fileProblem(t: Translate, { name, problem }: Refused): string {
  const words = messageOf(t, problem);
  return problem.params?.['file'] === undefined
    ? t('upload.row.problem', { file: name, problem: words })
    : words;
}

/**
 * Messages about the files chosen last: each rejected file is shown for five seconds as an error of its own, and then in the list
 * of problems, until the next files are chosen (D-21).
 */
export function ChoiceRemarks({
  refused,
  duplicates,
  tooMany,
  count,
}: Remarks & { /** Maximum number of files. */ count: number }) {
  const t = useText();
  const [closed, setClosed] = useState<readonly Refused[]>([]);
  const [passed, setPassed] = useState<readonly Refused[]>([]);
  useEffect(() => {
    if (refused.length === 0) return undefined;
    const timer = setTimeout(() => setPassed(refused), shownMs);
    return () => clearTimeout(timer);
  }, [refused]);
  const open = refused.filter((each) => !closed.includes(each));
  const isFresh = passed !== refused;
  return (
    <>
      <div role="alert">
        {isFresh &&
          open.map((each) => (
            <div key={each.name} className="file bad">
              <Icon name="circle-alert" />
              <div className={css.words}>{fileProblem(t, each)}</div>
              <button
                type="button"
                className="iconbtn"
                aria-label={t('common.close')}
                onClick={() => setClosed([...closed, each])}
              >
                <Icon name="close" />
              </button>
            </div>
          ))}
      </div>
      {!isFresh && (
        <div className={css.remark}>
          <ErrorSummary items={open.map((each) => ({ message: fileProblem(t, each) }))} turn={0} />
        </div>
      )}
      <div role="status">
        {tooMany && <Remark words={t('error.file.onlyLatest', { count })} />}
        {duplicates.length > 0 && <Remark words={t('error.file.duplicate')} />}
      </div>
    </>
  );
}

function Remark({ words }: { words: string }) {
  return (
    <div className={css.remark}>
      <Notice>{words}</Notice>
    </div>
  );
}
